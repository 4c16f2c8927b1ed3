import { fieldsOf } from '../../json.ts';
import type { Act } from '../goal.ts';
import type { Seen } from '../scripted-model.ts';
import { declaredIn, itemsOf, textIn } from './values.ts';

/** A request of the Responses API, as far as the scripted model looks at it. */
export function responseSeen(body: unknown): { readonly seen: Seen; readonly isStreamed: boolean } {
  const { input, instructions, stream, tools } = fieldsOf(body);
  const all = itemsOf(input).map(fieldsOf);
  const turn = all.findLastIndex(({ role }) => role === 'user');
  const calls = all.slice(turn + 1).flatMap(({ type, name, arguments: args }) => {
    return type === 'function_call' ? [{ tool: textIn(name), args: textIn(args) }] : [];
  });
  const given = typeof input === 'string' ? input : all.map(textIn).join('\n');
  const text = `${textIn(instructions)}\n${given}`;
  return { seen: { text, calls, declared: declaredIn(tools) }, isStreamed: stream === true };
}

export function responseReply(act: Act, id: string): object {
  return responseWith(id, { status: 'completed', output: [itemOf(act, id)] });
}

export function responseEvents(act: Act, id: string): readonly object[] {
  const item = itemOf(act, id);
  const place = { output_index: 0, item_id: `item-${id}` };
  const empty = responseWith(id, { status: 'in_progress', output: [] });
  const inner = act.kind === 'call' ? argumentEvents(act.args, place) : textEvents(act.text, place);
  const events: readonly Event[] = [
    { type: 'response.created', response: empty },
    { type: 'response.output_item.added', output_index: 0, item: begun(item, act) },
    ...inner,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: responseReply(act, id) },
  ];
  return events.map((event, at) => ({ ...event, sequence_number: at }));
}

/** An event of a stream. */
interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Place = Readonly<Record<string, unknown>>;

function argumentEvents(args: string, place: Place): readonly Event[] {
  return [
    { type: 'response.function_call_arguments.delta', ...place, delta: args },
    { type: 'response.function_call_arguments.done', ...place, arguments: args },
  ];
}

function textEvents(text: string, place: Place): readonly Event[] {
  const at = { ...place, content_index: 0 };
  const part = { type: 'output_text', annotations: [], logprobs: [] };
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...at, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: { ...part, text } },
  ];
}

function begun(item: object, act: Act): object {
  return {
    ...item,
    status: 'in_progress',
    ...(act.kind === 'call' ? { arguments: '' } : { content: [] }),
  };
}

function itemOf(act: Act, id: string): object {
  const common = { id: `item-${id}`, status: 'completed' };
  if (act.kind === 'call') {
    const called = { name: act.tool, arguments: act.args, call_id: `call-${id}` };
    return { ...common, type: 'function_call', ...called };
  }
  const part = { type: 'output_text', text: act.text, annotations: [], logprobs: [] };
  return { ...common, type: 'message', role: 'assistant', content: [part] };
}

function responseWith(id: string, more: object): object {
  const details = { cached_tokens: 0, cache_write_tokens: 0 };
  const usage = {
    input_tokens: 1,
    input_tokens_details: details,
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  return {
    id,
    object: 'response',
    created_at: 0,
    model: 'scripted',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: false,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage,
    ...more,
  };
}
