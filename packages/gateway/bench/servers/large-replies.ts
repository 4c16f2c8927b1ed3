import { limits } from '../../src/limits.ts';

/** Replies that say as much as is read, as they stand on the wire. */

/** Room for the keys of arguments. */
const units = limits.replyUnitsMax - 1_000;
const sentence = 'The rain over Basel ends at noon, and the ferry leaves from pier four. ';
const common = { id: 'chatcmpl-bench', created: 1_700_000_000, model: 'bench-1' };

/** Text; the same with a letter beyond Latin-1; escapes; arguments: a text, numbers, many values. */
const shapes: readonly (() => object)[] = [
  () => ({ content: textOf(units) }),
  () => ({ content: `€${textOf(units - 1)}` }),
  () => ({ content: '\n"'.repeat(units / 2) }),
  () => callWith({ key: textOf(units) }),
  () => callWith({ key: textOf(units / 4), more: Array.from({ length: 80_000 }, (_, at) => at) }),
  () => callWith({ key: `1.0 ${textOf(units / 2)}`, more: { [textOf(100)]: [1.5] } }),
];

/** Made beforehand: who makes one keeps all others waiting. */
const made = shapes.map((said) => {
  return { whole: Buffer.from(whole(said())), streamed: Buffer.from(streamed(said())) };
});

export function largeReply({ isStream, shape }: { isStream: boolean; shape: number }): Buffer {
  const reply = made[Math.floor(shape / 2) % made.length];
  if (reply === undefined) throw new Error('there is no such reply');
  return isStream ? reply.streamed : reply.whole;
}

function whole(said: object): string {
  const message = { role: 'assistant', content: null, refusal: null, ...said };
  const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
  const choices = [{ index: 0, message, logprobs: null, finish_reason }];
  return JSON.stringify({ ...common, object: 'chat.completion', choices });
}

/** In one event. */
function streamed(said: object): string {
  const delta = { role: 'assistant', ...said };
  const finish = 'tool_calls' in delta ? 'tool_calls' : 'stop';
  return `${event(delta, null)}${event({}, finish)}data: [DONE]\n\n`;
}

function event(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices })}\n\n`;
}

function callWith(args: object): object {
  const called = { name: 'look_up', arguments: JSON.stringify(args) };
  return { tool_calls: [{ index: 0, id: 'call_bench', type: 'function', function: called }] };
}

function textOf(length: number): string {
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
}
