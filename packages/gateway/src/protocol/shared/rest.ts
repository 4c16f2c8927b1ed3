import type { Answer } from '../protocol.ts';

/**
 * What is still to be sent of the answer's text. A text of ours may stand behind any other; every
 * other text must begin with what was sent, since that cannot be taken back: anything else throws.
 */
export function restOf({ text, withheld }: Answer, sent: string): string {
  if (text.startsWith(sent)) return text.slice(sent.length);
  if (withheld) return `\n\n${text}`;
  throw new Error('the answer does not begin with the text that was streamed');
}
