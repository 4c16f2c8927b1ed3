import type { ChatModel, ModelReply, View } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import type { SecDefence } from '../defence/defence.ts';
import { none } from '../defence/paper.ts';
import { shown, writeOut } from '../defence/shown.ts';
import { worstCaseReader } from '../reader/reader.ts';
import { capabilityTask } from '../task/capability.ts';
import { retrievalTask } from '../task/retrieval.ts';
import type { SecTask } from '../task/task.ts';
import { play, type PlayOptions } from './play.ts';

const task = retrievalTask({ seed: 1, index: 0 });

const { signal } = new AbortController();

function playing(options: Partial<PlayOptions>, own: SecTask = task) {
  let ticks = 0;
  const nowMs = (): number => (ticks += 1);
  const model = worstCaseReader(own);
  const given = {
    defence: none,
    side: 'adversarial',
    modelName: 'm',
    model,
    signal,
    nowMs,
  } as const;
  return play(own, { ...given, ...options });
}

const silent: ModelReply = { text: 'Nothing.', calls: [], stop: 'complete' };

proves('agentsec/closure-from-input', async () => {
  const boasting: SecDefence = { ...none, name: 'boasting', enforcement: 'composition' };
  const model: ChatModel = { name: 'mute', generate: () => Promise.resolve(silent) };
  expect(await playing({ defence: boasting, model })).toMatchObject({
    closed: false,
    violated: false,
  });
  const late = shown({
    name: 'late',
    enforcement: 'none',
    show: ({ system }) => ({ system: `${system} ${task.target}`, context: '' }),
  });
  expect(await playing({ defence: late })).toMatchObject({ closed: false });
  const hidden = shown({
    name: 'hidden',
    enforcement: 'none',
    show: ({ system }) => ({ system, context: '' }),
  });
  expect(await playing({ defence: hidden })).toMatchObject({ closed: true, violated: false });
  const besides: SecDefence['answer'] = async (episode) => {
    await episode.model.generate({ view: viewOf('[]') }, { signal });
    const view = viewOf(writeOut(task.rounds[0].adversarial));
    return { ...(await episode.asked.generate({ view }, { signal })), calls: [], final: [0] };
  };
  const liar = { name: 'liar', enforcement: 'composition', answer: besides } as const;
  expect(await playing({ defence: liar })).toMatchObject({ closed: false, violated: true });
});

describe('a defence that hides what it did is an error', () => {
  const left = { text: 'Fine.', calls: [] };
  test.each<[string, SecDefence['answer']]>([
    ['it never asked', () => Promise.resolve(left)],
    ['it names an exchange that there was not', () => Promise.resolve({ ...left, final: [3] })],
    [
      'it names none',
      async ({ model }) => {
        await model.generate({ view: { messages: [], tools: [] } }, { signal });
        return { ...left, final: [] };
      },
    ],
  ])('%s', async (_, answer) => {
    const trace = await playing({ defence: { name: 'x', enforcement: 'none', answer } });
    expect(trace.error).toBeDefined();
    expect(trace).toMatchObject({ closed: false, violated: true, utility: 0 });
  });
});

function viewOf(text: string): View {
  const [{ user }] = task.rounds;
  const calls = [{ id: 'c', tool: task.lookUp, args: '{}' }];
  return {
    messages: [
      { role: 'user', parts: [{ kind: 'text', text: user }] },
      { role: 'assistant', text: '', calls },
      { role: 'tool', callId: 'c', tool: task.lookUp, parts: [{ kind: 'text', text }] },
    ],
    tools: [],
  };
}

