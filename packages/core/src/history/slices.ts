import { limits } from '../limits.ts';

/** Work that stops now and then for others to get their turn. */
export type Slices<Result> = Generator<void, Result, void>;

/** Does the work at once where it is one slice, otherwise one slice in each turn of the loop. */
export function inTurns<Result>(
  slices: Slices<Result>,
  signal?: AbortSignal,
): Result | Promise<Result> {
  const first = slices.next();
  return first.done === true ? first.value : rest(slices, signal);
}

async function rest<Result>(slices: Slices<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await ownTurn();
    signal?.throwIfAborted();
    const next = slices.next();
    if (next.done === true) return next.value;
  }
}

/** Lets others get their turn before so many characters are gone through once more. */
export async function beforeLong(characters: number): Promise<void> {
  if (characters > limits.argumentsAtOnceMax) await ownTurn();
}

const waiting: (() => void)[] = [];

/** The next turn of the loop that no other long work has: all of it together gets one each. */
export async function ownTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) nextTurn(letNext);
  });
}

function letNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) nextTurn(letNext);
}

/** Calls back in a turn of its own: promises alone would let no timer and no input through. */
function nextTurn(resume: () => void): void {
  // Timers wait for a millisecond at least, but browsers have nothing else.
  if (typeof setImmediate === 'function') setImmediate(resume);
  else setTimeout(resume, 0);
}

/** Does the work in one go, for what is known to be little. */
export function atOnce<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const next = slices.next();
    if (next.done === true) return next.value;
  }
}
