import { explainPolicy, outlineOf, type Policy, type ToolOutline } from '@sluice/core';
import type { RecordedRun } from '../replay/read/record.ts';

/** How often something that the policy names was met. */
export interface Met {
  readonly name: string;
  readonly times: number;
}

/** What recorded runs have used of what a policy says of a tool, and the other way round. */
export interface ToolCoverage {
  readonly tool: string;
  /** False where the policy has no word on it. */
  readonly isDeclared: boolean;
  readonly calls: number;
  readonly arguments: readonly Met[];
  readonly callRules: readonly Met[];
  readonly resultRules: readonly Met[];
  /** Values in results that no rule names: list positions are `[*]`. */
  readonly unruled: readonly Met[];
  /** Results that were not the document that the policy says. */
  readonly unreadable: number;
}

/** So many names of a tool's fields are kept: keys may be text of strangers. */
const namesMax = 200;

/** Counts names; new ones above the limit are counted together. */
class Counter {
  readonly #times = new Map<string, number>();

  constructor(known: readonly string[] = []) {
    for (const name of known) this.#times.set(name, 0);
  }

  add(name: string): void {
    const isKept = this.#times.has(name) || this.#times.size < namesMax;
    const kept = isKept ? name : '(others)';
    this.#times.set(kept, (this.#times.get(kept) ?? 0) + 1);
  }

  get met(): readonly Met[] {
    return [...this.#times].map(([name, times]) => ({ name, times }));
  }
}

class ToolTally {
  readonly #outline: ToolOutline | undefined;
  readonly #arguments: Counter;
  readonly #callRules: Counter;
  readonly #resultRules: Counter;
  readonly #unruled = new Counter();
  #calls = 0;
  #unreadable = 0;

  constructor(outline: ToolOutline | undefined) {
    this.#outline = outline;
    this.#arguments = new Counter(outline?.limits.map(nameOfPath));
    this.#callRules = new Counter(outline?.callRules);
    this.#resultRules = new Counter(outline?.resultRules);
  }

  call(policy: Policy, tool: string, args: Readonly<Record<string, unknown>>): void {
    this.#calls += 1;
    for (const name of Object.keys(args)) this.#arguments.add(name);
    const ruling = policy.ruleCall(tool, JSON.stringify(args));
    if (this.#outline?.callRules.includes(ruling.rule) === true) this.#callRules.add(ruling.rule);
  }

  result(policy: Policy, { call, text, failed }: Result): void {
    // Which rules apply may depend on what was asked for.
    const args = JSON.stringify(call.args);
    const { result } = explainPolicy(policy, { tool: call.tool, args, result: { text, failed } });
    if (result === undefined || failed) return;
    if (result.unreadable) this.#unreadable += 1;
    const used = new Set(result.regions.flatMap(({ rules }) => rules));
    for (const rule of used) this.#resultRules.add(rule);
    const bare = result.regions.filter(({ rules }) => rules.length === 0);
    for (const path of leavesOf(bare.map(({ path: each }) => withoutPlaces(each)))) {
      this.#unruled.add(path);
    }
  }

  coverage(tool: string): ToolCoverage {
    return {
      tool,
      isDeclared: this.#outline !== undefined,
      calls: this.#calls,
      arguments: this.#arguments.met,
      callRules: this.#callRules.met,
      resultRules: this.#resultRules.met,
      unruled: this.#unruled.met,
      unreadable: this.#unreadable,
    };
  }
}

type Result = Extract<RecordedRun['messages'][number], { role: 'tool' }>;

/** Says what the runs have used of a policy. Tools in the policy's order, others behind. */
export function coverageOf(policy: Policy, runs: readonly RecordedRun[]): readonly ToolCoverage[] {
  const tallies = new Map(
    outlineOf(policy).map((outline) => [outline.tool, new ToolTally(outline)]),
  );
  const tallyOf = (tool: string): ToolTally => {
    const tally = tallies.get(tool) ?? new ToolTally(undefined);
    tallies.set(tool, tally);
    return tally;
  };
  for (const message of runs.flatMap(({ messages }) => messages)) {
    if (message.role === 'tool') {
      tallyOf(message.call.tool).result(policy, message);
    }
    if (message.role !== 'assistant') continue;
    for (const { tool, args } of message.calls) tallyOf(tool).call(policy, tool, args);
  }
  return [...tallies].map(([tool, tally]) => tally.coverage(tool));
}

/** `$['amount']` is the argument `amount`; a deeper path is told as it is. */
function nameOfPath(path: string): string {
  return /^\$\['([^']+)'\]/.exec(path)?.[1] ?? path;
}

/** Each once, without keys, the whole, and what is only around others. */
function leavesOf(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => {
    const isAround = all.some((other) => other !== path && other.startsWith(`${path}[`));
    return path !== '$' && !path.endsWith('~') && !isAround;
  });
}

function withoutPlaces(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[*]');
}
