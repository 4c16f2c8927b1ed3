import { limits } from '../limits.ts';
import type { Dimensions } from './label-text.ts';
import type { Label } from './label.ts';
import { PairMemo } from './pair-memo.ts';

type Version = string | number | undefined;

export interface Flow {
  readonly flowsTo: (from: Label, to: Label) => boolean;
  readonly violated: (from: Label, to: Label) => readonly string[];
}

/**
 * The componentwise order, remembered per pair. Where a dimension reads outside state (a directory
 * of groups), answers hold for the version that they were computed under, before and after.
 */
export function flowOf(parts: Dimensions): Flow {
  const memo = new PairMemo<Label, boolean>({
    entriesMax: limits.labelMemoEntriesMax,
    charactersMax: limits.labelMemoCharactersMax,
    charactersOf: () => 0,
  });
  const outside = versionsOf(parts);
  const compute = (from: Label, to: Label): boolean => {
    for (const [name, part] of parts) {
      if (!part.flowsTo(from.values[name], to.values[name])) return false;
    }
    return true;
  };
  const flowsTo = (from: Label, to: Label): boolean => {
    if (from === to) return true;
    if (!outside.unchanged()) memo.clear();
    // By the sink first: a redaction asks of many sources and one step's label.
    const known = memo.get(to, from);
    if (known !== undefined) return known;
    const answer = compute(from, to);
    if (outside.unchanged()) memo.set(to, from, answer);
    return answer;
  };
  const violated = (from: Label, to: Label): readonly string[] => {
    if (from === to) return [];
    return [...parts]
      .filter(([name, part]) => !part.flowsTo(from.values[name], to.values[name]))
      .map(([name]) => name);
  };
  return { flowsTo, violated };
}

/** Watches the outside state of all dimensions. `undefined` (unreadable) counts as changed. */
function versionsOf(parts: Dimensions): { readonly unchanged: () => boolean } {
  const sources = [...parts.values()].flatMap(({ version }) => version ?? []);
  const seen: Version[] = sources.map(() => undefined);
  return {
    unchanged: () => {
      let same = true;
      for (const [index, source] of sources.entries()) {
        const now = source();
        if (now === undefined || now !== seen[index]) same = false;
        seen[index] = now;
      }
      return same;
    },
  };
}
