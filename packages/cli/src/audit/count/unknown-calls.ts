import { namesOf, ToolUse, totalOf } from '../../replay/known-tools.ts';
import { printable } from '../../show/printable.ts';
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

  /** Throws `file-unreadable` where the policy turns out to be another agent's. */
  add({ file, run }: Job, { policy }: Suite): void {
    const { suite } = run;
    const use = this.#bySuite.get(suite) ?? new ToolUse(suite, policy);
    this.#bySuite.set(suite, use);
    const unknown = use.add(run);
    if (unknown.size === 0) return;
    const key = JSON.stringify([file, suite]);
    const { calls = 0, tools = [] } = this.#found.get(key) ?? {};
    const names = [...new Set([...tools, ...unknown.keys()])];
    this.#found.set(key, { file, suite, calls: calls + totalOf(unknown), tools: names });
    if (use.isForeignAfter(patienceCalls)) throw use.foreign();
  }

  /** Throws `file-unreadable` where most calls of a suite are of tools that its policy misses. */
  end(): readonly UnknownCalls[] {
    for (const use of this.#bySuite.values()) if (use.isForeign) throw use.foreign();
    return [...this.#found.values()];
  }
}
