import { SluiceError, type Policy } from '@sluice/core';
import { printable } from '../show/printable.ts';
import { callsIn, type RecordedRun } from './read/record.ts';

/** How often each tool was called. */
export type CallCounts = ReadonlyMap<string, number>;

/** So many unknown names are counted apart: a record may hold any text in their place. */
const unknownNamesMax = 1_000;
const otherNames = '(other names)';

/**
 * True if a policy has a word on a tool. A call of any other is never made on its own, so another
 * agent's policy would seem to contain every attack.
 */
export function knows(policy: Policy, tool: string): boolean {
  const ruling = policy.ruleCall(tool, '{}');
  return ruling.kind !== 'never' || ruling.rule === tool;
}

/** Counts the calls in the runs of one suite, as far as its policy knows them. */
export class ToolUse {
  readonly #suite: string;
  readonly #policy: Policy;
  readonly #known = new Map<string, number>();
  readonly #unknown = new Map<string, number>();

  constructor(suite: string, policy: Policy) {
    this.#suite = suite;
    this.#policy = policy;
  }

  get unknown(): CallCounts {
    return this.#unknown;
  }

  /** Counts the calls of a run; gives those of them that the policy does not know. */
  add(run: RecordedRun): CallCounts {
    const unknown = new Map<string, number>();
    for (const { call } of callsIn(run)) {
      if (this.#known.has(call.tool) || knows(this.#policy, call.tool)) {
        countOne(this.#known, call.tool);
        continue;
      }
      const isListed = this.#unknown.has(call.tool) || this.#unknown.size < unknownNamesMax;
      const name = isListed ? call.tool : otherNames;
      countOne(this.#unknown, name);
      countOne(unknown, name);
    }
    return unknown;
  }

  /** True if this is another agent's policy: most calls are of tools that it does not know. */
  get isForeign(): boolean {
    return totalOf(this.#unknown) > totalOf(this.#known);
  }

  /** True if many calls were of unknown tools, and none of a known one. */
  isForeignAfter(calls: number): boolean {
    return this.#known.size === 0 && totalOf(this.#unknown) >= calls;
  }

  /** Says which tools it does not know, and what to type. */
  foreign(): SluiceError {
    const [known, unknown] = [this.#known.size, this.#unknown.size];
    const calls = totalOf(this.#known) + totalOf(this.#unknown);
    const suite = printable(this.#suite);
    return new SluiceError(
      'file-unreadable',
      `the policy knows ${known} of the ${known + unknown} tools that \`${suite}\` called, and ` +
        `${totalOf(this.#known)} of its ${calls} calls`,
      {
        hint:
          'every other call would count as stopped: give the policy of that agent with ' +
          '`--policy FILE`, or choose runs with `--suite NAME`; unknown: ' +
          namesOf([...this.#unknown.keys()]),
      },
    );
  }
}

/**
 * The tools that runs of a suite called and that its policy does not know. Throws
 * `file-unreadable` where most calls are of such tools.
 */
export function unknownTools(
  runs: readonly RecordedRun[],
  { policy, suite }: { readonly policy: Policy; readonly suite: string },
): readonly string[] {
  const use = new ToolUse(suite, policy);
  for (const run of runs) if (run.suite === suite) use.add(run);
  if (use.isForeign) throw use.foreign();
  return [...use.unknown.keys()].toSorted();
}

const namesShownMax = 12;

/** Tool names as they may be shown: a record may hold any text in their place. */
export function namesOf(tools: readonly string[]): string {
  const shown = tools
    .toSorted()
    .slice(0, namesShownMax)
    .map((tool) => `\`${printable(tool)}\``);
  const more = tools.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function totalOf(counts: CallCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
