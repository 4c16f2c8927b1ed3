import type { RecordedOf } from './recorded-event.ts';

/** A message in the form of the GenAI conventions: a role and parts. */
export interface GenAiMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly GenAiPart[];
  readonly finish_reason?: string;
}

type GenAiPart =
  | { readonly type: 'text'; readonly content: string }
  | {
      readonly type: 'tool_call';
      readonly id?: string;
      readonly name: string;
      readonly arguments: unknown;
    }
  | { readonly type: 'tool_call_response'; readonly id: string; readonly response: string };

/** A call as the model wrote it, with the id that it has once it was decided. */
export interface SaidCall {
  readonly id?: string;
  readonly tool: string;
  readonly args: string;
}

type Parts = RecordedOf<'turn-started'>['parts'];

export function turnMessage({ role, parts }: RecordedOf<'turn-started'>): GenAiMessage {
  return { role, parts: [{ type: 'text', content: textOf(parts) }] };
}

export function replyMessage(
  { text, stop }: RecordedOf<'generation-finished'>['reply'],
  calls: readonly SaidCall[],
): GenAiMessage {
  const said: readonly GenAiPart[] = text === '' ? [] : [{ type: 'text', content: text }];
  const finished = calls.length > 0 ? 'tool_call' : 'stop';
  return {
    role: 'assistant',
    parts: [...said, ...calls.map(callPart)],
    finish_reason: stop === 'truncated' ? 'length' : finished,
  };
}

export function resultMessage(id: string, response: string): GenAiMessage {
  return { role: 'tool', parts: [{ type: 'tool_call_response', id, response }] };
}

/** The result of a tool, as text. */
export function outputText(output: RecordedOf<'call-executed'>['output']): string {
  return typeof output === 'string' ? output : textOf(output.parts);
}

function callPart({ id, tool, args }: SaidCall): GenAiPart {
  const named = { type: 'tool_call', name: tool, arguments: argumentsIn(args) } as const;
  return id === undefined ? named : { ...named, id };
}

/** Arguments that are no JSON stay the text that the model wrote. */
function argumentsIn(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

/** Images and files stand there by their kind. */
function textOf(parts: Parts): string {
  return parts.map(({ kind, text }) => text ?? `[${kind}]`).join('');
}
