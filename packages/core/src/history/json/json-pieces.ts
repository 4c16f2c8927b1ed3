import { limits } from '../../limits.ts';

/** A list where it is short. */
export type Pieces = readonly [string] | Generator<string, void, void>;

/**
 * The text that `JSON.stringify` writes of a JSON value, in pieces. Each takes some milliseconds,
 * so a long one can be written with turns for others in between. A short text is one piece.
 */
export function jsonPieces(value: unknown): Pieces {
  return measure(value) > limits.textAtOnceMax ? longPieces(value) : [textOf(value)];
}

function* longPieces(value: unknown): Generator<string, void, void> {
  const long = new Set<unknown>();
  measure(value, long);
  let piece = '';
  for (const text of textsIn(value, long)) {
    piece += text;
    if (piece.length < pieceMax) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** UTF-16 units. */
const pieceMax = limits.textSliceMax;

/** About how long its text is; what is longer than one piece and has parts is put into `long`. */
function measure(value: unknown, long?: Set<unknown>): number {
  if (typeof value === 'string') return value.length;
  if (!isContainer(value)) return 1;
  let size = 1;
  if (isList(value)) for (const each of value) size += 1 + measure(each, long);
  else for (const key in value) size += key.length + measure(value[key], long);
  if (size > pieceMax) long?.add(value);
  return size;
}

function* textsIn(value: unknown, long: ReadonlySet<unknown>): Generator<string, void, void> {
  if (typeof value === 'string') yield* stringPieces(value);
  else if (!long.has(value) || !isContainer(value)) yield textOf(value);
  else if (isList(value)) {
    let before = '[';
    for (const each of value) {
      yield before;
      yield* textsIn(each, long);
      before = ',';
    }
    yield ']';
  } else {
    let before = '{';
    for (const [key, each] of Object.entries(value)) {
      if (isNothing(each)) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* textsIn(each, long);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

function* stringPieces(text: string): Generator<string, void, void> {
  if (text.length <= pieceMax) return yield JSON.stringify(text);
  yield '"';
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at);
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

/** A character of two units is not cut in two: half of one is written as an escape. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + pieceMax, text.length);
  const isCut = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isCut ? end - 1 : end;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Anything else (a label, a number in its own text) says itself how it is written. */
function isContainer(value: unknown): value is Container {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function isList(value: Container): value is readonly unknown[] {
  return Array.isArray(value);
}

/** JSON leaves it out of an object. */
function isNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function textOf(value: unknown): string {
  return isNothing(value) ? 'null' : JSON.stringify(value);
}
