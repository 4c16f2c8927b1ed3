import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { bearer, send, type RawHeaders, type RawResponse } from '../attacks/raw.ts';
import type { Script } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

type Body = Readonly<Record<string, unknown>>;

const sketch = { type: 'new_sketch', lines: ['DE89370400440532013000'] };
const known = { type: 'text', text: 'Pay her.' };
const parameters = { type: 'object' };
const tool = { name: 'send_money', description: 'Pays.' };

/** One protocol's words for the same things. */
interface Wire {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request of the user for the tool, with these blocks beside the words. */
  readonly body: (...blocks: readonly Body[]) => Body;
  /** How an unknown block among them is reported. */
  readonly unread: string;
}

const wires: Readonly<Record<string, Wire>> = {
  'Chat Completions': {
    path: '/v1/chat/completions',
    body: (...blocks) => ({
      model: 'm',
      messages: [{ role: 'user', content: [known, ...blocks] }],
      tools: [{ type: 'function', function: { ...tool, parameters } }],
    }),
    unread: 'messages[].content[]:new_sketch',
  },
  Responses: {
    path: '/v1/responses',
    body: (...blocks) => ({
      model: 'm',
      input: [...blocks, { role: 'user', content: 'Pay her.' }],
      tools: [{ type: 'function', ...tool, parameters }],
    }),
    unread: 'input[]:new_sketch',
  },
  Messages: {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: (...blocks) => ({
      model: 'm',
      max_tokens: 64,
      messages: [{ role: 'user', content: [known, ...blocks] }],
      tools: [{ ...tool, input_schema: parameters }],
    }),
    unread: 'messages[].content[]:new_sketch',
  },
};

const pay: Script = () => ({ calls: [{ tool: 'send_money', args: '{"to":"eve"}' }] });
const talk: Script = () => ({ text: 'Hello.' });

async function post(
  rig: Rig,
  { path, headers }: Wire,
  { body, more = {} }: { readonly body: Body; readonly more?: RawHeaders },
): Promise<RawResponse> {
  const all = { ...bearer(rig.key), ...headers, ...more };
  return send(rig, { path, headers: all, body: JSON.stringify(body) });
}

interface Recorded {
  readonly label: string | undefined;
  readonly payload: unknown;
}

async function recorded(rig: Rig): Promise<readonly Recorded[]> {
  const events = await rig.gateway().store.events.list({ limit: 100 });
  return events
    .filter(({ type }) => type === 'request-reduced')
    .map(({ label, payload }) => ({ label, payload: JSON.parse(payload ?? '') }));
}

describe.each(Object.keys(wires))('%s', (name) => {
  const wire = wires[name] ?? never();

  describe.each([false, true])('stream %s', (stream) => {
    proves('protocol/unknown-at-top', async () => {
      await using rig = await startRig({ wait: 0 });
      rig.upstream.play(pay);
      const asked = await post(rig, wire, { body: { ...wire.body(sketch), stream } });
      expect(asked.text).toContain('Waiting for a person');
      expect(asked.text).not.toMatch(/"tool_calls"|"function_call"|"tool_use"/);
      expect(asked.headers).toMatchObject({ 'x-sluice-unread': wire.unread });
      // The model had it, as it came.
      expect(JSON.stringify(rig.upstream.requests.at(-1)?.body)).toContain(JSON.stringify(sketch));
      // Without it, nobody is asked.
      const given = await post(rig, wire, { body: { ...wire.body(), stream } });
      expect(given.text).toMatch(/"tool_calls"|"function_call"|"tool_use"/);
      expect(given.text).not.toContain('Waiting');
      expect(given.headers).not.toHaveProperty('x-sluice-unread');
    });

    proves('gateway/reduction-told', async () => {
      await using rig = await startRig();
      rig.upstream.play(talk);
      const body = { ...wire.body(sketch), stream, brand_new: { secret: 'CANARY' } };
      const headers = { 'user-agent': 'some-cli/1.2.3 (CANARY)' };
      const first = await post(rig, wire, { body, more: headers });
      expect(first.status).toBe(200);
      expect(first.headers).toMatchObject({
        'x-sluice-dropped': 'brand_new',
        'x-sluice-unread': wire.unread,
      });
      expect(JSON.stringify(rig.upstream.requests)).not.toMatch(/brand_new|CANARY/);
      const whose = { client: 'acme', userAgent: 'some-cli/1.2.3' };
      expect(await recorded(rig)).toEqual([
        {
          label: 'bottom',
          payload: expect.objectContaining({ ...whose, dropped: ['brand_new'], unread: [] }),
        },
        {
          label: 'top',
          payload: expect.objectContaining({ ...whose, dropped: [], unread: [wire.unread] }),
        },
      ]);
      expect(JSON.stringify([await recorded(rig), rig.log])).not.toContain('CANARY');
      // An honest request has nothing to tell.
      const honest = await post(rig, wire, { body: { ...wire.body(), stream } });
      expect(Object.keys(honest.headers).join()).not.toMatch(/dropped|unread/);
      expect(await recorded(rig)).toHaveLength(2);
    });
  });
});

test('what a run has been told of once is not told again', async () => {
  await using rig = await startRig();
  rig.upstream.play(talk);
  const { body: bodyOf, path } = wires['Chat Completions'] ?? never();
  const { messages, ...rest } = bodyOf();
  const said = [...(Array.isArray(messages) ? messages : [])];
  for (const text of ['', 'And now?']) {
    if (text !== '') {
      said.push({ role: 'assistant', content: 'Hello.' }, { role: 'user', content: text });
    }
    const body = { ...rest, messages: said, brand_new: 1 };
    const { headers } = await post(rig, { path, body: bodyOf, unread: '' }, { body });
    expect(headers).toMatchObject({ 'x-sluice-dropped': 'brand_new' });
  }
  expect(await recorded(rig)).toHaveLength(1);
});

test('a client that sends very many unknown names gets a short header', async () => {
  await using rig = await startRig();
  rig.upstream.play(talk);
  const wire = wires['Messages'] ?? never();
  const names = Array.from({ length: 500 }, (_, at) => [`${'n'.repeat(110)}${at}`, 1]);
  const blocks = Array.from({ length: 500 }, (_, at) => ({ type: `new_${'b'.repeat(100)}${at}` }));
  const betas = Array.from({ length: 900 }, (_, at) => `beta-${at}`).join();
  const body = { ...wire.body(...blocks), ...Object.fromEntries(names) };
  const { status, headers } = await post(rig, wire, { body, more: { 'anthropic-beta': betas } });
  expect(status).toBe(200);
  for (const name of ['x-sluice-dropped', 'x-sluice-unread']) {
    expect(String(headers[name]).length).toBeLessThan(4_100);
    expect(headers[name]).toMatch(/, and \d+ more$/);
  }
});

test('tokens are counted without what is left out, and the answer says so', async () => {
  await using rig = await startRig();
  const wire = { ...(wires['Messages'] ?? never()), path: '/v1/messages/count_tokens' };
  const hosted = [{ type: 'web_search_20250305', name: 'web_search' }];
  const extra = { max_tokens: undefined, tools: hosted, brand_new: 'CANARY' };
  const body = { ...wire.body(), ...extra };
  const { status, headers, text } = await post(rig, wire, { body });
  expect({ status, text }).toMatchObject({ status: 200 });
  expect(headers).toMatchObject({ 'x-sluice-dropped': 'brand_new, tools[]:web_search' });
  expect(JSON.stringify(rig.upstream.requests)).not.toMatch(/CANARY|web_search/);
});

function never(): never {
  throw new Error('no such protocol');
}
