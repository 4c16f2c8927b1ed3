import type { Slices } from '../../../history/slices.ts';
import type { Work } from '../work.ts';

/** How the texts are read that are searched. */
export type Reading =
  /** As they are. */
  | 'phrase'
  /** Without spaces; what is found begins and ends where words do (`DE89 3704` for `DE893704`). */
  | 'squeezed';

/** So few patterns are looked up one by one first, which engines do fast. */
const fewPatterns = 8;
const prefixCharactersMax = 64;
/** A longer text is searched stretch by stretch, for others to get their turn. */
export const shortCharactersMax = 262_144;
/** A pattern of `squeezed` is at most so long. */
export const squeezedCharactersMax = 64;

/**
 * Finds which of many patterns stand in a text, in one walk over it whatever the patterns are (Aho
 * and Corasick 1975): one by one, each pattern would cost the whole text again, and repetitive
 * ones a multiple of it.
 */
export class TextSearch {
  readonly #patterns: readonly string[];
  readonly #reading: Reading;
  /** The beginnings of few patterns; `undefined` where they are not looked up one by one. */
  readonly #beginnings: readonly string[] | undefined;
  #automaton: Automaton | undefined;

  /** The patterns are all different, none is empty. */
  constructor(patterns: readonly string[], reading: Reading) {
    this.#patterns = patterns;
    this.#reading = reading;
    const isFew = patterns.length <= fewPatterns && reading === 'phrase';
    this.#beginnings = isFew
      ? patterns.map((each) => each.slice(0, prefixCharactersMax))
      : undefined;
  }

  get size(): number {
    return this.#patterns.length;
  }

