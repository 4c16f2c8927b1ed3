import type { KnownCall } from '../call/known-call.ts';
import { judge, type Verdict } from '../figures/judge.ts';
import { askAbout, type AskOptions } from './ask-all.ts';

export interface MeasureOptions extends AskOptions {
  /** As `propagatorByName` reads them. */
  readonly names: readonly string[];
  readonly onCall: (progress: { readonly done: number; readonly all: number }) => void;
}

/**
 * Asks every propagator about every call, call by call, and judges what they say. Throws
 * `propagator-invalid` for a name that is none, and the reason of the signal.
 */
export async function measureAll(
  calls: readonly KnownCall[],
  { names, onCall, ...options }: MeasureOptions,
): Promise<ReadonlyMap<string, readonly Verdict[]>> {
  const verdicts = new Map<string, Verdict[]>(names.map((name) => [name, []]));
  for (const [at, call] of calls.entries()) {
    for (const [name, own] of verdicts) own.push(judge(call, await askAbout(name, call, options)));
    onCall({ done: at + 1, all: calls.length });
  }
  return verdicts;
}
