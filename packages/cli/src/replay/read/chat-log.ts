import { fieldsOf as fields, isNestedDeeper } from '../../json.ts';
import type { Declared } from './record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message of a log before results and calls are matched by their ids. */
export type LoggedMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly LoggedCall[] }
  | {
      readonly role: 'tool';
      readonly id: string;
      readonly text: string;
      readonly failed: boolean;
    };

export interface LoggedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Fields;
}

/** A conversation as one line of a log shows it: all that stood before, and the reply. */
export interface LoggedRequest {
  readonly agent: string;
  readonly model: string;
  readonly name: string;
  readonly declared: ReadonlyMap<string, Declared>;
  readonly messages: readonly LoggedMessage[];
}

/**
 * Reads a line of a log of OpenAI chat completions or Anthropic messages: a request, a request with
 * its response (also as `body` and `response.body`, as batches have them), or messages alone.
 * `undefined`: it is neither.
 */
export function readChatLog(value: unknown): LoggedRequest | undefined {
  if (Array.isArray(value)) return requestFrom({ messages: value }, undefined);
  const line = fields(value);
  const request = inner(line['request']) ?? inner(line['body']) ?? line;
  return requestFrom(request, inner(line['response']) ?? line['response'], line);
}

/** The content of `body`, where there is one. */
function inner(value: unknown): Fields | undefined {
  const found = fields(value);
  const body = fields(found['body']);
  if (Object.keys(body).length > 0) return body;
  return Object.keys(found).length > 0 ? found : undefined;
}

function requestFrom(
  request: Fields,
  response: unknown,
  line: Fields = {},
): LoggedRequest | undefined {
  const { messages, system, model, tools } = request;
  if (!Array.isArray(messages) || !messages.every(hasRole)) return undefined;
  const all = [...listOf(messages), ...repliesIn(fields(response))];
  const read = all.flatMap((message) => readMessage(fields(message)));
  const prompt = textOf(system);
  const names = [line['conversation_id'], line['custom_id'], line['id']];
  return {
    agent: named(line['agent'] ?? request['agent'], 'chat'),
    model: named(fields(response)['model'] ?? model, 'unnamed'),
    name: named(
      names.find((name) => typeof name === 'string'),
      'conversation',
    ),
    declared: declaredIn(tools),
    messages: prompt === '' ? read : [{ role: 'system', text: prompt }, ...read],
  };
}

function hasRole(message: unknown): boolean {
  return typeof fields(message)['role'] === 'string';
}

/** The first choice of OpenAI's reply, or Anthropic's reply itself. */
function repliesIn(response: Fields): readonly unknown[] {
  const { choices, role, content } = response;
  if (Array.isArray(choices)) return choices.slice(0, 1).map((choice) => fields(choice)['message']);
  return role === 'assistant' && content !== undefined ? [response] : [];
}

function readMessage(message: Fields): readonly LoggedMessage[] {
  const { role, content } = message;
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', text: textOf(content) }];
    case 'tool': {
      const id = named(message['tool_call_id'], '');
      return [{ role, id, text: textOf(content), failed: false }];
    }
    case 'user':
      return userMessages(content);
    case 'assistant':
      return [{ role, text: textOf(content), calls: callsIn(message) }];
    default:
      return [];
  }
}

/** Anthropic's results stand in a user message, before what the user says. */
function userMessages(content: unknown): readonly LoggedMessage[] {
  const blocks = listOf(content).map(fields);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const text = textOf(content);
  return [
    ...results.map((block): LoggedMessage => {
      const { tool_use_id: id, content: result, is_error: failed } = block;
      return { role: 'tool', id: named(id, ''), text: textOf(result), failed: failed === true };
    }),
    ...(results.length > 0 && text === '' ? [] : [{ role: 'user' as const, text }]),
  ];
}

function callsIn({ tool_calls: calls, content }: Fields): readonly LoggedCall[] {
  const functions = listOf(calls).map((call): LoggedCall => {
    const { id, function: called } = fields(call);
    const { name, arguments: args } = fields(called);
    return { id: named(id, ''), tool: named(name, ''), args: argumentsOf(args) };
  });
  const uses = listOf(content)
    .map(fields)
    .filter(({ type }) => type === 'tool_use');
  const used = uses.map(({ id, name, input }): LoggedCall => {
    return { id: named(id, ''), tool: named(name, ''), args: argumentsOf(input) };
  });
  return [...functions, ...used];
}

/** Arguments as an object or as JSON; what is neither stays visible as one argument. */
export function argumentsOf(value: unknown): Fields {
  if (typeof value !== 'string') return fields(value);
  // What goes down into it would not come up again.
  if (isNestedDeeper(value)) return { arguments: value };
  try {
    const parsed: unknown = JSON.parse(value === '' ? '{}' : value);
    if (typeof parsed === 'object' && parsed !== null) return fields(parsed);
  } catch {
    // Half a call, as a truncated reply leaves it: its text is still somebody's choice.
  }
  return { arguments: value };
}

/** OpenAI's declarations stand inside `function`, Anthropic's call the schema `input_schema`. */
export function declaredIn(tools: unknown): ReadonlyMap<string, Declared> {
  const entries = listOf(tools).map((tool) => {
    const outer = fields(tool);
    const inside = fields(outer['function']);
    const { name, description, parameters, input_schema: schema } = { ...outer, ...inside };
    const declared = {
      description: named(description, ''),
      parameters: fields(schema ?? parameters),
    };
    return [named(name, ''), declared] as const;
  });
  return new Map(entries.filter(([name]) => name !== ''));
}

/** A text, or the text of its blocks; a value of another kind as JSON. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((block: unknown) => (typeof block === 'string' ? block : fields(block)['text']))
    .filter((text) => typeof text === 'string')
    .join('');
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function named(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
