import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Script, Scripted } from '../upstream/script.ts';
import { bearer, send } from '../attacks/raw.ts';
import { startRig, until, type Rig } from './harness.ts';

const policy = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  secrecy: { chain: [public, private] }
onViolation: ask
providerTools:
  web_search: { ceiling: untrusted & public, result: untrusted & public }
tools:
  read_mail:
    effect: read
    description: trusted
    result: { format: text, label: trusted & private }
    call: { ceiling: top }
  send_money:
    description: trusted
    result: { format: text, label: trusted & public }
    call: { ceiling: trusted & private }
answer: { ceiling: top }
`;
const unnamed = policy.replace(/providerTools:\n.*\n/, '');

const url = 'https://news.example/lakes';
const search = { query: 'lakes', url };
const names = ['read_mail', 'send_money'];
const parameters = { type: 'object' as const };

/** The parts of a turn that a client of one protocol reads. */
interface Read {
  readonly text: string;
  readonly calls: readonly string[];
  /** Pages that are cited, and searches that are shown. */
  readonly cited: readonly string[];
  readonly searches: number;
}

/** A conversation with the provider's SDK, which holds the transcript. */
interface Talk {
  readonly say: (text: string) => Promise<Read>;
  /** Gives the result of the last call. */
  readonly answer: (text: string) => Promise<Read>;
}

type OpenTalk = (rig: Rig, stream: boolean) => Talk;

const responses: OpenTalk = (rig, stream) => {
  const client = new OpenAI({
    apiKey: rig.key,
    baseURL: `${rig.gateway().url}/v1`,
    maxRetries: 0,
  });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  const go = async (item: OpenAI.Responses.ResponseInputItem): Promise<Read> => {
    input.push(item);
    const tools: OpenAI.Responses.Tool[] = [
      { type: 'web_search' },
      ...names.map((name) => ({ type: 'function' as const, name, parameters, strict: false })),
    ];
    const body = { model: 'gpt-5', input: [...input], tools };
    const { output } = stream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body);
    input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
    const parts = output.flatMap((each) => (each.type === 'message' ? each.content : []));
    const texts = parts.flatMap((part) => (part.type === 'output_text' ? [part] : []));
    return {
      text: texts.map(({ text }) => text).join(''),
      calls: output.flatMap((each) => (each.type === 'function_call' ? [each.name] : [])),
      cited: texts.flatMap(({ annotations }) =>
        annotations.flatMap((each) => (each.type === 'url_citation' ? [each.url] : [])),
      ),
      searches: output.filter(({ type }) => type === 'web_search_call').length,
    };
  };
  return {
    say: (content) => go({ role: 'user', content }),
    answer: (output) => {
      const call = input.findLast((item) => item.type === 'function_call');
      return go({ type: 'function_call_output', call_id: call?.call_id ?? '', output });
    },
  };
};

const messages: OpenTalk = (rig, stream) => {
  const client = new Anthropic({ apiKey: rig.key, baseURL: rig.gateway().url, maxRetries: 0 });
  const transcript: Anthropic.MessageParam[] = [];
  const go = async (content: Anthropic.MessageParam['content']): Promise<Read> => {
    transcript.push({ role: 'user', content });
    const tools: Anthropic.ToolUnion[] = [
      { type: 'web_search_20250305', name: 'web_search' },
      ...names.map((name) => ({ name, input_schema: parameters })),
    ];
    const body = { model: 'claude', max_tokens: 99, messages: [...transcript], tools };
    const message = stream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body);
    transcript.push({ role: 'assistant', content: message.content });
    const texts = message.content.flatMap((block) => (block.type === 'text' ? [block] : []));
    return {
      text: texts.map(({ text }) => text).join(''),
      calls: message.content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
      cited: texts.flatMap(({ citations }) =>
        (citations ?? []).flatMap((each) =>
          each.type === 'web_search_result_location' ? [each.url] : [],
        ),
      ),
      searches: message.content.filter(({ type }) => type === 'server_tool_use').length,
    };
  };
  return {
    say: (text) => go(text),
    answer: (content) => {
      const blocks = transcript.flatMap((turn) =>
        typeof turn.content === 'string' ? [] : turn.content,
      );
      const call = blocks.findLast((block) => block.type === 'tool_use');
      return go([{ type: 'tool_result', tool_use_id: call?.id ?? '', content }]);
    },
  };
};

const wires: Readonly<Record<string, OpenTalk>> = { Responses: responses, Messages: messages };

/** Says what stands behind the last thing that it was told. */
function saying(answers: Readonly<Record<string, Scripted>>): Script {
  return ({ messages: seen }) => answers[seen.at(-1)?.text ?? ''] ?? { text: 'Nothing.' };
}

/** True if each request had the provider's search among its tools. */
function searchable({ upstream }: Rig): readonly boolean[] {
  return upstream.requests.map(({ body }) => /"web_search/.test(JSON.stringify(body['tools'])));
}

describe.each(Object.keys(wires))('%s', (name) => {
  const open = wires[name] ?? never();

  describe.each([false, true])('stream %s', (stream) => {
    proves('gateway/provider-tool-named', async () => {
      await using rig = await startRig({ policy: unnamed });
      rig.upstream.play(saying({ 'Hi.': { text: 'Hello.' } }));
      expect(await open(rig, stream).say('Hi.')).toMatchObject({ text: 'Hello.', searches: 0 });
      expect(searchable(rig)).toEqual([false]);
      const { events } = rig.gateway().store;
      const all = await events.list({ limit: 100 });
      const event = all.find(({ type }) => type === 'request-reduced');
      expect(event?.label).toBe('bottom');
      expect(JSON.parse(event?.payload ?? '')).toMatchObject({ dropped: ['tools[]:web_search'] });
    });

    proves('gateway/provider-tool-result', async () => {
      await using rig = await startRig({ policy, wait: 0.1 });
      const pay = { tool: 'send_money', args: '{"to":"eve"}' };
      rig.upstream.play(
        saying({
          'What is a lake?': { text: 'A lake is water.', search },
          'Pay her.': { calls: [pay] },
          'Pay whom the news name.': { calls: [pay], search },
        }),
      );
      const talk = open(rig, stream);
      expect(await talk.say('What is a lake?')).toEqual({
        text: 'A lake is water.',
        calls: [],
        cited: [url],
        searches: 1,
      });
      const { events } = rig.gateway().store;
      const labels = (await events.list({ limit: 100 }))
        .filter(({ type }) => type === 'generation-finished')
        .map(({ label }) => label);
      expect(labels).toEqual(['untrusted & public']);
      const asked = await open(rig, stream).say('Pay whom the news name.');
      expect(asked.calls).toEqual([]);
      expect(asked.text).toContain('Waiting for a person');
      // Where nothing was looked up, nothing is asked.
      expect((await open(rig, stream).say('Pay her.')).calls).toEqual(['send_money']);
    });

    proves('gateway/provider-tool-kept', async () => {
      await using rig = await startRig({ policy });
      rig.upstream.play(
        saying({
          'What is a lake?': { text: 'A lake is water.', search },
          'And a sea?': { text: 'More of it.' },
        }),
      );
      const talk = open(rig, stream);
      await talk.say('What is a lake?');
      expect((await talk.say('And a sea?')).text).toBe('More of it.');
      const last = JSON.stringify(rig.upstream.requests.at(-1)?.body);
      expect(last).toMatch(/web_search_call|web_search_tool_result/);
      expect(searchable(rig)).toEqual([true, true]);
    });

    proves('gateway/provider-tool-left-out', async () => {
      await using rig = await startRig({ policy });
      rig.upstream.play(
        saying({
          'Read my mail.': { calls: [{ tool: 'read_mail', args: '{}' }] },
          'the PIN': { text: 'It is about lakes.', search },
        }),
      );
      const talk = open(rig, stream);
      expect((await talk.say('Read my mail.')).calls).toEqual(['read_mail']);
      const read = await talk.answer('the PIN');
      expect(read).toMatchObject({ text: 'It is about lakes.', searches: 0 });
      expect(searchable(rig)).toEqual([true, false]);
    });
  });
});

describe.each([false, true])('a turn that is paused, stream %s', (stream) => {
  test('goes on within one answer', async () => {
    await using rig = await startRig({ policy });
    const told: Scripted[] = [
      { text: 'I look. ', search, stop: 'pause' },
      { text: 'A lake is water.', search: { ...search, query: 'more' } },
    ];
    rig.upstream.play(() => told.shift() ?? { text: 'Bye.' });
    const talk = messages(rig, stream);
    const read = await talk.say('What is a lake?');
    expect(read).toMatchObject({ text: 'I look. A lake is water.', searches: 2 });
    expect(rig.upstream.requests).toHaveLength(2);
    expect((await talk.say('Thanks.')).text).toBe('Bye.');
    const last = JSON.stringify(rig.upstream.requests.at(-1)?.body);
    expect(last.match(/"web_search_tool_result"/g)).toHaveLength(2);
  });

  test.each([
    ['before it said anything', '', undefined],
    ['where the model is not to think', 'I look. ', { type: 'disabled' as const }],
  ])('goes on from what was found, %s', async (_, text, thinking) => {
    await using rig = await startRig({ policy });
    const told: Scripted[] = [{ text, search, stop: 'pause' }];
    rig.upstream.play(() => told.shift() ?? { text: 'A lake is water.' });
    const client = new Anthropic({ apiKey: rig.key, baseURL: rig.gateway().url, maxRetries: 0 });
    const body = {
      model: 'claude',
      max_tokens: 99,
      messages: [{ role: 'user' as const, content: 'What is a lake?' }],
      tools: [{ type: 'web_search_20250305' as const, name: 'web_search' as const }],
      tool_choice: { type: 'none' as const },
      ...(thinking && { thinking }),
    };
    await (stream ? client.messages.stream(body).finalMessage() : client.messages.create(body));
    const [, second] = rig.upstream.requests.map((request) => request.body);
    expect(JSON.stringify(second)).toContain('"web_search_tool_result"');
    expect(second?.['tool_choice']).toEqual({ type: 'none' });
  });

  test('that never ends is broken off', async () => {
    await using rig = await startRig({ policy });
    rig.upstream.play(() => ({ text: 'More. ', search, stop: 'pause' }));
    const { text } = await messages(rig, stream).say('What is a lake?');
    expect(text).toContain('More. More.');
    expect(rig.upstream.requests.length).toBeLessThan(20);
  });
});

test('in `log` mode what was looked up counts, named or not', async () => {
  await using rig = await startRig({ policy: unnamed, profile: '    mode: log' });
  rig.upstream.play(() => ({ text: 'A lake is water.', search }));
  expect((await responses(rig, false).say('What is a lake?')).cited).toEqual([url]);
  const labels = await until(async () => {
    const events = await rig.gateway().store.events.list({ limit: 100 });
    const found = events.filter(({ type }) => type === 'generation-finished');
    return found.length === 0 ? undefined : found.map(({ label }) => label);
  });
  expect(labels).toEqual(['untrusted & private']);
});

proves('gateway/provider-tool-unasked', async () => {
  await using rig = await startRig({ policy });
  rig.upstream.play(() => ({ text: 'A lake is water.', search }));
  for (const stream of [false, true]) {
    const body = JSON.stringify({
      model: 'gpt-4o-search-preview',
      messages: [{ role: 'user', content: 'What is a lake?' }],
      stream,
    });
    const { text } = await send(rig, { headers: bearer(rig.key), body });
    expect(text).toContain('upstream_hosted_tool');
  }
  const { events } = rig.gateway().store;
  const ended = (await events.list({ limit: 100 })).map(({ type }) => type);
  expect(ended).not.toContain('generation-finished');
});

function never(): never {
  throw new Error('no such protocol');
}
