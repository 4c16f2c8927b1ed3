import { canonicalJson } from '../history/canonical.ts';
import type { PlainMessage, PlainPart } from '../history/plain.ts';

/**
 * Names a message by its canonical content, and calls by the ids that we minted. JSON spacing,
 * cache
 * markers and reasoning do not count.
 */
export function keyOf(message: PlainMessage): string {
  switch (message.role) {
    case 'system':
    case 'user':
      return JSON.stringify([message.role, partsKey(message.parts)]);
    case 'assistant':
      return JSON.stringify([
        'assistant',
        message.calls.length === 0 ? message.text : '',
        message.calls.map(({ id }) => id),
      ]);
    case 'tool':
      return JSON.stringify([
        'tool',
        message.callId,
        partsKey(message.parts),
        ...(message.failed === true ? ['failed'] : []),
      ]);
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
