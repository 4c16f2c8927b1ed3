import type { Reply } from '../src/spec/world.ts';
import { loweringsBefore } from './lowerings.ts';
import { hash, Rng } from './rng.ts';
import { toolNamed, type Scenario } from './scenario.ts';
import { secretMark } from './text.ts';

/**
 * The things that two runs have in common at a generation, though their views may differ above it.
 */
export interface Occasion {
  /** Decides the structure of a reply to a view that holds a secret; else the view's own does. */
  readonly structure: string | undefined;
  /** How likely such a reply is an answer, in percent. 0: whatever the view, a call is made. */
  readonly answerPercent: number | undefined;
}

/**
 * A hostile agent: it writes what it sees into tool names, argument keys and values, and texts, and
 * signals with how many calls it makes, and by failing (`undefined`). It is a pure function of the
 * view; only where the view holds a secret does the public structure of its reply (how many calls,
 * which declared tools) follow the occasion, so that two runs agree in it.
 */
export function hostileReply(
  scenario: Scenario,
  view: string,
  occasion?: Occasion,
): Reply | undefined {
  const isHigh = view.includes(secretMark);
  const own = new Rng(hash(`${scenario.seed} ${view}`));
  const followed = isHigh || mayBeShownMore(scenario, view) ? occasion : undefined;
  const structure = structureOf(scenario, view, followed);
  const rng = structure === undefined ? own : new Rng(hash(`${scenario.seed} ${structure}`));
  const steady = scenario.isSteady ? rng : undefined;
  const seen = new Voice({ own, steady, view, mark: isHigh ? secretMark : '' });
  // A step of one run alone must not end the turn.
  const mayFail = scenario.failures > 0 && occasion?.answerPercent !== 0;
  const fate = followed === undefined ? own : rng;
  if (mayFail && fate.chance(scenario.failures)) return undefined;
  const percent = followed?.answerPercent ?? answerPercent(view);
  const isAnswer = occasion?.answerPercent !== 0 && rng.chance(percent);
  const count = isAnswer ? 0 : 1 + (rng.chance(30) ? rng.below(3) : 0);
  const named = namesIn(view);
  const calls = Array.from({ length: count }, () => callOf({ scenario, named }, rng, seen));
  const isControl = view.includes(hintMark);
  const made = isControl ? varied(calls, { rng, named }) : calls;
  return { text: seen.word(), calls: made, truncated: rng.chance(isControl ? 10 : 3) };
}

/** Stands in a view in which nothing but control is decided, as it is escaped there. */
const hintMark = String.raw`\"enum\":[\"later\"]`;

