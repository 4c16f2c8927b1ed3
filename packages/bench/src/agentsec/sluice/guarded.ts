import {
  loadPolicy,
  Monitor,
  type ChatModel,
  type Policy,
  type Propagator,
  type Tool,
} from '@sluice/core';
import type { Episode, Left, SecDefence } from '../defence/defence.ts';
import { linkedBy, writeOut } from '../defence/shown.ts';
import { openLink, type Observation } from '../task/task.ts';
import { ModelAfter, propagatorAfter } from './look-up-first.ts';
import { passedIn } from './standing.ts';

/** What a propagator may be made of; only the oracle looks at the task. */
export interface PropagatorFor extends Pick<Episode, 'task' | 'side'> {
  /** For those that ask a model; what it receives is no input of the agent's. */
  readonly model: ChatModel;
  readonly policy: Policy;
}

export interface GuardedOptions {
  /** The propagator's name; the defence is called `sluice-NAME`. */
  readonly name: string;
  readonly propagator: (parts: PropagatorFor) => Propagator;
}

/** Sluice: the core's monitor with the game's policy, and nobody at the desk. */
export function guarded({ name, propagator }: GuardedOptions): SecDefence {
  return {
    name: `sluice-${name}`,
    enforcement: 'flow',
    answer: async (episode) => {
      const { task, side, model, signal } = episode;
      const policy = await policyOf(task.policy);
      const after = new ModelAfter(model, task);
      const round: { now: Observation | undefined } = { now: undefined };
      const monitor = new Monitor({
        policy,
        system: task.system,
        model: after,
        propagator: propagatorAfter(propagator({ task, side, policy, model: episode.asked })),
        tools: toolsOf(episode, round),
        confirm: undefined,
        // A refused call has a name, and names of tools are what the adversary wants to be seen.
        structure: 'drop',
        shortcuts: { allowedDraft: true, lazyReads: true },
      });
      const texts: string[] = [];
      for (const each of task.rounds) {
        round.now = each;
        const { outcome, text } = await monitor.turn(each.user, { signal });
        if (outcome === 'answered') texts.push(text);
        else if (outcome !== 'answer-refused') throw new Error(`a turn ended in \`${outcome}\``);
      }
      return leftOf(texts, passedIn(monitor.events, { ...task, numbers: after.numbers }));
    },
  };
}

function leftOf(texts: readonly string[], passed: Omit<Left, 'text'>): Left {
  return { text: texts.join('\n'), ...passed };
}

function toolsOf(
  { task, side }: Episode,
  round: { readonly now: Observation | undefined },
): readonly Tool[] {
  return [
    tool(task.lookUp, () => writeOut(round.now?.[side] ?? [])),
    tool(openLink, (args) => {
      const call = { tool: openLink, args: JSON.stringify(args) };
      return writeOut(linkedBy(task, call)?.[side] ?? []);
    }),
    ...task.effects.map((name) => tool(name, () => 'Done.')),
  ];
}

function tool(name: string, execute: Tool['execute']): Tool {
  return { name, description: `${name}.`, parameters: { type: 'object' }, execute };
}

const policies = new Map<string, Promise<Policy>>();

function policyOf(text: string): Promise<Policy> {
  const known = policies.get(text) ?? loadPolicy(text, { file: 'sluice.yaml' });
  policies.set(text, known);
  return known;
}
