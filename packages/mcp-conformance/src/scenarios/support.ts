import type { Answer, Connection, Pending, Sent } from '../client/connection.ts';
import { holds, type Stage } from '../scenario.ts';
import type { Call } from '../server/call.ts';
import { at, type Fields, isFields } from '../wire/message.ts';

/** A call of the scripted server's tool, which the scenario answers by hand. */
export async function held(stage: Stage, client: Connection, sent: Sent = {}): Promise<Held> {
  stage.server.on('tools/call', () => undefined);
  const asked = { meta: { progressToken: 'held' }, ...sent };
  const pending = client.request('tools/call', { name: 'slow', arguments: {} }, asked);
  const call = await stage.until('the call to reach the server', stage.server.next('tools/call'));
  return { pending, call };
}

/** Sends progress of a held call, which every proxy knows. */
export function tick({ message, send }: Call, progress: number, more: Fields = {}): void {
  const progressToken = at(message.fields, 'params', '_meta', 'progressToken');
  send(notification('notifications/progress', { progressToken, progress, ...more }));
}

export interface Held {
  readonly pending: Pending;
  readonly call: Call;
}

export function callTool(
  client: Connection,
  params: Fields = {},
  sent: Sent = {},
): Promise<Answer> {
  return client.request('tools/call', { name: 'echo', arguments: {}, ...params }, sent).answer;
}

/** Calls a tool once more, to see that the connection still works. */
export async function stillWorks(stage: Stage, client: Connection): Promise<void> {
  stage.server.on('tools/call', (call) => call.answer(saying(call, 'still here')));
  const answer = await stage.until('an answer to a later call', callTool(client));
  holds(textOf(answer) === 'still here', 'a later call on the same connection failed');
}

export function saying({ era }: Call, text: string): Fields {
  const result = { content: [{ type: 'text', text }] };
  return era === '2026-07-28' ? { resultType: 'complete', ...result } : result;
}

export function textOf({ fields }: Answer): unknown {
  return at(fields, 'result', 'content', 0, 'text');
}

/** True if the client was told that its call failed: by an error, a status or a broken stream. */
export async function failed(answer: Promise<Answer>): Promise<boolean> {
  try {
    const { fields } = await answer;
    const result = at(fields, 'result');
    return !isFields(result) || at(result, 'isError') === true;
  } catch {
    return true;
  }
}

export function notification(method: string, params: Fields): Fields {
  return { jsonrpc: '2.0', method, params };
}
