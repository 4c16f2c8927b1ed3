import { namesOf, ToolUse, totalOf } from '../../replay/known-tools.ts';
import { printable } from '../../show/printable.ts';
import type { SkippedSuites } from './skipped-suites.ts';
import type { Job } from '../work/auditor.ts';
import type { Suite } from '../work/suite.ts';

/** Calls, in runs of one suite in one file, of tools that the suite's policy does not know. */
export interface UnknownCalls {
  readonly file: string;
  readonly suite: string;
  readonly calls: number;
  readonly tools: readonly string[];
}

/** Says what is not known of a policy that does not know a tool. */
export function unknownText({ file, suite, calls, tools }: UnknownCalls): string {
  const counted = `${calls} × a call of ${namesOf(tools)}: each interrupts, none is contained`;
  return `unknown to the policy: ${file}: ${printable(suite)}: ${counted}`;
}

/**
 * After so many calls of a suite, none of a tool that its policy knows, there is no use waiting.
 */
const patienceCalls = 1_000;

/** Counts what runs called, so that a policy for other tools does not look perfect. */
export class UnknownCallCounter {
  readonly #bySuite = new Map<string, ToolUse>();
  readonly #found = new Map<string, UnknownCalls>();
  readonly #hopeless = new Set<string>();
  readonly #runs = new Map<string, number>();

  add({ file, run }: Job, { policy }: Suite): void {
    const { suite } = run;
    this.#runs.set(suite, (this.#runs.get(suite) ?? 0) + 1);
    if (this.isHopeless(suite)) return;
    const use = this.#bySuite.get(suite) ?? new ToolUse(suite, policy);
    this.#bySuite.set(suite, use);
    const unknown = use.add(run);
    if (use.isForeignAfter(patienceCalls)) this.#hopeless.add(suite);
    if (unknown.size === 0) return;
    const key = JSON.stringify([file, suite]);
    const { calls = 0, tools = [] } = this.#found.get(key) ?? {};
    const names = [...new Set([...tools, ...unknown.keys()])];
    this.#found.set(key, { file, suite, calls: calls + totalOf(unknown), tools: names });
  }

  /** True once so many calls were unknown that the suite is skipped, whatever comes. */
  isHopeless(suite: string): boolean {
    return this.#hopeless.has(suite);
  }

  /** The unknown calls of suites that were audited; those of another agent's policy are skipped. */
  end(skipped: SkippedSuites): readonly UnknownCalls[] {
    const foreign = [...this.#bySuite].filter(
      ([suite, use]) => use.isForeign || this.isHopeless(suite),
    );
    for (const [suite, use] of foreign) {
      skipped.because(suite, use.foreign(), this.#runs.get(suite));
    }
    const names = new Set(foreign.map(([suite]) => suite));
    return [...this.#found.values()].filter(({ suite }) => !names.has(suite));
  }
}
