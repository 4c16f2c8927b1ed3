import { textOf, type PlainMessage, type View } from '@sluice/core';

/** All text of a view that a reader may use, in order. */
export function seenIn({ messages }: Pick<View, 'messages'>): string {
  return messages.map(textOfMessage).join('\n');
}

function textOfMessage(message: PlainMessage): string {
  if (message.role !== 'assistant') return textOf(message.parts);
  return [message.text, ...message.calls.map(({ args }) => args)].join('\n');
}

/**
 * True if a text stands there as a whole: `36.4` does not stand in `36.45` or `136.4`, and nothing
 * stands in a longer word.
 */
export function standsIn(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + wanted.length);
    if (!joins(before, wanted) && !joins(wanted, after)) return true;
  }
  return false;
}

/** True if a word or a number goes on from one text into the next. */
function joins(before: string, after: string): boolean {
  return (
    (/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) ||
    (/\d$/.test(before) && /^\.\d/.test(after)) ||
    (/\d\.$/.test(before) && /^\d/.test(after))
  );
}
