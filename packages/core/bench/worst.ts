import { runGuarded } from '../src/adapters/run-guarded.ts';
import { loadPolicy } from '../src/policy/load.ts';
import { scriptedModel } from '../src/model/scripted.ts';
import { naive } from '../src/propagate/naive.ts';
import type { Propagator } from '../src/propagate/propagator.ts';
import { hostileDocuments, hostileTexts } from './hostile.ts';

export interface WorstFigures {
  /** Milliseconds: the slowest case, and the case that held the event loop longest. */
  readonly ms: number;
  readonly blockMs: number;
  readonly slowest: string;
  readonly longestBlock: string;
}

interface Measured {
  readonly name: string;
  readonly ms: number;
  readonly blockMs: number;
}

const policy = await loadPolicy(`version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, readers: { readers: any } }
onViolation: block
answer: { ceiling: untrusted & everyone }
tools:
  read_page:
    effect: read
    description: trusted
    call: { ceiling: untrusted & everyone }
    result: { format: text, label: untrusted & everyone }
  read_map:
    effect: read
    description: trusted
    call: { ceiling: untrusted & everyone }
    result: { format: auto, label: untrusted & everyone }
  submit:
    description: trusted
    call: { ceiling: trusted & everyone }
    result: { format: text, label: trusted & everyone }
  plain: { effect: read, result: { format: auto, label: untrusted & everyone } }
  fields:
    effect: read
    result:
      format: auto
      label: untrusted & everyone
      rules:
        - { path: '$[*].a', label: trusted & everyone }
        - path: '$[*].c'
          label: trusted & everyone
          when: { '$[*].a': { matches: '.*@b[a-z]*[.]example' } }
        - { path: '$..b', label: trusted & everyone, when: { '$..a': [x, y] } }
  readers:
    effect: read
    result:
      format: auto
      label: 'untrusted & readers{me}'
      rules: [{ path: '$[*]', label: untrusted, readersFrom: ['$[*].a', '$[*].b'] }]
  spans:
    effect: read
    result:
      format: auto
      label: untrusted & everyone
      spans:
        - pattern: '-----BEGIN [A-Z ]+-----(.*-----END [A-Z ]+-----)?'
          label: 'untrusted & readers{me}'
        - { pattern: '[a-z0-9._]+@[a-z0-9.]+', label: 'untrusted & readers{me}' }
        - { between: ['<<<', '>>>'], label: 'untrusted & readers{me}' }
`);

/**
 * Measures what a hostile page and draft cost a run, and a hostile document its labelling.
 */
export async function benchWorst({ rounds }: { readonly rounds: number }): Promise<WorstFigures> {
  const measured: Measured[] = [];
  for (const { name, page, args, tool = 'read_page' } of hostileTexts) {
    for (const propagator of [undefined, naive()]) {
      const full = `${name}, ${propagator?.name ?? 'lineage'}`;
      const drafted = args();
      measured.push(
        await best(
          {
            name: full,
            text: page,
            work: (text) => run({ tool, page: text }, drafted, propagator),
          },
          rounds,
        ),
      );
    }
  }
  for (const { name, text: make } of hostileDocuments) {
    for (const tool of ['plain', 'fields', 'readers', 'spans']) {
      const label = async (text: string): Promise<void> => {
        policy.labelResult({ tool, args: {}, text, failed: false });
      };
      measured.push(await best({ name: `${name}, ${tool}`, text: make, work: label }, rounds));
    }
  }
  const slowest = measured.toSorted((one, other) => other.ms - one.ms)[0];
  const longest = measured.toSorted((one, other) => other.blockMs - one.blockMs)[0];
  if (slowest === undefined || longest === undefined) throw new Error('no case');
  return {
    ms: slowest.ms,
    slowest: slowest.name,
    blockMs: longest.blockMs,
    longestBlock: longest.name,
  };
}

async function run(
  { tool: read, page }: { readonly tool: string; readonly page: string },
  args: Readonly<Record<string, unknown>>,
  propagator: Propagator | undefined,
): Promise<void> {
  const model = scriptedModel(({ view }) => {
    const { length } = view.messages;
    if (length === 1) return { calls: [{ tool: read, args: {} }] };
    return length === 3 ? { calls: [{ tool: 'submit', args }] } : 'done';
  });
  const tools = [
    { name: read, execute: (): string => page },
    { name: 'submit', execute: (): string => 'ok' },
  ].map((tool) => ({ ...tool, description: tool.name, parameters: { type: 'object' } }));
  const options = { model, policy, confirm: undefined, tools };
  await runGuarded(propagator === undefined ? options : { ...options, propagator }, 'Read it.');
}

interface Case {
  readonly name: string;
  readonly text: () => string;
  readonly work: (text: string) => Promise<void>;
}

/** The least of some rounds. No two texts are the same, for a policy remembers what it labelled. */
async function best({ name, text, work }: Case, rounds: number): Promise<Measured> {
  const all: Omit<Measured, 'name'>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = `${text()}${' '.repeat(round)}`;
    all.push(await once(() => work(own)));
  }
  return {
    name,
    ms: Math.min(...all.map(({ ms }) => ms)),
    blockMs: Math.min(...all.map(({ blockMs }) => blockMs)),
  };
}

async function once(work: () => Promise<void>): Promise<Omit<Measured, 'name'>> {
  const ticks = new Ticks();
  await ticks.next();
  const startMs = busyMs();
  await work();
  const ms = busyMs() - startMs;
  await ticks.next();
  return { ms, blockMs: ticks.stop() };
}

/** Processor time of this thread: beside other programs a clock would measure them too. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Comes back with every turn of the event loop, and notes the longest time in between. */
class Ticks {
  #lastMs = busyMs();
  #longestMs = 0;
  #stopped = false;

  constructor() {
    const tick = (): void => {
      const nowMs = busyMs();
      this.#longestMs = Math.max(this.#longestMs, nowMs - this.#lastMs);
      this.#lastMs = nowMs;
      if (!this.#stopped) setImmediate(tick);
    };
    setImmediate(tick);
  }

  async next(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  stop(): number {
    this.#stopped = true;
    return this.#longestMs;
  }
}
