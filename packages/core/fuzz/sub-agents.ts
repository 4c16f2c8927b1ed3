import type { ChatModel } from '../src/model/chat-model.ts';
import type { Monitor } from '../src/monitor/monitor.ts';
import type { Confirm } from '../src/engine/decision.ts';
import type { Tool } from '../src/engine/tool.ts';
import type { Label } from '../src/label/label.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { PolicySource } from '../src/policy/source.ts';
import type { Propagator } from '../src/propagate/propagator.ts';
import type { Core } from './core.ts';
import { Rng } from './rng.ts';

type Engine = Pick<Core, 'Monitor' | 'definePolicy'>;

const mark = 'SECRET';
const depthMax = 2;
const agentsMax = 5;
const movesMax = 3;

/** How the code of a tool uses the agent inside it. */
const ways = ['waits', 'throws', 'goes on', 'twice', 'turn by turn'] as const;

/**
 * Agents within agents: each tells all that it sees, and the code between them hands it on in any
 * way. Returns where a call, or an answer, says at the bottom what stands only above it; an outer
 * and its inner runs together must be noninterfering like one run.
 */
export function subAgents(core: Engine): (seed: number) => Promise<string | undefined> {
  let policies: Promise<Policies> | undefined;
  return async (seed) => {
    policies ??= policiesOf(core);
    const world = new World(core, await policies, seed);
    await world.play();
    return world.leak();
  };
}

/** For agents that know what is kept, and for those that do not and take it for a read. */
interface Policies {
  readonly knowing: Policy;
  readonly other: Policy;
}

async function policiesOf({ definePolicy }: Engine): Promise<Policies> {
  const open = { description: 'trusted', call: { ceiling: 'high' } } as const;
  const low = { ...open, result: { format: 'text', label: 'low' } } as const;
  const high = { ...open, effect: 'read', result: { format: 'text', label: 'high' } } as const;
  const keep = { ...low, onViolation: 'ask', call: { ceiling: 'low' } } as const;
  const source = (tools: PolicySource['tools']): PolicySource => ({
    version: 1,
    lattice: { secrecy: { chain: ['low', 'high'] } },
    onViolation: 'block',
    tools: { read: high, ask: low, fetch: low, act: low, ...tools },
    answer: { ceiling: 'high' },
  });
  const knowing = await definePolicy(
    source({
      keep: { ...keep, call: { ...keep.call, writes: 'notes' } },
      recall: { ...low, effect: 'read', result: { ...low.result, reads: 'notes' } },
    }),
  );
  const other = await definePolicy(source({ keep: { ...keep, effect: 'read' }, recall: high }));
  return { knowing, other };
}

class World {
  readonly #core: Engine;
  readonly #policies: Policies;
  readonly #seed: number;
  readonly #rng: Rng;
  readonly #monitors: Monitor[] = [];
  /** Answers of agents that go on after their call, at any depth: the outermost may fetch one. */
  readonly #going: Promise<string>[] = [];
  #note = '';

  constructor(core: Engine, policies: Policies, seed: number) {
    this.#core = core;
    this.#policies = policies;
    this.#seed = seed;
    this.#rng = new Rng(`${seed} sub-agents`);
  }

  async play(): Promise<void> {
    await this.#agent(0).turn('Do it.');
    await Promise.allSettled(this.#going);
  }

  leak(): string | undefined {
    const isBottom = (label: Label): boolean =>
      label.text === this.#policies.knowing.space.bottom.text;
    for (const { events } of this.#monitors) {
      for (const event of events) {
        const said =
          event.type === 'call-decided'
            ? event.args
            : event.type === 'answer-decided'
              ? event.text
              : '';
        const isLow = 'label' in event && isBottom(event.label);
        if (isLow && said.includes(mark))
          return `an inner or outer run says at the bottom: ${said}`;
      }
    }
    return undefined;
  }

  #agent(depth: number): Monitor {
    const { knowing, other } = this.#policies;
    const policy = this.#rng.chance(70) ? knowing : other;
    const monitor = new this.#core.Monitor({
      policy,
      model: this.#model(depth),
      propagator: propagatorOf(this.#rng.chance(70)),
      tools: this.#tools(depth),
      confirm: yes(policy),
      structure: 'keep',
      shortcuts: { allowedDraft: this.#rng.chance(50), lazyReads: this.#rng.chance(50) },
      runId: `run ${this.#monitors.length}`,
      nowMs: () => 0,
    });
    this.#monitors.push(monitor);
    return monitor;
  }

  /** Says what it sees, in whatever it does. */
  #model(depth: number): ChatModel {
    const rng = new Rng(`${this.#seed} model ${depth} ${this.#monitors.length}`);
    return {
      name: 'stub',
      generate: ({ view }) => {
        const word = JSON.stringify(view.messages).includes(mark) ? mark : 'nothing';
        const made = view.messages.filter(({ role }) => role === 'assistant').length;
        const isDone = made >= movesMax || rng.chance(15);
        if (isDone) return Promise.resolve({ text: word, calls: [], stop: 'complete' });
        const names = [
          'read',
          'act',
          'keep',
          'recall',
          ...(depth < depthMax ? ['ask', 'ask'] : []),
        ];
        // Only the outermost waits for what goes on: nothing waits for itself.
        if (depth === 0) names.push('fetch');
        const calls = Array.from({ length: rng.chance(20) ? 2 : 1 }, () => {
          return { tool: rng.pick(names), args: JSON.stringify({ word }) };
        });
        return Promise.resolve({ text: '', calls, stop: 'complete' });
      },
    };
  }

  #tools(depth: number): readonly Tool[] {
    return [
      tool('read', () => mark),
      tool('act', () => 'done'),
      tool('keep', ({ word }) => {
        this.#note = String(word);
        return 'kept';
      }),
      tool('recall', () => this.#note),
      tool('fetch', async () => (await this.#going.at(-1)) ?? 'nothing goes on'),
      tool('ask', ({ word }) => this.#ask(String(word), depth + 1)),
    ];
  }

  async #ask(word: string, depth: number): Promise<string> {
    if (this.#monitors.length >= agentsMax) return 'nobody';
    const answer = async (prompt: string, agent = this.#agent(depth)): Promise<string> =>
      (await agent.turn(prompt)).text;
    switch (this.#rng.pick(ways)) {
      case 'waits':
        return answer(word);
      case 'throws':
        throw new Error(await answer(word));
      case 'goes on':
        this.#going.push(Promise.resolve().then(() => answer(word)));
        return 'begun';
      case 'twice':
        return answer(await answer(word));
      case 'turn by turn': {
        const agent = this.#agent(depth);
        return answer(await answer(word, agent), agent);
      }
    }
  }
}

/** Lets everything be kept, whatever it says. */
function yes({ space }: Policy): Confirm {
  return {
    clearance: space.top,
    ask: ({ hash }) => Promise.resolve({ kind: 'yes', by: ['ann'], hash }),
  };
}

function tool(name: string, execute: Tool['execute']): Tool {
  return { name, description: name, parameters: { type: 'object' }, execute };
}

/** Everything is relevant, or nothing. */
function propagatorOf(isNaive: boolean): Propagator {
  return {
    name: 'stub',
    needs: 'nothing',
    relevant: () =>
      isNaive
        ? { kind: 'all', because: '' }
        : { kind: 'regions', regions: [], evidence: [], unsourced: [] },
  };
}
