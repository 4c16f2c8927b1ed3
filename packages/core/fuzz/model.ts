import type { Reply } from '../src/spec/world.ts';
import { hash, Rng } from './rng.ts';
import type { Scenario } from './scenario.ts';
import { secretMark } from './text.ts';

/** What a generation is made from besides its view: what two runs have in common above it. */
export interface Occasion {
  /** Decides the public structure of a reply to a view that holds a secret. */
  readonly structure: string;
  /** Whether the reply must make a call, so that a high step does not end the turn. */
  readonly mustCall: boolean;
}

/**
 * A hostile agent: it writes what it sees into tool names, argument keys and values, and texts, and
 * signals with how many calls it makes. It is a pure function of the view; only where the view
 * holds a secret does the public structure of its reply (how many calls, which declared tools)
 * follow the occasion, so that two runs agree in it.
 */
export function hostileReply(scenario: Scenario, view: string, occasion?: Occasion): Reply {
  const isHigh = view.includes(secretMark);
  const own = new Rng(hash(`${scenario.seed} ${view}`));
  const structure = structureOf(scenario, view, isHigh ? occasion : undefined);
  const rng = structure === undefined ? own : new Rng(hash(`${scenario.seed} ${structure}`));
  const seen = new Voice(own, view, isHigh);
  const isAnswer = occasion?.mustCall !== true && rng.chance(answerPercent(view));
  const count = isAnswer ? 0 : 1 + (rng.chance(30) ? rng.below(3) : 0);
  const calls = Array.from({ length: count }, () => callOf(scenario, rng, seen));
  return { text: seen.word(), calls, truncated: rng.chance(3) };
}

/** What decides the structure of a reply instead of what the agent sees. */
function structureOf(
  { isSteady }: Scenario,
  view: string,
  occasion: Occasion | undefined,
): string | undefined {
  if (occasion !== undefined) return `occasion ${occasion.structure}`;
  // A steady agent makes the same reads from a wide and a narrow view, so that they come out again.
  return isSteady ? `steady ${view.split('"user"').length} ${generationsIn(view)}` : undefined;
}

function generationsIn(view: string): number {
  return view.split('"assistant"').length - 1;
}

/** Agents grow tired, so that runs stay short. */
function answerPercent(view: string): number {
  return Math.min(80, 15 + 12 * generationsIn(view));
}

function callOf({ tools }: Scenario, rng: Rng, seen: Voice): Reply['calls'][number] {
  const isDeclared = rng.chance(90);
  const declared = rng.pick(tools).name;
  const tool = isDeclared ? declared : `${seen.word()}_x`;
  const kind = rng.below(20);
  if (kind === 0) return { tool, args: `{"a":${seen.word()}` };
  // Few distinct arguments, so that reads come out again and policies give one ruling twice.
  const value = kind < 8 ? `v${kind % 3}` : seen.word();
  const args = kind % 2 === 0 ? { a: value } : { [seen.word()]: value, b: kind };
  return { tool, args: JSON.stringify(args, null, kind % 4 === 0 ? 1 : 0) };
}

/** Writes what the agent saw: a digest of all of it, or a piece. */
class Voice {
  readonly #rng: Rng;
  readonly #view: string;
  readonly #mark: string;

  constructor(rng: Rng, view: string, isHigh: boolean) {
    this.#rng = rng;
    this.#view = view;
    this.#mark = isHigh ? secretMark : '';
  }

  word(): string {
    const kind = this.#rng.below(10);
    if (kind === 0 && this.#view.includes('[redacted]')) return `${this.#mark}[redacted]`;
    if (kind < 4) {
      const at = this.#rng.below(this.#view.length);
      const piece = this.#view.slice(at, at + 6).replaceAll(/[^a-z0-9]/g, '');
      return `${this.#mark}w${piece}`;
    }
    if (kind === 9) return this.#mark;
    return `${this.#mark}${this.#rng.word()}`;
  }
}
