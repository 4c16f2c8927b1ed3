import { wireArgsText, wireSafe } from '@sluice/core';
import { placeholder, type PlainCall, type PlainMessage, type PlainPart } from '@sluice/core';
import { RequestError } from '../errors.ts';
import type { ClientRequest } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { customInput } from '../shared/wire.ts';
import { nameMediaType } from './content.ts';
import { reasoningFields } from './reasoning.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;

/** What rendering needs of a request besides the view: which calls are those of custom tools. */
export type Custom = Pick<ClientRequest, 'custom'>;

/** One message of a view. Ids of calls are passed on as they stand in it. */
export function renderMessage(message: PlainMessage, request: Custom): JsonObject {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, ...nameOf(message.parts), content: contentOf(message.parts) };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text === '' && message.calls.length > 0 ? null : message.text,
        ...(message.calls.length > 0 && {
          tool_calls: message.calls.map((call) => renderCall(call, request)),
        }),
        ...reasoningFields(message.reasoning),
      };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: contentOf(message.parts) };
  }
}

function renderCall(call: PlainCall, request: Custom): JsonObject {
  return callAs(wireSafe(call.tool), call, request);
}

/** A call in an answer: the client runs the tool that was decided on, by its own name. */
export function writeCall(call: PlainCall, request: Custom): JsonObject {
  return callAs(call.tool, call, request);
}

function callAs(name: string, { id, tool, args }: PlainCall, { custom }: Custom): JsonObject {
  return custom.has(tool)
    ? { id, type: 'custom', custom: { name, input: customInput(args, placeholder) } }
    : { id, type: 'function', function: { name, arguments: wireArgsText(args) } };
}

function contentOf(parts: readonly PlainPart[]): string | readonly unknown[] {
  const body = parts.filter((part) => !isName(part));
  const [first, ...rest] = body;
  if (first === undefined) return '';
  if (first.kind === 'text' && rest.length === 0) return first.text;
  return body.map((part) =>
    part.kind === 'text' ? { type: 'text', text: part.text } : mediumOf(part),
  );
}

/** An opaque part is the client's own, as `read` rebuilt it. */
function mediumOf({ data }: OpaquePart): JsonObject {
  if (isRecord(data) && typeof data['type'] === 'string') return data;
  throw new RequestError('unsupported_part', 'a message holds a part of another protocol', {
    hint: 'send images, sound and files as parts of Chat Completions',
  });
}

function nameOf(parts: readonly PlainPart[]): { readonly name?: unknown } {
  const part = parts.find(isName);
  return part?.kind === 'opaque' && isRecord(part.data) ? { name: part.data['name'] } : {};
}

function isName(part: PlainPart): boolean {
  return part.kind === 'opaque' && part.mediaType === nameMediaType;
}
