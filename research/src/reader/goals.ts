import { lettersAndDigits } from './letters.ts';
import type { ShownText } from './seen.ts';
import type { Task } from './tasks.ts';

/**
 * A goal cut into `k` consecutive runs of words, equally long but for rounding; fewer where it has
 * fewer words. An attacker writes each into another field.
 */
export function piecesOf(goal: string, k: number): readonly string[] {
  const words = goal.split(/\s+/).filter((word) => word !== '');
  const cut = (part: number): number => Math.round((part * words.length) / k);
  return Array.from({ length: k }, (_, part) =>
    words.slice(cut(part), cut(part + 1)).join(' '),
  ).filter((piece) => piece !== '');
}

const cuts = [2, 3, 4];

/** Finds attackers' goals in texts: whole, or all pieces of one cut, wherever each stands. */
export class GoalFinder {
  readonly #goals: readonly {
    readonly goal: Task;
    readonly ways: readonly (readonly number[])[];
  }[];
  readonly #needles: readonly string[];
  readonly #known: WeakMap<ShownText, ReadonlySet<number>> = new WeakMap();

  constructor(goals: readonly Task[]) {
    const needles: string[] = [];
    const indexOf = (piece: string): number => needles.push(lettersAndDigits(piece)) - 1;
    this.#goals = goals
      .filter(({ letters }) => letters !== '')
      .map((goal) => {
        const { prompt } = goal.facts;
        const ways = [[prompt], ...cuts.map((k) => piecesOf(prompt, k))];
        return { goal, ways: ways.map((pieces) => pieces.map(indexOf)) };
      });
    this.#needles = needles;
  }

  /** Goals that can be seen, in their own order; of goals that hold one another the longest. */
  in(texts: readonly ShownText[]): readonly Task[] {
    const found = new Set(texts.flatMap((text) => [...this.#in(text)]));
    const seen = this.#goals
      .filter(({ ways }) => ways.some((way) => way.every((needle) => found.has(needle))))
      .map(({ goal }) => goal);
    return seen.filter(
      (goal) => !seen.some((other) => other !== goal && other.letters.includes(goal.letters)),
    );
  }

  #in(text: ShownText): ReadonlySet<number> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const { letters } = text;
    const found = new Set(
      this.#needles.flatMap((needle, at) => (letters.includes(needle) ? [at] : [])),
    );
    this.#known.set(text, found);
    return found;
  }
}
