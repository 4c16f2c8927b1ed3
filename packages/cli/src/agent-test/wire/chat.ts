import { fieldsOf } from '../../json.ts';
import type { Act } from '../goal.ts';
import type { Seen } from '../scripted-model.ts';
import { declaredIn, itemsOf, textIn } from './values.ts';

/** A request of Chat Completions, as far as the scripted model looks at it. */
export function chatSeen(body: unknown): { readonly seen: Seen; readonly isStreamed: boolean } {
  const { messages, stream, tools } = fieldsOf(body);
  const all = itemsOf(messages).map(fieldsOf);
  const turn = all.findLastIndex(({ role }) => role === 'user');
  const calls = all.slice(turn + 1).flatMap(({ tool_calls: made }) =>
    itemsOf(made).map((call) => {
      const { name, arguments: args } = fieldsOf(fieldsOf(call)['function']);
      return { tool: textIn(name), args: textIn(args) };
    }),
  );
  const text = all.map(({ content }) => textIn(content)).join('\n');
  return { seen: { text, calls, declared: declaredIn(tools) }, isStreamed: stream === true };
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export function chatReply(act: Act, id: string): object {
  const message = { role: 'assistant', ...contentOf(act, id) };
  const choice = { index: 0, message, finish_reason: reasonOf(act), logprobs: null };
  return { ...head(id), object: 'chat.completion', choices: [choice], usage };
}

export function chatEvents(act: Act, id: string): readonly object[] {
  const chunk = (delta: object, reason: string | null): object => ({
    ...head(id),
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const { tool_calls: calls, ...rest } = contentOf(act, id);
  const numbered = calls?.map((call, index) => ({ index, ...call }));
  return [
    chunk({ role: 'assistant', ...rest, ...(numbered && { tool_calls: numbered }) }, null),
    chunk({}, reasonOf(act)),
    { ...head(id), object: 'chat.completion.chunk', choices: [], usage },
  ];
}

function head(id: string): object {
  return { id, created: 0, model: 'scripted' };
}

function reasonOf({ kind }: Act): string {
  return kind === 'call' ? 'tool_calls' : 'stop';
}

interface ChatContent {
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
}

function contentOf(act: Act, id: string): ChatContent {
  if (act.kind === 'answer') return { content: act.text };
  const called = { name: act.tool, arguments: act.args };
  return {
    content: null,
    tool_calls: [{ id: `call-${id}`, type: 'function', function: called }],
  };
}
