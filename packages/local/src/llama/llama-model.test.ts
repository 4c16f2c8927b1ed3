import type { ModelReply, PlainMessage, PlainTool, View } from '@sluice/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { gbnfMatches } from '../../test/gbnf-match.ts';
import { proves } from '../testing/proves.ts';
import { useTiny } from '../../test/use-tiny.ts';
import { replyText } from './reply/call-text.ts';
import { llamaModel } from './llama-model.ts';
import { replyGrammar } from './reply/reply-grammar.ts';

const tiny = useTiny({ contextTokensMax: 2_048 });
const { signal } = new AbortController();

function viewOf(text: string, tools: readonly PlainTool[] = []): View {
  return { messages: [{ role: 'user', parts: [{ kind: 'text', text }] }], tools };
}

/** Short values, so that a model that says nothing sensible comes to an end. */
const set: PlainTool = {
  name: 'set',
  description: 'Sets a level.',
  parameters: {
    type: 'object',
    properties: {
      level: { enum: ['low', 'high'] },
      note: { type: 'string', maxLength: 3 },
      tags: { type: 'array', items: { type: 'boolean' }, maxItems: 3 },
    },
    required: ['level', 'tags'],
  },
};
const stop: PlainTool = {
  name: 'stop',
  description: 'Stops.',
  parameters: { type: 'object', additionalProperties: false },
};
const tools = [set, stop];

describe('under tools', () => {
  const replies: ModelReply[] = [];
  beforeAll(async () => {
    for (let seed = 1; seed <= 24; seed += 1) {
      const sampling = { temperature: 2, seed };
      const model = llamaModel(tiny.llama, { outputTokensMax: 150, sampling });
      replies.push(await model.generate({ view: viewOf(`Go ${seed}`, tools) }, { signal }));
    }
  });

  proves('llama/calls-well-formed', () => {
    const complete = replies.filter((reply) => reply.stop === 'complete');
    const grammar = replyGrammar({ tools }) ?? '';
    for (const reply of complete) {
      expect(gbnfMatches(grammar, replyText(reply))).toBe(true);
      expect(reply.text === '' || reply.calls.length === 0).toBe(true);
      for (const { tool, args } of reply.calls) {
        expect(['set', 'stop']).toContain(tool);
        expect(typeof JSON.parse(args)).toBe('object');
      }
    }
    expect(complete.length).toBeGreaterThan(0);
  });

  proves('llama/truncated', async () => {
    const whole = await forced(300);
    expect(whole).toMatchObject({ stop: 'complete', calls: [{ tool: 'set' }] });
    const half = await forced((whole.usage?.outputTokens ?? 0) - 3);
    expect(half).toMatchObject({ stop: 'truncated', calls: [{ tool: 'set' }] });
    const [args, part] = [whole.calls[0]?.args ?? '', half.calls[0]?.args ?? 'none'];
    expect(part.length).toBeLessThan(args.length);
    expect(args.startsWith(part)).toBe(true);
    expect(await forced(5)).toMatchObject({ stop: 'truncated', text: '', calls: [] });
    const free = await llamaModel(tiny.llama, { outputTokensMax: 5 }).generate(
      { view: viewOf('Talk.') },
      { signal },
    );
    expect(free).toMatchObject({ stop: 'truncated', calls: [] });
    expect(free.text).not.toBe('');
  });

  proves('llama/must-call', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { calls, text, stop: end } = await forced(300, { temperature: 2, seed });
      expect(end).toBe('complete');
      expect(text).toBe('');
      expect(calls.map(({ tool }) => tool)).toEqual(['set']);
    }
  });

  function forced(
    outputTokensMax: number,
    sampling?: { readonly temperature: number; readonly seed: number },
  ): Promise<ModelReply> {
    const model = llamaModel(tiny.llama, { outputTokensMax, sampling });
    return model.generate({ view: viewOf('Go', tools), mustCall: 'set' }, { signal });
  }
});

proves('llama/pure', async () => {
  const shared = llamaModel(tiny.llama, { outputTokensMax: 20 });
  const long = 'What stands in this text? '.repeat(20);
  const answered: PlainMessage = { role: 'assistant', text: 'Nothing.', calls: [] };
  const views = [
    viewOf(long),
    viewOf(`${long} And here?`),
    viewOf('Short'),
    { messages: [...viewOf(long).messages, answered, ...viewOf('Sure?').messages], tools },
    viewOf(long),
  ];
  for (const view of views) {
    const fresh = llamaModel(tiny.llama, { outputTokensMax: 20 });
    const [after, first] = [
      await shared.generate({ view }, { signal }),
      await fresh.generate({ view }, { signal }),
    ];
    expect(after).toMatchObject({ text: first.text, calls: first.calls, stop: first.stop });
  }
});

