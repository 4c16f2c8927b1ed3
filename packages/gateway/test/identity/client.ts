import type { Rig } from '../gateway/harness.ts';
import { newCanary } from './hostile-model.ts';

export interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** One message in the form of Chat Completions. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly WireCall[];
  readonly tool_call_id?: string;
}

export interface Got {
  readonly status: number;
  /** Which run served it; empty where none did. */
  readonly run: string;
  /** By which the events of this request are found. */
  readonly decision: string;
  readonly message: ChatMessage | undefined;
}

export interface Caller {
  readonly rig: Rig;
  readonly key: string;
  /** Stands in the upstream's record: whose requests these are. */
  readonly model: string;
}

export interface Sent {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly string[];
}

const declared = ['read_mail', 'look_up', 'send_money'] as const;

/** The body of a request as `ask` writes it. */
export function bodyOf(model: string, { messages, tools }: Sent): string {
  return JSON.stringify({ model, messages, tools: (tools ?? declared).map(toolOf) });
}

/** One request for an answer. */
export async function ask({ rig, key, model }: Caller, sent: Sent): Promise<Got> {
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: bodyOf(model, sent),
  });
  const body: Completion = JSON.parse(await response.text());
  return {
    status: response.status,
    run: response.headers.get('x-sluice-run') ?? '',
    decision: response.headers.get('x-sluice-decision') ?? '',
    message: body.choices?.[0]?.message,
  };
}

interface Completion {
  readonly choices?: readonly { readonly message: ChatMessage }[];
}

function toolOf(name: string): object {
  return { type: 'function', function: { name, description: name, parameters: {} } };
}

export function say(role: 'system' | 'user', content: string): ChatMessage {
  return { role, content };
}

/** The results of the client's tools: a stranger's text, or a fact of our own. */
export function resultsOf(message: ChatMessage): readonly ChatMessage[] {
  return (message.tool_calls ?? []).map(({ id, function: { name } }) => {
    const content = name === 'read_mail' ? `A mail: ${newCanary()}` : `a fact, ${name}`;
    return { role: 'tool', tool_call_id: id, content };
  });
}
