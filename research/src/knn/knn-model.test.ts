import { placeholder, type View } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import type { ChatTemplate } from '../../../packages/local/src/llama/template/chat-template.ts';
import { callText } from '../../../packages/local/src/llama/reply/call-text.ts';
import type { PromptPart } from '../../../packages/local/src/port/prompt.ts';
import { fakeStates, wordTokenizer } from '../../../packages/local/src/testing/fake-states.ts';
import { Datastore } from './datastore.ts';
import { knnModel, type KnnModelOptions } from './knn-model.ts';

const signal = new AbortController().signal;

/** Turns as questions, results as documents, cut as asked. */
const template: ChatTemplate = {
  model: 'fake',
  prompt: ({ messages }, { cut = (part: PromptPart) => [part] } = {}) => ({
    parts: messages.flatMap((message) => {
      if (message.role === 'assistant') return [];
      const kind = message.role === 'tool' ? 'document' : 'question';
      return message.parts.flatMap((part): readonly PromptPart[] =>
        part.kind === 'text' ? cut({ kind, text: part.text }) : [],
      );
    }),
  }),
};

function viewOf(question: string, ...results: readonly string[]): View {
  const tool = { name: 'send', description: '', parameters: {} };
  return {
    tools: [tool],
    messages: [
      { role: 'user', parts: [{ kind: 'text', text: question }] },
      ...results.map((text, at) => {
        const parts = [{ kind: 'text' as const, text }];
        return { role: 'tool' as const, callId: `${at}`, tool: 'read', parts };
      }),
    ],
  };
}

function modelOf(more: Partial<KnnModelOptions> = {}) {
  const states = fakeStates();
  const model = knnModel({
    model: states,
    tokenizer: wordTokenizer(),
    datastore: new Datastore(states),
    tenant: 't',
    k: 4,
    temperature: 0.01,
    gamma: 0.9,
    template,
    ends: () => false,
    outputTokensMax: 3,
    ...more,
  });
  return { model, states };
}

test('it answers with what the results of tools say', async () => {
  const { model } = modelOf();
  const said: string[] = [];
  const onText = (text: string): void => void said.push(text);
  const view = viewOf('so the pin', 'the pin is 1234 ok');
  const reply = await model.generate({ view }, { signal, onText });
  expect(reply).toEqual({ text: 'is 1234 ok', calls: [], stop: 'truncated' });
  expect(said).toEqual(['is 1234 ok']);
  expect(model.name).toBe('knn:fake');
});

test('an end is an end', async () => {
  const tokenizer = wordTokenizer();
  const [end] = tokenizer.encode('ok', { control: false });
  const { model } = modelOf({ tokenizer, ends: (token) => token === end, outputTokensMax: 9 });
  const view = viewOf('so the pin', 'the pin is 1234 ok');
  expect(await model.generate({ view }, { signal })).toMatchObject({
    text: 'is 1234',
    stop: 'complete',
  });
});

test('a call is read as the local models write it', async () => {
  const call = { tool: 'send', args: '{"to":"bob"}' };
  const { model } = modelOf({ outputTokensMax: callText(call).split(' ').length });
  const view = viewOf('so now I', `then now I ${callText(call)}`);
  const { calls, text } = await model.generate({ view }, { signal });
  expect(calls.map(({ tool, args }) => [tool, JSON.parse(args)])).toEqual([
    ['send', { to: 'bob' }],
  ]);
  expect(text).toBe('');
});

describe('what is hidden', () => {
  test('is no document, and what stands around it is the same as before', async () => {
    const { model, states } = modelOf();
    const whole = viewOf('so the pin', `the pin is 1234 ok ${placeholder} and more`);
    await model.generate({ view: whole }, { signal });
    const documents = states.calls.filter(({ from }) => from === 0).length;
    const other = viewOf('so the pin', `the pin is 1234 ok ${placeholder}`);
    const { text } = await model.generate({ view: other }, { signal });
    expect(text).toBe('is 1234 ok');
    expect(states.calls.filter(({ from }) => from === 0)).toHaveLength(documents);
  });
});

test('it cannot be made to call', async () => {
  const { model } = modelOf();
  const asked = model.generate({ view: viewOf('hi'), mustCall: 'send' }, { signal });
  await expect(asked).rejects.toMatchObject({ code: 'model-failed' });
});
