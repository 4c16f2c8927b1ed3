import { expect, test } from 'vitest';
import type { View } from '../history/plain.ts';
import { textOf } from './chat-model.ts';
import { scriptedModel } from './scripted.ts';

const signal = new AbortController().signal;
const view: View = {
  tools: [],
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'pay bob' }] }],
};

test('a script reads the view that it is shown', async () => {
  const model = scriptedModel(({ view: shown }) => {
    const [first] = shown.messages;
    const said = first?.role === 'user' ? textOf(first.parts) : '';
    return { calls: [{ tool: 'pay', args: { to: said.slice(4) } }] };
  });
  expect(await model.generate({ view }, { signal })).toEqual({
    text: '',
    calls: [{ tool: 'pay', args: '{"to":"bob"}' }],
    stop: 'complete',
  });
  expect(model.requests).toEqual([{ view }]);
});

test('a list is said in order, streamed, and then used up', async () => {
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
  const half = { text: 'b', stop: 'truncated', calls: [{ tool: 't', args: '{' }], usage } as const;
  const model = scriptedModel(['a', half], { name: 'mine' });
  const deltas: string[] = [];
  const options = { signal, onText: (delta: string) => deltas.push(delta) };
  expect(await model.generate({ view }, options)).toMatchObject({ text: 'a' });
  expect(await model.generate({ view }, options)).toEqual(half);
  expect(deltas).toEqual(['a', 'b']);
  await expect(model.generate({ view }, options)).rejects.toMatchObject({
    code: 'model-failed',
    problem: '`mine` has no reply 3',
  });
});

test('a script is not asked once the signal is aborted', async () => {
  const model = scriptedModel(['a']);
  const generated = model.generate({ view }, { signal: AbortSignal.abort() });
  await expect(generated).rejects.toMatchObject({ code: 'aborted' });
  expect(model.requests).toEqual([]);
});

test('a reply that comes after the abort is not used', async () => {
  const controller = new AbortController();
  const model = scriptedModel(() => {
    controller.abort();
    return 'late';
  });
  const generated = model.generate({ view }, { signal: controller.signal });
  await expect(generated).rejects.toMatchObject({ code: 'aborted' });
});