  /** The places in the list of those patterns that stand in a short phrase, in no order. */
  in(text: string, work: Work): readonly number[] {
    if (this.#patterns.length === 0 || text.length < 3) return none;
    work.spend(text.length);
    if (this.#beginnings !== undefined) {
      const found = beginningIn(text, this.#beginnings);
      const isSure = found.every((at) => (this.#patterns[at] ?? '').length <= prefixCharactersMax);
      if (isSure) return found;
    }
    const walk = new Walk(this.#automatonFor(work), this.#reading);
    walk.over(text, 0, text.length);
    work.spend(walk.takeVisits());
    return walk.found;
  }

  /** The same for a phrase of any length. */
  *inLong(text: string, work: Work): Slices<readonly number[]> {
    if (this.#patterns.length === 0) return none;
    const walk = new Walk(this.#automatonFor(work), this.#reading);
    for (let from = 0; from < text.length; from += shortCharactersMax) {
      const to = Math.min(text.length, from + shortCharactersMax);
      work.spend(to - from);
      walk.over(text, from, to);
      work.spend(walk.takeVisits());
      if (walk.found.length === this.#patterns.length) break;
      if (work.isDue) yield;
    }
    return walk.found;
  }

  #automatonFor(work: Work): Automaton {
    if (this.#automaton !== undefined) return this.#automaton;
    const made = new Automaton();
    for (const [at, pattern] of this.#patterns.entries()) {
      work.spend(pattern.length * nodeUnits);
      made.add(pattern, at);
    }
    made.link();
    this.#automaton = made;
    return made;
  }
}

const none: readonly number[] = [];
/** The cost of a character of a pattern beside one of a text. */
const nodeUnits = 20;

/** The places of those that stand in the text. */
function beginningIn(text: string, beginnings: readonly string[]): readonly number[] {
  let found: number[] | undefined;
  for (let at = 0; at < beginnings.length; at += 1) {
    const beginning = beginnings[at] ?? '';
    if (text.length >= beginning.length && text.includes(beginning)) (found ??= []).push(at);
  }
  return found ?? none;
}

const space = 0x20;
const startsMax = 256;

/** Numbers of nodes; 0 is the root, and means none. */
class Automaton {
  /** The first child of each node, and the character that leads to it. */
  readonly unit: number[] = [0];
  readonly child: number[] = [0];
  /** Not 0 for the last eight bits of each character that a pattern begins with. */
  readonly starts = new Uint8Array(startsMax);
  /** The others, for nodes that have more than one. */
  readonly more = new Map<number, Map<number, number>>();
  /** Where to go on after a mismatch: the longest end of what was read that begins a pattern. */
  readonly fail: number[] = [0];
  /** The pattern that ends at a node, -1 for none, and its length. */
  readonly pattern: number[] = [-1];
  readonly depth: number[] = [0];
  /** The next node on the way of `fail`, this one included, where a pattern ends. */
  readonly ends: number[] = [0];

  add(pattern: string, index: number): void {
    let node = 0;
    for (let at = 0; at < pattern.length; at += 1) {
      const unit = pattern.charCodeAt(at);
      node = this.next(node, unit) || this.#grow(node, unit);
    }
    this.pattern[node] = index;
    this.starts[pattern.charCodeAt(0) % startsMax] = 1;
  }

  /** Sets `fail` and `ends`, level by level. */
  link(): void {
    const queue: number[] = [0];
    for (const node of queue) {
      for (const [unit, child] of this.#childrenOf(node)) {
        let fail = this.fail[node] ?? 0;
        while (fail !== 0 && this.next(fail, unit) === 0) fail = this.fail[fail] ?? 0;
        this.fail[child] = node === 0 ? 0 : this.next(fail, unit);
        this.ends[child] =
          (this.pattern[child] ?? -1) >= 0 ? child : (this.ends[this.fail[child] ?? 0] ?? 0);
        queue.push(child);
      }
    }
  }

  next(node: number, unit: number): number {
    if (this.unit[node] === unit && this.child[node] !== 0) return this.child[node] ?? 0;
    return this.more.size === 0 ? 0 : (this.more.get(node)?.get(unit) ?? 0);
  }

  #grow(node: number, unit: number): number {
    const made = this.child.push(0) - 1;
    this.unit.push(0);
    this.fail.push(0);
    this.pattern.push(-1);
    this.ends.push(0);
    this.depth.push((this.depth[node] ?? 0) + 1);
    if (this.child[node] === 0) {
      this.child[node] = made;
      this.unit[node] = unit;
    } else {
      const others = this.more.get(node) ?? new Map<number, number>();
      this.more.set(node, others.set(unit, made));
    }
    return made;
  }

  *#childrenOf(node: number): Generator<readonly [number, number]> {
    const child = this.child[node] ?? 0;
    if (child !== 0) yield [this.unit[node] ?? 0, child];
    yield* this.more.get(node) ?? [];
  }
}

/** A walk over one text. */
class Walk {
  readonly found: number[] = [];
  readonly #automaton: Automaton;
  readonly #isSqueezed: boolean;
  /** The nodes whose patterns were found, so that none is found twice. */
  readonly #seen = new Set<number>();
  /** True if a word begins at each of the characters read last, since no pattern had begun. */
  readonly #begins = new Uint8Array(squeezedCharactersMax);
  #node = 0;
  #read = 0;
  #visits = 0;

  constructor(automaton: Automaton, reading: Reading) {
    this.#automaton = automaton;
    this.#isSqueezed = reading === 'squeezed';
  }

  /** How many ends of patterns were looked at since this was asked last. */
  takeVisits(): number {
    const visits = this.#visits;
    this.#visits = 0;
    return visits;
  }

  over(text: string, from: number, to: number): void {
    const { starts, fail, ends } = this.#automaton;
    let node = this.#node;
    for (let at = from; at < to; at += 1) {
      const unit = text.charCodeAt(at);
      if (node === 0 && starts[unit % startsMax] === 0) continue;
      if (this.#isSqueezed) {
        if (unit === space) continue;
        this.#begins[this.#read % squeezedCharactersMax] =
          text.charCodeAt(at - 1) === space ? 1 : 0;
        this.#read += 1;
      }
      let next = this.#automaton.next(node, unit);
      while (next === 0 && node !== 0) {
        node = fail[node] ?? 0;
        next = this.#automaton.next(node, unit);
      }
      node = next;
      if (ends[node] === 0) continue;
      if (!this.#isSqueezed || text.charCodeAt(at + 1) === space) this.#take(ends[node] ?? 0);
    }
    this.#node = node;
  }

  #take(end: number): void {
    const { fail, ends, pattern, depth } = this.#automaton;
    for (let node = end; node !== 0; node = ends[fail[node] ?? 0] ?? 0) {
      this.#visits += 1;
      if (this.#seen.has(node)) {
        // As they are, all that ends here too was found with it.
        if (!this.#isSqueezed) return;
        continue;
      }
      if (this.#isSqueezed && !this.#beginsWord(depth[node] ?? 0)) continue;
      this.#seen.add(node);
      this.found.push(pattern[node] ?? 0);
    }
  }

  #beginsWord(length: number): boolean {
    return this.#begins[(this.#read - length) % squeezedCharactersMax] === 1;
  }
}
