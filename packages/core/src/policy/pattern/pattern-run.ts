import type { PatternBudget } from './pattern-budget.ts';
import type { Instruction, Program } from './pattern-program.ts';
import type { Assertion } from './pattern-syntax.ts';

// Ours, for `RegExp` backtracks for ever on texts that strangers write, and a library for this
// would be a fifth dependency of core.

/** Where a match lies. UTF-16 code units, end exclusive. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** The cost of a beginning, so that a budget bounds the number of runs too. */
const runSteps = 20;
const skippedPerStep = 4;

/** The walks that are still possible at one place of the text, the preferred one first. */
interface Walks {
  /** Places in the program, each once: so there are never more walks than instructions. */
  readonly at: number[];
  readonly starts: number[];
}

/**
 * Walks over a text in step with all that a program could do (Thompson 1968), so without
 * backtracking: the time is at most that of the text times the program. Steps are counted against
 * a budget that is shared by all that is done for one result.
 */
export class PatternRun {
  readonly #program: readonly Instruction[];
  readonly #mayBegin: Program['mayBegin'];
  readonly #text: string;
  readonly #budget: PatternBudget;
  readonly #seen: Int32Array;
  #generation = 0;

  constructor({ instructions, mayBegin }: Program, text: string, budget: PatternBudget) {
    this.#program = instructions;
    this.#mayBegin = mayBegin;
    this.#text = text;
    this.#budget = budget;
    this.#seen = new Int32Array(instructions.length);
    budget.spend(runSteps);
  }

  /** True if the whole text matches; `undefined` where that takes too many steps. */
  whole(): boolean | undefined {
    let walks = this.#walksFrom(0);
    for (let at = 0; at < this.#text.length;) {
      const character = this.#characterAt(at);
      at += character.length;
      walks = this.#step(walks, character, at);
      if (this.#budget.isOver) return undefined;
      if (walks.at.length === 0) return false;
    }
    return walks.at.some((place) => this.#program[place]?.kind === 'found');
  }

  /** All matches from left to right, as `matchAll` finds them. */
  all(): readonly Match[] | undefined {
    const found: Match[] = [];
    for (let from = this.#beginning(0); from <= this.#text.length;) {
      const match = this.#first(from);
      if (this.#budget.isOver) return undefined;
      if (match === undefined) return found;
      if (match.end > match.start) found.push(match);
      const { end } = match;
      from = this.#beginning(
        end > match.start ? end : end + Math.max(1, this.#characterAt(end).length),
      );
    }
    return found;
  }

  #first(from: number): Match | undefined {
    let best: Match | undefined;
    let walks: Walks = { at: [], starts: [] };
    for (let at = from; !this.#budget.isOver;) {
      this.#generation += 1;
      const here: Walks = { at: [], starts: [] };
      for (const [index, place] of walks.at.entries()) {
        this.#add(here, place, { start: walks.starts[index] ?? at, at });
      }
      if (best === undefined) this.#add(here, 0, { start: at, at });
      const found = here.at.findIndex((place) => this.#program[place]?.kind === 'found');
      if (found !== -1) {
        // Later walks are less preferred; earlier ones may still find a better match.
        best = { start: here.starts[found] ?? at, end: at };
        here.at.length = found;
      }
      if (at >= this.#text.length || (here.at.length === 0 && best !== undefined)) break;
      const character = this.#characterAt(at);
      walks = this.#over(here, character);
      at += character.length;
      if (walks.at.length === 0 && best === undefined) at = this.#beginning(at);
    }
    return best;
  }

  /** The next place at which a match may begin: most characters of most texts begin none. */
  #beginning(from: number): number {
    if (this.#mayBegin === undefined) return from;
    let at = from;
    while (at < this.#text.length && !this.#mayBegin(this.#characterAt(at))) {
      at += (this.#text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
    }
    this.#budget.spend((at - from) / skippedPerStep);
    return at;
  }

  #walksFrom(at: number): Walks {
    this.#generation += 1;
    const walks: Walks = { at: [], starts: [] };
    this.#add(walks, 0, { start: at, at });
    return walks;
  }

  #step(walks: Walks, character: string, at: number): Walks {
    const next: Walks = { at: [], starts: [] };
    this.#generation += 1;
    for (const place of this.#over(walks, character).at) this.#add(next, place, { start: 0, at });
    return next;
  }

  /** The walks that go over a character, each at what comes after it. */
  #over({ at, starts }: Walks, character: string): Walks {
    const next: Walks = { at: [], starts: [] };
    for (const [index, place] of at.entries()) {
      const instruction = this.#program[place];
      this.#budget.spend(1);
      if (instruction?.kind !== 'one' || !instruction.is(character)) continue;
      next.at.push(place + 1);
      next.starts.push(starts[index] ?? 0);
    }
    return next;
  }

  /** Adds a walk, and what it may go on with before the next character. */
  #add(walks: Walks, place: number, from: { readonly start: number; readonly at: number }): void {
    const pending = [place];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#seen[next] === this.#generation) continue;
      this.#seen[next] = this.#generation;
      this.#budget.spend(1);
      const instruction = this.#program[next];
      if (instruction === undefined) continue;
      if (instruction.kind === 'fork') pending.push(instruction.second, instruction.first);
      else if (instruction.kind === 'place') {
        if (this.#isAt(instruction.is, from.at)) pending.push(next + 1);
      } else {
        walks.at.push(next);
        walks.starts.push(from.start);
      }
    }
  }

  #isAt(place: Assertion, at: number): boolean {
    if (place === 'start') return at === 0;
    if (place === 'end') return at === this.#text.length;
    const isBorder = isWord(this.#text[at - 1]) !== isWord(this.#text[at]);
    return isBorder === (place === 'word-border');
  }

  #characterAt(at: number): string {
    const point = this.#text.codePointAt(at);
    return point === undefined ? '' : String.fromCodePoint(point);
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
