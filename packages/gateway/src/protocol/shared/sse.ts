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

/** Keeps a connection open; a reader of events does not see it. */
export const sseComment: string = ': keep-alive\n\n';
