import { resultsOf, say, type ChatMessage } from '../identity/client.ts';
import type { Killable } from './killable.ts';

export interface Answered {
  readonly status: number;
  readonly decision: string;
  readonly message: ChatMessage;
}

const tools = ['read_mail', 'look_up', 'send_money'].map((name) => {
  return { type: 'function', function: { name, description: name, parameters: {} } };
});

export function post(
  { url, key }: Killable,
  messages: readonly ChatMessage[],
  stream = false,
): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages, tools, stream }),
  });
}

export async function ask(gateway: Killable, messages: readonly ChatMessage[]): Promise<Answered> {
  const response = await post(gateway, messages);
  const body: { choices: [{ message: ChatMessage }] } = JSON.parse(await response.text());
  const decision = response.headers.get('x-sluice-decision') ?? '';
  return { status: response.status, decision, message: body.choices[0].message };
}

export function callIdsIn({ message }: Pick<Answered, 'message'>): readonly string[] {
  return message.tool_calls?.map(({ id }) => id) ?? [];
}

/** A client that works until its gateway is killed. */
export async function untilKilled(
  gateway: Killable,
  messages: ChatMessage[],
  onAnswer: () => void,
): Promise<void> {
  try {
    for (;;) {
      goOn(messages, (await ask(gateway, messages)).message);
      onAnswer();
    }
  } catch {
    // It was killed: the client holds what it had before.
  }
}

export function goOn(messages: ChatMessage[], message: ChatMessage): void {
  const results = resultsOf(message);
  messages.push(message, ...results);
  if (results.length === 0) messages.push(say('user', 'look it up'));
}
