import { canonicalJson } from '../../history/json/canonical.ts';
import { jsonPieces, type Pieces } from '../../history/json/json-pieces.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import { limits } from '../../limits.ts';
import type { Slices } from '../../history/slices.ts';

/**
 * Names a message by its canonical content, and calls by the ids that we minted. JSON spacing,
 * cache
 * markers and reasoning do not count.
 */
export function keyOf(message: PlainMessage): string {
  return JSON.stringify(named(message));
}

/** The same in pieces, for who lets others have their turn in between. */
export function keyPieces(message: PlainMessage): Pieces {
  return jsonPieces(named(message));
}

/** The keys of messages, with a stop behind so much of them. */
export function* keysInSlices(messages: readonly PlainMessage[]): Slices<readonly string[]> {
  const keys: string[] = [];
  let left: number = limits.textAtOnceMax;
  for (const message of messages) {
    let key = '';
    for (const piece of keyPieces(message)) {
      if (left <= 0) {
        yield;
        left = limits.textSliceMax;
      }
      left -= piece.length;
      key += piece;
    }
    keys.push(key);
  }
  return keys;
}

function named(message: PlainMessage): readonly unknown[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [message.role, partsKey(message.parts)];
    case 'assistant':
      return [
        'assistant',
        message.calls.length === 0 ? message.text : '',
        message.calls.map(({ id }) => id),
      ];
    case 'tool':
      return [
        'tool',
        message.callId,
        partsKey(message.parts),
        ...(message.failed === true ? ['failed'] : []),
      ];
  }
}

/** Lists of text alone, whose JSON is canonical as it is. */
function partsKey(parts: readonly PlainPart[]): readonly (string | readonly string[])[] {
  return parts.map((part) => {
    const least = part.least === undefined ? [] : [part.least];
    if (part.kind === 'opaque') return [part.mediaType, canonicalJson(part.data), ...least];
    return part.least === undefined ? part.text : [part.text, ...least];
  });
}
