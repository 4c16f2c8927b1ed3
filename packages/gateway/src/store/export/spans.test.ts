import { describe, expect, test } from 'vitest';
import { collected, someChange, temporaryStore } from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';
import type { EventDraft, Store } from '../store.ts';
import { exportSpans } from './spans.ts';

type Fields = Readonly<Record<string, unknown>>;

const event = (type: string, more: Fields): EventDraft => ({
  type,
  label: 'trusted',
  subject: '',
  payload: JSON.stringify({ type, step: 1, label: 'trusted', ...more }),
});
const said = (step: number, purpose: string, reply: Fields): EventDraft =>
  event('generation-finished', {
    step,
    purpose,
    reply: { text: '', calls: [], stop: 'complete', ...reply },
  });
const decided = (callId: string, tool: string, kind: 'allow' | 'deny'): EventDraft =>
  event('call-decided', { callId, tool, args: '{"to":"bob"}', decision: { kind, rule: 'r1' } });

const tools = [{ name: 'read_file', description: 'Reads', parameters: { type: 'object' } }];
const readCall = { tool: 'read_file', args: '{"to":"bob"}' };
const payCall = { tool: 'send_money', args: '{"to":"bob"}' };

/** A run with two tools: one call runs, one is refused; the second step was generated twice. */
const recorded: readonly EventDraft[] = [
  event('run-started', { model: 'made-up', tools }),
  event('turn-started', { role: 'system', parts: [{ kind: 'text', text: 'Help.' }] }),
  event('turn-started', { role: 'user', parts: [{ kind: 'text', text: 'Pay the bill.' }] }),
  said(1, 'strict', { text: 'Reading.', calls: [readCall] }),
  event('step-labelled', { kind: 'strict' }),
  decided('a', 'read_file', 'allow'),
  event('call-executed', { callId: 'a', output: 'the bill' }),
  said(2, 'draft', { calls: [payCall, readCall] }),
  event('relevance-found', {}),
  said(2, 'regeneration', {
    calls: [payCall],
    usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 0 },
  }),
  event('step-labelled', { kind: 'regenerated' }),
  decided('b', 'send_money', 'deny'),
  event('call-refused', { callId: 'b', reason: 'label-above-ceiling' }),
  said(3, 'strict', { text: 'I could not pay.' }),
  event('step-labelled', { kind: 'strict' }),
  event('answer-decided', { text: 'I could not pay.' }),
];

async function recordedStore(): Promise<Store> {
  const store = await temporaryStore();
  for (const [n, draft] of recorded.entries())
    await store.commit(someChange({ atMs: 1_700_000_000_000 + n, events: [draft] }));
  return store;
}

interface ReadSpan extends Fields {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Fields;
}

/** Reads as readers of OTLP do: typed values, contents as JSON where they are text. */
async function spansIn(store: Store, filter: Fields = {}): Promise<readonly ReadSpan[]> {
  const lines = await collected(exportSpans(store, filter));
  return lines.flatMap((line) => {
    const { resourceSpans } = JSON.parse(line) as {
      resourceSpans: { scopeSpans: { spans: (ReadSpan & { attributes: unknown })[] }[] }[];
    };
    return resourceSpans
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      .map((span) => ({ ...span, attributes: plain(span.attributes) }));
  });
}

function plain(attributes: unknown): Fields {
  const list = attributes as { key: string; value: Record<string, string> }[];
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const messages = (span: ReadSpan | undefined, side: 'input' | 'output'): unknown =>
  JSON.parse(String(span?.attributes[`gen_ai.${side}.messages`]));

const user = { role: 'user', parts: [{ type: 'text', content: 'Pay the bill.' }] };
const system = { role: 'system', parts: [{ type: 'text', content: 'Help.' }] };
const toolCall = (id: string | undefined, name: string): Fields => ({
  type: 'tool_call',
  name,
  arguments: { to: 'bob' },
  ...(id === undefined ? {} : { id }),
});
const result = (id: string, response: string): Fields => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});
const reading = {
  role: 'assistant',
  parts: [{ type: 'text', content: 'Reading.' }, toolCall('a', 'read_file')],
  finish_reason: 'tool_call',
};
const paying = {
  role: 'assistant',
  parts: [toolCall('b', 'send_money')],
  finish_reason: 'tool_call',
};

