import { limits } from '../limits.ts';
import type { Dimensions } from './label-text.ts';
import type { Label, LabelSpace } from './label.ts';

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

/**
 * Names all outside state that `flowsTo` of a space reads (directories of groups): what followed
 * from its answers may be remembered while this stays the same, and never if it is `undefined`.
 */
export function outsideVersion({ dimensions }: LabelSpace): string | undefined {
  const versions: (readonly [string, string])[] = [];
  for (const { version } of Object.values(dimensions)) {
    if (version === undefined) continue;
    const now = version();
    if (now === undefined || Number.isNaN(now)) return undefined;
    versions.push([typeof now, String(now)]);
  }
  return versions.length === 0 ? '' : JSON.stringify(versions);
}

interface Bounds<Answer> {
  readonly entriesMax: number;
  /** Bounds the text that keys and answers keep alive. */
  readonly charactersMax: number;
  /** How much text an answer keeps alive. */
  readonly charactersOf: (answer: Answer) => number;
}

/**
 * Remembers an answer for a pair of objects. Forgets everything when it holds too many answers, or
 * answers for too much text, so that a stream of new labels cannot fill the memory.
 */
export class PairMemo<Key extends { readonly text: string }, Answer> {
  readonly #rows = new Map<Key, Map<Key, Answer>>();
  readonly #bounds: Bounds<Answer>;
  #entries = 0;
  #characters = 0;

  constructor(bounds: Bounds<Answer>) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries;
  }

  get(a: Key, b: Key): Answer | undefined {
    return this.#rows.get(a)?.get(b);
  }

  /** Call it once for a pair, after `get` knew nothing. */
  set(a: Key, b: Key, answer: Answer): void {
    const { entriesMax, charactersMax, charactersOf } = this.#bounds;
    const characters = a.text.length + b.text.length + charactersOf(answer);
    if (this.#entries >= entriesMax || this.#characters + characters > charactersMax) this.clear();
    const row = this.#rows.get(a) ?? new Map<Key, Answer>();
    this.#rows.set(a, row.set(b, answer));
    this.#entries++;
    this.#characters += characters;
  }

  clear(): void {
    this.#rows.clear();
    this.#entries = 0;
    this.#characters = 0;
  }
}
