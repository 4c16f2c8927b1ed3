import { fieldsOf, jsonIn } from '../../json.ts';
import type { Act } from '../goal.ts';
import type { Seen } from '../scripted-model.ts';
import { itemsOf, textIn } from './values.ts';

/** A request of Anthropic's Messages, as far as the scripted model looks at it. */
export function messagesSeen(body: unknown): { readonly seen: Seen; readonly isStreamed: boolean } {
  const { messages, system, stream, tools } = fieldsOf(body);
  const all = itemsOf(messages).map(fieldsOf);
  const turn = all.findLastIndex(({ role, content }) => role === 'user' && !holdsResult(content));
  const calls = all
    .slice(turn + 1)
    .flatMap(({ content }) => itemsOf(content).map(fieldsOf))
    .filter(({ type }) => type === 'tool_use')
    .map(({ name, input }) => ({ tool: textIn(name), args: JSON.stringify(input) }));
  const declared = itemsOf(tools).flatMap((tool) => {
    const { name, description, input_schema: parameters } = fieldsOf(tool);
    if (typeof name !== 'string') return [];
    return [{ name, description: textIn(description ?? ''), parameters: fieldsOf(parameters) }];
  });
  const text = [textIn(system), ...all.map(({ content }) => textIn(content))].join('\n');
  return { seen: { text, calls, declared }, isStreamed: stream === true };
}

function holdsResult(content: unknown): boolean {
  return itemsOf(content).some((block) => fieldsOf(block)['type'] === 'tool_result');
}

const usage = { input_tokens: 1, output_tokens: 1 };

export function messagesReply(act: Act, id: string): object {
  return { ...head(id), content: [blockOf(act, id)], stop_reason: reasonOf(act), usage };
}

export function messagesEvents(act: Act, id: string): readonly object[] {
  const isCall = act.kind === 'call';
  const empty = isCall ? { ...blockOf(act, id), input: {} } : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: act.args }
    : { type: 'text_delta', text: act.text };
  return [
    {
      type: 'message_start',
      message: { ...head(id), content: [], stop_reason: null, usage },
    },
    { type: 'content_block_start', index: 0, content_block: empty },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: reasonOf(act), stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: 'message_stop' },
  ];
}

function head(id: string): object {
  return { id, type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null };
}

function blockOf(act: Act, id: string): object {
  if (act.kind === 'answer') return { type: 'text', text: act.text };
  return { type: 'tool_use', id: `toolu_${id}`, name: act.tool, input: jsonIn(act.args) };
}

function reasonOf({ kind }: Act): string {
  return kind === 'call' ? 'tool_use' : 'end_turn';
}
