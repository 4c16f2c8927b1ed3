import type { Answer } from '../protocol.ts';

/**
 * One server-sent event as text. Its data is JSON on one line, so that no text in it can end the
 * event or begin another; `name` is a word of the protocol, never of a model or a client.
 */
export function sseEvent(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** A line of data that is not JSON, e.g. `[DONE]`. */
export function sseLine(data: string): string {
  return `data: ${data}\n\n`;
}

/**
 * The rest of the answer's text, still to be sent. A text of ours may stand behind any other; every
 * other text must begin with what was sent, since that cannot be taken back: anything else throws.
 */
export function restOf({ text, withheld }: Answer, sent: string): string {
  if (text.startsWith(sent)) return text.slice(sent.length);
  if (withheld) return `\n\n${text}`;
  throw new Error('the answer does not begin with the text that was streamed');
}
