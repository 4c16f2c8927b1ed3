import { createHash } from 'node:crypto';

/** A call that may be drawn. */
export interface Drawable {
  readonly suite: string;
  readonly model: string;
  /** The user's task. */
  readonly task: string;
  /** `benign`, `passed` (attacked, not followed), `followed`. */
  readonly kind: string;
  /** What tells the call from others: path of the run and place in it. */
  readonly id: string;
  /** Hash of what the small model is shown: runs repeat each other. */
  readonly content: string;
}

/**
 * Puts calls into an order of which every beginning is a sample, stratified by model, suite, kind
 * and task: one call of each stratum in turn, tasks in turn inside it. Turns are hashes of seed and
 * place, so that neither the order of files nor other strata change what is drawn. Of calls that
 * look alike to the small model one is drawn.
 */
export function inDrawOrder<Call extends Drawable>(
  calls: Iterable<Call>,
  seed: number,
): readonly Call[] {
  const unlike = new Map<string, Call>();
  const turnOf = (text: string): string =>
    createHash('sha256').update(`${seed} ${text}`).digest('hex');
  for (const call of calls) {
    const other = unlike.get(call.content);
    if (other === undefined || turnOf(call.id) < turnOf(other.id)) unlike.set(call.content, call);
  }
  const strata = Map.groupBy(unlike.values(), ({ model, suite, kind }) =>
    [model, suite, kind].join(' '),
  );
  const inTurn = [...strata]
    .toSorted(([a], [b]) => (turnOf(a) < turnOf(b) ? -1 : 1))
    .map(([, members]) => taskByTask(members, turnOf));
  return interleaved(inTurn);
}

function taskByTask<Call extends Drawable>(
  calls: readonly Call[],
  turnOf: (text: string) => string,
): readonly Call[] {
  const tasks = Map.groupBy(calls, ({ task }) => task);
  return interleaved(
    [...tasks]
      .toSorted(([a], [b]) => (turnOf(a) < turnOf(b) ? -1 : 1))
      .map(([, members]) => members.toSorted((a, b) => (turnOf(a.id) < turnOf(b.id) ? -1 : 1))),
  );
}

function interleaved<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all: Item[] = [];
  for (let at = 0; at < longest; at += 1) {
    for (const list of lists) {
      const item = list[at];
      if (item !== undefined) all.push(item);
    }
  }
  return all;
}
