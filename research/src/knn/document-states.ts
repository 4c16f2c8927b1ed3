import { SluiceError } from '@sluice/core';
import type { HiddenStates } from '@sluice/local';
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
 * Precomputes a document by one forward pass. Throws `limit-exceeded` for one that is too long (for
 * `knnLimits`, or for the model's context, whichever is less), `model-failed` for states that are
 * not finite or not of the size asked, and what the model throws.
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
    { tokens: tokens.slice(0, -1), from: 0, next: false },
    { signal },
  );
  const document = { keys: hidden, width, tokens: Int32Array.from(tokens.slice(1)) };
  if (!isWhole(document)) throw misshapen();
  return document;
}

/** True if there is one row for each entry, of finite numbers: no distance is known otherwise. */
function isWhole({ keys, width, tokens }: DocumentStates): boolean {
  const isSized = keys.length === width * tokens.length && (width > 0 || tokens.length === 0);
  return isSized && keys.every(Number.isFinite);
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

export function misshapen(): SluiceError {
  return new SluiceError('model-failed', 'states have another size than asked, or are not finite', {
    hint: 'take other weights; `HiddenStates` gives one finite row of `width` a position',
  });
}
