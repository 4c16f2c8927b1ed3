import { expect, test } from 'vitest';
import { shadowModel } from './shadow-model.ts';

const signal = new AbortController().signal;
const reply = {
  text: '',
  calls: [{ tool: 'pay', args: '{"to":"éve","amount":12}' }],
  stop: 'complete',
} as const;

function viewWith(text: string) {
  return {
    view: { tools: [], messages: [{ role: 'user', parts: [{ kind: 'text', text }] }] },
  } as const;
}

test.each([
  ['all values', 'pay éve 12', 1],
  ['one value missing', 'pay éve', 0],
  ['nothing', '', 0],
])('from a view with %s', async (_, text, calls) => {
  const model = shadowModel('m', reply);
  const draft = await model.generate(viewWith(''), { signal });
  const narrow = await model.generate(viewWith(text), { signal });
  expect([draft.calls.length, narrow.calls.length]).toEqual([1, calls]);
});