proves('store/spans', async () => {
  const spans = await spansIn(await recordedStore());
  const chats = spans.filter(({ name }) => name === 'chat made-up');
  expect(chats).toHaveLength(4);
  const [first, draft, regenerated, last] = chats;
  expect(messages(first, 'input')).toEqual([system, user]);
  expect(messages(first, 'output')).toEqual([reading]);
  const second = [system, user, reading, result('a', 'the bill')];
  expect(messages(draft, 'input')).toEqual(second);
  const unnamed = [toolCall(undefined, 'send_money'), toolCall(undefined, 'read_file')];
  expect(messages(draft, 'output')).toEqual([{ ...paying, parts: unnamed }]);
  expect(messages(regenerated, 'input')).toEqual(second);
  expect(messages(regenerated, 'output')).toEqual([paying]);
  const refused = result('b', 'refused: label-above-ceiling');
  expect(messages(last, 'input')).toEqual([...second, paying, refused]);
  expect(messages(last, 'output')).toEqual([
    {
      role: 'assistant',
      parts: [{ type: 'text', content: 'I could not pay.' }],
      finish_reason: 'stop',
    },
  ]);
});

describe('spans', () => {
  test('of a run are one trace, in order, within the span of the run', async () => {
    const [root, ...others] = await spansIn(await recordedStore());
    expect(root?.name).toBe('invoke_agent');
    expect(new Set([root, ...others].map((span) => span?.traceId)).size).toBe(1);
    expect(new Set(others.map(({ spanId }) => spanId)).size).toBe(others.length);
    expect(new Set(others.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set([root?.spanId]),
    );
    for (const { traceId, spanId } of others)
      expect([traceId, spanId].join()).toMatch(/^[\da-f]{32},[\da-f]{16}$/);
    const time = (text: string | undefined): bigint => BigInt(text ?? -1);
    for (const { startTimeUnixNano: start, endTimeUnixNano: end } of others) {
      expect(time(start)).toBeGreaterThanOrEqual(time(root?.startTimeUnixNano));
      expect(time(end)).toBeGreaterThanOrEqual(time(start));
      expect(time(root?.endTimeUnixNano)).toBeGreaterThanOrEqual(time(end));
    }
    expect(root?.startTimeUnixNano).toBe('1700000000000000000');
  });

  test('of calls say what was decided and what came of it', async () => {
    const spans = await spansIn(await recordedStore());
    const calls = spans.filter(({ name }) => name.startsWith('execute_tool'));
    const told = calls.map(({ name, status, attributes }) => ({
      name,
      status,
      result: attributes['gen_ai.tool.call.result'],
      decision: attributes['sluice.decision'],
    }));
    expect(told).toEqual([
      { name: 'execute_tool read_file', status: undefined, result: 'the bill', decision: 'allow' },
      {
        name: 'execute_tool send_money',
        status: { code: 2, message: 'label-above-ceiling' },
        result: undefined,
        decision: 'deny',
      },
    ]);
  });

  test('name the model, the tools, the tokens and the label', async () => {
    const spans = await spansIn(await recordedStore());
    const regenerated = spans.find(
      ({ attributes }) => attributes['sluice.purpose'] === 'regeneration',
    );
    expect(regenerated?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'made-up',
      'gen_ai.conversation.id': 'run_1',
      'gen_ai.usage.input_tokens': '7',
      'gen_ai.usage.output_tokens': '3',
      'gen_ai.tool.definitions': JSON.stringify([{ type: 'function', ...tools[0] }]),
      'sluice.label': 'trusted',
    });
  });

  test('come out the same each time', async () => {
    const store = await recordedStore();
    expect(await spansIn(store)).toEqual(await spansIn(store));
  });

  test.each([
    ['all', {}, ['run_1', 'run_2', 'run_1']],
    ['of a tenant', { tenant: 'acme' }, ['run_1', 'run_2']],
    ['of a run', { tenant: 'acme', run: 'run_2' }, ['run_2']],
    ['of nobody', { tenant: 'nobody' }, []],
  ])('%s', async (_, filter, expected) => {
    const store = await temporaryStore();
    const start = recorded.slice(0, 1);
    for (const [tenant, run] of [
      ['acme', 'run_1'],
      ['acme', 'run_2'],
      ['acme', 'run_1'],
      ['b', 'run_1'],
    ] as const)
      await store.commit(someChange({ tenant, run, events: start }));
    const spans = await spansIn(store, filter);
    expect(spans.map(({ attributes }) => attributes['gen_ai.conversation.id'])).toEqual(expected);
  });

  test('of a call that nothing came of end with the run', async () => {
    const store = await temporaryStore();
    await store.commit(someChange({ events: recorded.slice(0, 6) }));
    const names = (await spansIn(store)).map(({ name }) => name);
    expect(names).toEqual(['invoke_agent', 'chat made-up', 'execute_tool read_file']);
  });

  test('of an erased run hold nothing', async () => {
    const store = await recordedStore();
    await store.events.erase('acme', 'run_1', 1_700_000_001_000);
    const spans = await spansIn(store);
    expect(spans.map(({ name }) => name)).toEqual(['invoke_agent']);
    expect(JSON.stringify(spans)).not.toContain('bill');
  });
});
