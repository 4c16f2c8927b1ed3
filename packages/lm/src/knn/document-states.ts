import { SluiceError } from '@sluice/core';
import type { HiddenStates } from '../port/hidden-states.ts';
import { knnLimits } from './knn-limits.ts';

/**
 * One document's part of the datastore (permissive propagation 3.4, 4.4): for each of its tokens
 * but the first, the state of the prefix before it, and the token. A prefix begins with its own
 * document, so what is precomputed depends on nothing else.
 */
export interface DocumentStates {
  /** Rows of `width`, one an entry. */
  readonly keys: Float32Array;
  readonly width: number;
  /** The next token of each entry. */
  readonly tokens: Int32Array;
}

/**
 * Precomputes a document by one forward pass. Throws `limit-exceeded` for one that is too long, and
 * what the model throws.
 */
export async function documentStates(
  model: HiddenStates,
  tokens: readonly number[],
  { signal }: { readonly signal: AbortSignal },
): Promise<DocumentStates> {
  if (tokens.length > knnLimits.documentTokensMax) throw tooLong();
  // The first token has no prefix, and nothing follows the last: one token alone says nothing.
  if (tokens.length < 2) return { keys: new Float32Array(), width: 0, tokens: new Int32Array() };
  const { hidden, width } = await model.states(
    { tokens: tokens.slice(0, -1), from: 0 },
    { signal },
  );
  if (width < 1 || hidden.length !== width * (tokens.length - 1)) throw misshapen();
  return { keys: hidden, width, tokens: Int32Array.from(tokens.slice(1)) };
}

/** Bytes that a document takes. */
export function bytesOf({ keys, tokens }: DocumentStates): number {
  return keys.byteLength + tokens.byteLength;
}

function tooLong(): SluiceError {
  const most = knnLimits.documentTokensMax;
  return new SluiceError('limit-exceeded', `a document has more than ${most} tokens`, {
    hint: 'cut documents into passages before they are read',
  });
}

function misshapen(): SluiceError {
  return new SluiceError('model-failed', 'the states of a document have another size than asked', {
    hint: 'report this: `HiddenStates` gives one row of `width` a position from `from` on',
  });
}