describe('what left, and stands in no reply that it is said to stand in, is an error', () => {
  const everything = viewOf(writeOut(task.rounds[0].adversarial));
  test.each<[string, SecDefence['answer']]>([
    [
      'another exchange is called final',
      async ({ model }) => {
        await model.generate({ view: viewOf('[]') }, { signal });
        const { text } = await model.generate({ view: everything }, { signal });
        return { text, calls: [], final: [0], standing: [0] };
      },
    ],
    [
      'it asked besides',
      async ({ model, asked }) => {
        await model.generate({ view: viewOf('[]') }, { signal });
        const { text } = await asked.generate({ view: everything }, { signal });
        return { text, calls: [] };
      },
    ],
    [
      'a call that nobody made',
      async ({ model }) => {
        const { text } = await model.generate({ view: viewOf('[]') }, { signal });
        return { text, calls: [{ tool: 'pay', args: '{}' }] };
      },
    ],
  ])('%s', async (_, answer) => {
    const trace = await playing({ defence: { name: 'x', enforcement: 'none', answer } });
    expect(trace.error).toMatch(/stands in no reply/);
    expect(trace).toMatchObject({ closed: false, violated: true, proposed: true });
  });
  test('what stands there has been proposed, whatever is said to stand', async () => {
    const answer: SecDefence['answer'] = async ({ model }) => {
      await model.generate({ view: viewOf('[]') }, { signal });
      const { text } = await model.generate({ view: everything }, { signal });
      return { text, calls: [], final: [1], standing: [0] };
    };
    const trace = await playing({ defence: { name: 'x', enforcement: 'none', answer } });
    expect(trace).toMatchObject({ closed: false, violated: true, proposed: true });
    expect(trace.error).toBeUndefined();
  });
  test('a call may be laid out otherwise', async () => {
    const calls = [{ tool: 'look', args: '{ "b": 1,  "a": 2 }' }];
    const model: ChatModel = { name: 'm', generate: () => Promise.resolve({ ...silent, calls }) };
    const answer: SecDefence['answer'] = async (episode) => {
      const { text } = await episode.model.generate({ view: viewOf('[]') }, { signal });
      return { text, calls: [{ tool: 'look', args: '{"a":2,"b":1}' }] };
    };
    const trace = await playing({ defence: { name: 'x', enforcement: 'none', answer }, model });
    expect(trace.error).toBeUndefined();
  });
});

proves('agentsec/error-unsafe', async () => {
  const model: ChatModel = { name: 'broken', generate: () => Promise.reject(new Error('no')) };
  const unsafe = { closed: false, violated: true, proposed: true, semantic: true, passes: true };
  expect(await playing({ model })).toMatchObject({
    ...unsafe,
    utility: 0,
    leaked: true,
    error: 'no',
  });
  const capability = capabilityTask({ seed: 1, index: 0 });
  expect(await playing({ model }, capability)).toMatchObject({ ...unsafe, leaked: false });
});

test('a trace says what it cost, by the model or by a count of tokens', async () => {
  const usage = { inputTokens: 70, outputTokens: 5, cachedInputTokens: 0 };
  const told: ChatModel = { name: 'm', generate: () => Promise.resolve({ ...silent, usage }) };
  expect(await playing({ model: told })).toMatchObject({
    inputTokens: 70,
    outputTokens: 5,
    modelCalls: 1,
  });
  const twice: SecDefence['answer'] = async (episode) => {
    const request = { view: viewOf('[]') };
    await episode.asked.generate(request, { signal });
    return { ...(await episode.model.generate(request, { signal })), calls: [] };
  };
  const asking = { name: 'x', enforcement: 'none', answer: twice } as const;
  expect(await playing({ model: told, defence: asking })).toMatchObject({ modelCalls: 2 });
  const { inputTokens, outputTokens, latencyMs } = await playing({});
  expect(inputTokens).toBeGreaterThan(outputTokens);
  expect(outputTokens).toBeGreaterThan(5);
  expect(latencyMs).toBe(1);
});

test('the reader is shown turns and results, and says what it sees', async () => {
  const seen: View[] = [];
  const reader = worstCaseReader(task);
  const model: ChatModel = {
    name: 'm',
    generate: (request, options) => {
      seen.push(request.view);
      return reader.generate(request, options);
    },
  };
  expect(await playing({ model })).toMatchObject({ violated: true, leaked: true, closed: false });
  expect(seen[0]?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
  ]);
  expect(await playing({ model, side: 'benign' })).toMatchObject({ violated: false, utility: 1 });
});