/** The same calls, or nearly: who decides them apart from a draft may come to something else. */
function varied(
  calls: Reply['calls'],
  { rng, named }: { readonly rng: Rng; readonly named: readonly string[] },
): Reply['calls'] {
  const [first, ...more] = calls;
  if (first === undefined) return calls;
  switch (rng.below(9)) {
    case 0:
      return [{ ...first, tool: rng.pick(named) ?? first.tool }, ...more];
    case 1:
      return [{ ...first, args: first.args.replace(/"body":\s?"[^"]*",?\s*/, '') }, ...more];
    case 2:
      return [first, first, ...more];
    case 3:
      return calls.toReversed();
    case 4:
      return calls.slice(0, -1);
    default:
      return calls;
  }
}

/**
 * True where a person may have lowered what stays above the observer, which they do in each run by
 * its own secret. Then a view between the two may hold a secret in one run and none in the other,
 * and no mark tells the second that its number of calls is public structure: the runs would make
 * other numbers of calls above the observer, which `keep` does not hide. What such a view says in
 * words still depends on all of it, and a view at the observer is compared byte for byte.
 */
function mayBeShownMore(scenario: Scenario, view: string): boolean {
  const turn = view.split('["user"').length - 2;
  return scenario.structure === 'keep' && turn > 0 && loweringsBefore(scenario, turn) > 0;
}

/** The world as another model reads it, which drafts: it does something else with what it sees. */
export function drafting(scenario: Scenario): Scenario {
  return { ...scenario, seed: hash(`${scenario.seed} drafting`) };
}

/** The text that decides the structure of a reply, in place of all that the agent sees. */
function structureOf(
  { isSteady }: Scenario,
  view: string,
  occasion: Occasion | undefined,
): string | undefined {
  if (occasion?.structure !== undefined) return occasion.structure;
  // A steady agent makes the same reads from a wide and a narrow view, so that they come out again.
  const isPublic = isSteady || occasion !== undefined;
  return isPublic ? `${view.split('"user"').length} ${generationsIn(view)}` : undefined;
}

function generationsIn(view: string): number {
  return view.split('"assistant"').length - 1;
}

/** Agents grow tired, so that runs stay short. */
function answerPercent(view: string): number {
  return Math.min(85, 12 + 14 * generationsIn(view));
}

/** The names of the tools that a view shows, as `viewText` writes it. */
function namesIn(view: string): readonly string[] {
  const [tools]: readonly [readonly string[]] = JSON.parse(view);
  return tools.map((tool) => tool.slice(0, tool.indexOf(':')));
}

/** Calls a tool by the name that the view shows, or by one that somebody might have given it. */
function callOf(
  { scenario, named }: { readonly scenario: Scenario; readonly named: readonly string[] },
  rng: Rng,
  seen: Voice,
): Reply['calls'][number] {
  const isDeclared = rng.chance(90);
  const wanted = rng.pick(scenario.tools);
  const guessed = `${wanted.name}x${rng.below(2)}`;
  const shown = named.find((name) => toolNamed(scenario, name) === wanted);
  const tool = isDeclared ? (shown ?? guessed) : `${seen.word()}_x`;
  const kind = rng.below(20);
  if (kind === 0) return { tool, args: `{"a":${seen.word()}` };
  // Few distinct arguments, so that policies give one ruling twice.
  // What it asks for may decide the label of what it gets.
  const few = wanted.asked !== undefined && kind < 4 ? seen.choice() : kind % 3;
  const value = kind < 8 ? `v${few}` : seen.word();
  const isSaid = wanted.data.length > 0 && kind % 4 < 3;
  const said = isSaid ? { body: kind === 19 ? kind : seen.own() } : {};
  const args = kind % 2 === 0 ? { a: value, ...said } : { [seen.word()]: value, ...said, b: kind };
  return { tool, args: JSON.stringify(args, null, kind % 4 === 0 ? 1 : 0) };
}

/** Writes what the agent saw: a digest of all of it, or a piece. */
class Voice {
  readonly #own: Rng;
  readonly #steady: Rng | undefined;
  readonly #view: string;
  readonly #mark: string;

  constructor(of: { own: Rng; steady: Rng | undefined; view: string; mark: string }) {
    this.#own = of.own;
    this.#steady = of.steady;
    this.#view = of.view;
    this.#mark = of.mark;
  }

  /** Whatever it saw, however steady it acts. */
  own(): string {
    return `${this.#mark}${this.#own.word()}`;
  }

  /** One of a few things, by what it saw. */
  choice(): number {
    return this.#steady?.chance(80) === true ? this.#steady.below(3) : this.#own.below(3);
  }

  word(): string {
    if (this.#steady?.chance(80) === true) return `v${this.#steady.below(3)}`;
    const kind = this.#own.below(10);
    if (kind === 0 && this.#view.includes('[redacted]')) {
      return `${this.#mark}${this.#own.pick(['[redacted]', '[REDACTED]', '%5bredacted%5D'])}`;
    }
    if (kind < 4) {
      const at = this.#own.below(this.#view.length);
      const piece = this.#view.slice(at, at + 6).replaceAll(/[^a-z0-9]/g, '');
      return `${this.#mark}w${piece}`;
    }
    return kind === 9 ? this.#mark : `${this.#mark}${this.#own.word()}`;
  }
}
