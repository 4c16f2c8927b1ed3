import {
  loadPolicy,
  Monitor,
  propagatorByName,
  type Confirm,
  type MonitorEvent,
  type Policy,
  type Shortcuts,
} from '@sluice/core';
import { outputOf, replyTo, tools, turnText } from './clerk-world.ts';
import { Choices } from './random.ts';

export interface RecordOptions {
  readonly policy: string;
  readonly propagator: string;
  readonly turns: number;
  readonly shortcuts?: Shortcuts;
  readonly structure?: 'keep' | 'drop';
}

/** A whole run of a monitor whose agent, tools and person are functions of the seed. */
export async function recordMonitor(
  seed: number,
  options: RecordOptions,
): Promise<readonly MonitorEvent[]> {
  const policy = await loadPolicy(options.policy);
  const { shortcuts = { allowedDraft: true, lazyReads: true }, structure = 'keep' } = options;
  const monitor = new Monitor({
    policy,
    model: { name: 'made-up', generate: async ({ view }) => replyTo(seed, view) },
    propagator: propagatorByName(options.propagator, { space: policy.space, timeoutMsEach: 1_000 }),
    tools: tools.map((tool) => ({
      ...tool,
      execute: (args) => outputOf(seed, tool.name, args),
    })),
    confirm: new Choices(seed, 'confirm').chance(80) ? person(seed, policy) : undefined,
    structure,
    shortcuts,
    system: 'You are a clerk.',
  });
  for (let turn = 0; turn < options.turns; turn += 1) {
    const text = turnText(seed, turn);
    const isSplit = new Choices(seed, 'split', turn).chance(20);
    const parts = isSplit ? [text.slice(0, 30), text.slice(30)] : [text];
    await monitor.turn(parts.map((each) => ({ kind: 'text', text: each })));
  }
  return monitor.events;
}

/** Says yes, no or nothing; at times to another question, at times without having the say. */
function person(seed: number, policy: Policy): Confirm {
  const { top, bottom } = policy.space;
  return {
    clearance: new Choices(seed, 'clearance').chance(80) ? top : bottom,
    ask: async ({ hash, tool, args }) => {
      const choices = new Choices(seed, 'ask', tool, args);
      if (choices.chance(30)) return { kind: 'no', by: ['ann'], reason: 'not this' };
      if (choices.chance(10)) throw new Error('nobody answers');
      if (choices.chance(10)) return { kind: 'yes', by: ['ann'], hash: 'another' };
      const by = choices.chance(50) ? ['ann', 'bob'] : ['ann'];
      return { kind: 'yes', by, hash };
    },
  };
}
