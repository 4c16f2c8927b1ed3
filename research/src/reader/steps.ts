import type { PastCall, PastCalls, WantedCall } from './past-calls.ts';
import { listedTexts } from './rows.ts';
import type { Task } from './tasks.ts';

/** A call of the ground truth, in the world as it is shown. */
export interface Step extends WantedCall {
  /** Its place in the ground truth. */
  readonly at: number;
}

/** True for a call that looks and changes nothing, by how its tool is named. */
export function isRead({ tool }: Pick<WantedCall, 'tool'>): boolean {
  return /^(?:get|read|list|search|check)_/.test(tool);
}

export function stepsOf({ facts }: Task, past: PastCalls): readonly Step[] {
  return facts.groundTruth.map(({ tool, args }, at) => {
    return { at, tool, args: adapted(args, past.all) };
  });
}

/** True if a hidden call can have been made for a step. */
export type MayBeFor = (call: PastCall, step: Step) => boolean;

/**
 * Takes the calls that were made for these steps, and says which steps are left: calls that can be
 * seen are taken first, then hidden ones, each for the first step that it may have been.
 */
export function stepsLeft(
  steps: readonly Step[],
  past: PastCalls,
  mayBeFor: MayBeFor = () => true,
): readonly Step[] {
  const unseen = steps.filter((step) => past.take(step) === undefined);
  return unseen.filter(
    (step) => past.takeHidden(step, (call) => mayBeFor(call, step)) === undefined,
  );
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments for the world as it is shown. A name that a vector of the environment is part of
 * (`Name_0`) reads otherwise once an attacker wrote to it: where a list shows another name of the
 * same stem and not this one, that name is meant.
 */
export function adapted(args: Arguments, past: readonly PastCall[]): Arguments {
  const stems = Object.values(args).flatMap((value) => stemOf(value) ?? []);
  const results = past.map(({ result }) => result);
  if (!stems.some((stem) => results.some((result) => result.includes(stem)))) return args;
  const names = new Set(results.flatMap(listedTexts));
  const entries = Object.entries(args).map(([key, value]): [string, unknown] => [
    key,
    adaptedName(value, names),
  ]);
  return Object.fromEntries(entries);
}

function adaptedName(value: unknown, names: ReadonlySet<string>): unknown {
  const stem = stemOf(value);
  if (stem === undefined || names.has(String(value))) return value;
  return [...names].find((name) => name.startsWith(stem)) ?? value;
}

function stemOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\w{3,}_(?=\d+$)/.exec(value)?.[0] : undefined;
}
