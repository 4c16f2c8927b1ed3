import OpenAI from 'openai';
import { expect, test, vi } from 'vitest';
import { newSecret, secretHash } from '../../src/store/secrets.ts';
import { StoreError } from '../../src/store/errors.ts';
import { proves } from '../../src/testing/proves.ts';
import { responsesDialect } from '../upstream/responses.ts';
import type { Script } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

const tools: OpenAI.Responses.Tool[] = [
  { type: 'function', name: 'look_up', parameters: { type: 'object' }, strict: false },
];

const looking: Script = ({ messages }) =>
  messages.some(({ role }) => role === 'tool')
    ? { text: 'It rains.' }
    : { calls: [{ tool: 'look_up', args: '{"town":"Ulm"}' }] };

async function breakGlass(rig: Rig): Promise<void> {
  const secret = newSecret('operator');
  const place = { kind: 'operator', id: 'key_1', name: 'ann', tenant: undefined } as const;
  const may = { roles: ['admin'], clearance: 'top', createdMs: 1, revokedMs: undefined } as const;
  await rig.gateway().store.credentials.add({ ...place, ...may }, secretHash(secret));
  const response = await fetch(`${rig.gateway().url}/api/break-glass`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profile: 'default', minutes: 5, because: 'stuck' }),
  });
  expect(response.status).toBe(200);
}

function clientOf(rig: Rig, apiKey = rig.key): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${rig.gateway().url}/v1`, maxRetries: 0, logLevel: 'off' });
}

/** A call and its result, and what the gateway answered to each. */
async function begun(rig: Rig) {
  rig.upstream.play(looking);
  const { responses } = clientOf(rig);
  const first = await responses.create({ model: 'm', input: 'Does it rain?', tools });
  const [call] = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
  const result = { type: 'function_call_output', call_id: call?.call_id ?? '' } as const;
  const input = [{ ...result, output: 'rain' }];
  return { first, input };
}

function sentLast(rig: Rig): unknown {
  return rig.upstream.requests.at(-1)?.body;
}

proves('gateway/log-goes-on', async () => {
  await using rig = await startRig();
  const { first, input } = await begun(rig);
  await breakGlass(rig);
  const more = { model: 'm', tools, previous_response_id: first.id };
  const { output_text } = await clientOf(rig).responses.create({ ...more, input });
  expect(output_text).toBe('It rains.');
  expect(sentLast(rig)).toEqual({
    model: 'm',
    tools,
    input: [
      expect.objectContaining({
        role: 'user',
        content: [expect.objectContaining({ text: 'Does it rain?' })],
      }),
      expect.objectContaining({
        type: 'function_call',
        name: 'look_up',
        arguments: '{"town":"Ulm"}',
      }),
      input[0],
    ],
  });
  // A text in place of a list goes on as well.
  await clientOf(rig)
    .responses.create({ model: 'm', previous_response_id: first.id, input: 'Hm?' })
    .catch(() => {});
  expect(sentLast(rig)).toMatchObject({ input: [{}, {}, { role: 'user', content: 'Hm?' }] });
});

test('an item that came back with its id goes without it', async () => {
  await using rig = await startRig();
  const { first, input } = await begun(rig);
  await breakGlass(rig);
  const asked = { type: 'message', role: 'user', content: 'Does it rain?' } as const;
  const said = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
  const body = { model: 'm', tools, input: [asked, ...said, ...input] };
  expect((await clientOf(rig).responses.create(body)).output_text).toBe('It rains.');
  const own = said.map(({ id: _, ...item }) => item);
  expect(sentLast(rig)).toEqual({ ...body, input: [asked, ...own, ...input] });
});

test('an item that is only named goes to the provider whole', async () => {
  await using rig = await startRig();
  const { first, input } = await begun(rig);
  await breakGlass(rig);
  const named = first.output.map(({ id }) => ({ type: 'item_reference', id: id ?? '' }) as const);
  const asked = { type: 'message', role: 'user', content: 'Does it rain?' } as const;
  const body = { model: 'm', tools, input: [asked, ...named, ...input] };
  expect((await clientOf(rig).responses.create(body)).output_text).toBe('It rains.');
  expect(JSON.stringify(sentLast(rig))).not.toContain('item_reference');
});

test.each([
  ['another tenant’s', async (rig: Rig, id: string) => ({ key: await rig.addKey('other'), id })],
  ['the provider’s own', async (rig: Rig) => ({ key: rig.key, id: 'resp_68a1' })],
  ['nobody’s', async (rig: Rig, id: string) => ({ key: rig.key, id: id.replace(/.$/, '') })],
])('what names %s response goes as it came', async (_, other) => {
  const responses = { ...responsesDialect, refuse: () => undefined };
  await using rig = await startRig({ responses });
  const { first, input } = await begun(rig);
  await breakGlass(rig);
  const { key, id } = await other(rig, first.id);
  const body = { model: 'm', tools, previous_response_id: id, input };
  await clientOf(rig, key).responses.create(body);
  expect(sentLast(rig)).toEqual(body);
});

test('where no run can be read, what holds all its items goes on', async () => {
  await using rig = await startRig();
  const { first, input } = await begun(rig);
  await rig.restart();
  await breakGlass(rig);
  const said = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
  const asked = { type: 'message', role: 'user', content: 'Does it rain?' } as const;
  const body = { model: 'm', tools, input: [asked, ...said, ...input] };
  const broken = new StoreError('store-failed', 'it is broken', { hint: 'mend it' });
  vi.spyOn(rig.gateway().store, 'loadRun').mockRejectedValue(broken);
  expect((await clientOf(rig).responses.create(body)).output_text).toBe('It rains.');
  const own = said.map(({ id: _, ...item }) => item);
  expect(sentLast(rig)).toEqual({ ...body, input: [asked, ...own, ...input] });
  // The provider would take the id of ours for a mistake of its client's.
  const more = { model: 'm', tools, previous_response_id: first.id, input };
  await expect(clientOf(rig).responses.create(more)).rejects.toMatchObject({ status: 503 });
});