test('tokens are counted: read, kept from before, and written', async () => {
  const model = llamaModel(tiny.llama, { outputTokensMax: 7 });
  const view = viewOf('Count these.');
  const first = await model.generate({ view }, { signal });
  const again = await model.generate({ view }, { signal });
  const inputTokens = first.usage?.inputTokens ?? 0;
  expect(first.usage).toEqual({ inputTokens, outputTokens: 7, cachedInputTokens: 0 });
  expect(again.usage).toEqual({ ...first.usage, cachedInputTokens: inputTokens - 1 });
});

test('text is handed on as it comes, whole characters at a time', async () => {
  const deltas: string[] = [];
  const sampling = { temperature: 3, seed: 7 };
  const reply = await llamaModel(tiny.llama, { outputTokensMax: 200, sampling }).generate(
    { view: viewOf('Talk.') },
    { signal, onText: (delta) => deltas.push(delta) },
  );
  expect(deltas.length).toBeGreaterThan(50);
  expect(deltas.join('')).toBe(reply.text.slice(0, deltas.join('').length));
  expect(reply.text.length - deltas.join('').length).toBeLessThanOrEqual(4);
});

test('calls are not handed on as text', async () => {
  const deltas: string[] = [];
  await llamaModel(tiny.llama).generate(
    { view: viewOf('Go', tools), mustCall: 'stop' },
    { signal, onText: (delta) => deltas.push(delta) },
  );
  expect(deltas).toEqual([]);
});

test('a model has the name that clearances know it by', () => {
  expect(llamaModel(tiny.llama).name).toBe('llama:tiny');
  expect(llamaModel(tiny.llama, { name: 'local' }).name).toBe('local');
});

describe('errors', () => {
  proves('llama/no-silent-cut', async () => {
    const model = llamaModel(tiny.llama);
    const generated = model.generate({ view: viewOf('word '.repeat(2_048)) }, { signal });
    await expect(generated).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  test('a reply ends where the room ends', async () => {
    const most = tiny.llama.contextTokensMax;
    const view = viewOf('a'.repeat(most - 30));
    const reply = await llamaModel(tiny.llama).generate({ view }, { signal });
    const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
    expect([reply.stop, inputTokens + outputTokens]).toEqual(['truncated', most]);
  });

  test('what is aborted before it begins, and while it runs, says so', async () => {
    const model = llamaModel(tiny.llama, { outputTokensMax: 30 });
    const view = viewOf('Talk.');
    const before = model.generate({ view }, { signal: AbortSignal.abort() });
    await expect(before).rejects.toMatchObject({ code: 'aborted' });
    const abort = new AbortController();
    const handedOn: string[] = [];
    const onText = (delta: string): void => {
      handedOn.push(delta);
      abort.abort();
    };
    const during = model.generate({ view }, { signal: abort.signal, onText });
    await expect(during).rejects.toMatchObject({ code: 'aborted' });
    const [broken] = handedOn;
    const answered: PlainMessage = { role: 'assistant', text: broken ?? '', calls: [] };
    const next = { messages: [...view.messages, answered, ...view.messages], tools: [] };
    const after = await model.generate({ view: next }, { signal });
    const fresh = await llamaModel(tiny.llama, { outputTokensMax: 30 }).generate(
      { view: next },
      { signal },
    );
    expect(after.text).toBe(fresh.text);
  });

  proves('llama/errors-without-contents', async () => {
    const secret = 'hunter2';
    const schema = { type: 'object', properties: { [secret]: { not: {} } } };
    const tool: PlainTool = { name: 'set', description: secret, parameters: schema };
    const image = { kind: 'opaque', mediaType: secret, data: secret } as const;
    const views: readonly View[] = [
      viewOf(secret.repeat(2_048)),
      viewOf(secret, [tool]),
      { messages: [{ role: 'user', parts: [image] }], tools: [] },
    ];
    for (const view of views) {
      const generated = llamaModel(tiny.llama).generate({ view }, { signal });
      const error: unknown = await generated.catch((each: unknown) => each);
      expect(error).toMatchObject({ name: 'SluiceError' });
      const { message, hint, cause } = error as Error & { hint: string };
      expect(`${message} ${hint} ${String(cause)}`).not.toContain(secret);
    }
  });
});
