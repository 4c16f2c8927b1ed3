import { fieldsOf as fields, isNestedDeeper, jsonIn } from '../../json.ts';
import {
  argumentsOf,
  declaredIn,
  listOf,
  type LoggedMessage,
  type LoggedRequest,
  named,
} from './chat-log.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The model calls in OpenTelemetry spans that follow the GenAI conventions: an OTLP export
 * (`resourceSpans`), a span alone, or a span whose attributes are an object. Contents stand in
 * `gen_ai.input.messages` and `gen_ai.output.messages`, on the span or on one of its events, as
 * JSON or as values. `undefined`: the value holds no span.
 */
export function readSpans(value: unknown): readonly LoggedRequest[] | undefined {
  const record = fields(value);
  const spans = Array.isArray(record['resourceSpans'])
    ? listOf(record['resourceSpans']).flatMap(spansOf)
    : [record].filter(isSpan);
  return spans.length === 0 && !('resourceSpans' in record) ? undefined : spans.flatMap(requestOf);
}

function spansOf(resource: unknown): readonly Fields[] {
  return listOf(fields(resource)['scopeSpans'])
    .flatMap((scope) => listOf(fields(scope)['spans']))
    .map(fields)
    .toSorted((a, b) => timeOf(a) - timeOf(b));
}

function timeOf({ startTimeUnixNano: time }: Fields): number {
  return Number(time ?? 0);
}

function isSpan(record: Fields): boolean {
  const ids = [record['traceId'] ?? record['trace_id'], record['spanId'] ?? record['span_id']];
  const isNamed = ids.some((id) => typeof id === 'string');
  return isNamed || Object.keys(attributesOf(record)).some((name) => name.startsWith('gen_ai.'));
}

/** Spans without contents, such as those of the agent around, are no model call. */
function requestOf(span: Fields): readonly LoggedRequest[] {
  const events = listOf(span['events']).map((event) => attributesOf(fields(event)));
  const all = [...events, attributesOf(span)];
  const found: Fields = Object.fromEntries(all.flatMap((one) => Object.entries(one)));
  const messages = [
    ...systemIn(parsed(found['gen_ai.system_instructions'])),
    ...listOf(parsed(found['gen_ai.input.messages'])).flatMap(readMessage),
    ...listOf(parsed(found['gen_ai.output.messages'])).slice(0, 1).flatMap(readMessage),
  ];
  if (!messages.some(({ role }) => role === 'user' || role === 'assistant')) return [];
  const model = found['gen_ai.response.model'] ?? found['gen_ai.request.model'];
  const trace = found['gen_ai.conversation.id'] ?? span['traceId'] ?? span['trace_id'];
  return [
    {
      agent: named(found['gen_ai.agent.name'], 'chat'),
      model: named(model, 'unnamed'),
      name: named(trace, 'conversation'),
      declared: declaredIn(parsed(found['gen_ai.tool.definitions'])),
      messages,
    },
  ];
}

function systemIn(instructions: unknown): readonly LoggedMessage[] {
  const text = textIn(listOf(instructions).map(fields));
  return text === '' ? [] : [{ role: 'system', text }];
}

function readMessage(value: unknown): readonly LoggedMessage[] {
  const { role, parts: given } = fields(value);
  const parts = listOf(given).map(fields);
  const text = textIn(parts);
  const results = parts
    .filter(({ type }) => type === 'tool_call_response')
    .map((part): LoggedMessage => {
      const { id, response, result } = part;
      const body = response ?? result;
      const shown = typeof body === 'string' ? body : JSON.stringify(body ?? '');
      return { role: 'tool', id: named(id, ''), text: shown, failed: false };
    });
  switch (role) {
    case 'system':
      return [{ role, text }];
    case 'assistant':
      return [{ role, text, calls: parts.filter(({ type }) => type === 'tool_call').map(callOf) }];
    case 'user':
    case 'tool':
      return results.length > 0 && text === '' ? results : [...results, { role: 'user', text }];
    default:
      return [];
  }
}

function callOf({ id, name, arguments: args }: Fields): {
  readonly id: string;
  readonly tool: string;
  readonly args: Fields;
} {
  return { id: named(id, ''), tool: named(name, ''), args: argumentsOf(args) };
}

function textIn(parts: readonly Fields[]): string {
  return parts
    .filter(({ type }) => type === 'text')
    .map(({ content }) => named(content, ''))
    .join('');
}

/** Attributes as an object, or as OTLP's list of keys and typed values. */
function attributesOf({ attributes }: Fields): Fields {
  if (!Array.isArray(attributes)) return fields(attributes);
  const entries = attributes.map((attribute: unknown) => {
    const { key, value } = fields(attribute);
    return [String(key), plainValue(value)] as const;
  });
  return Object.fromEntries(entries);
}

/** A typed value of OTLP as plain JSON. */
function plainValue(value: unknown): unknown {
  const { arrayValue, kvlistValue, ...simple } = fields(value);
  if (arrayValue !== undefined) return listOf(fields(arrayValue)['values']).map(plainValue);
  if (kvlistValue === undefined) return Object.values(simple)[0];
  return attributesOf({ attributes: fields(kvlistValue)['values'] });
}

/** JSON where it was recorded as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return isNestedDeeper(value) ? undefined : jsonIn(value);
}
