import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { bearer, goodBody, send, sendJson, type RawHeaders } from './raw.ts';

let rig: Rig;
let other: string;
let before = 0;
beforeAll(async () => {
  rig = await startRig();
  other = await rig.addKey('other');
});
beforeEach(() => {
  before = rig.upstream.requests.length;
});
afterAll(async () => rig[Symbol.asyncDispose]());

const body = JSON.stringify(goodBody);
const asked = (): number => rig.upstream.requests.length - before;

async function isServed(): Promise<void> {
  expect((await sendJson(rig, goodBody)).status).toBe(200);
}

proves('run/headers-once', async () => {
  const key = rig.key;
  const refused: readonly RawHeaders[] = [
    { authorization: [`Bearer ${key}`, `Bearer ${key}`] },
    { authorization: [`Bearer ${key}`, `Bearer ${other}`] },
    { authorization: `Bearer ${key}, Bearer ${other}` },
    { authorization: `Bearer ${key}`, 'x-api-key': other },
    { 'x-api-key': [key, other] },
    { authorization: `Basic ${key}`, 'x-api-key': key },
    { ...bearer(key), 'content-type': ['application/json', 'application/json'] },
    { ...bearer(key), 'x-sluice-label': ['untrusted', 'trusted'] },
    { authorization: `Bearer ${key} ` + other },
    { authorization: key },
    {},
  ];
  for (const headers of refused) {
    const { status, text } = await send(rig, { headers, body });
    expect([400, 401, 415], JSON.stringify(headers)).toContain(status);
    expect(text).not.toContain('sk-sluice-');
  }
  expect(asked()).toBe(0);
  for (const headers of [bearer(key), { 'x-api-key': key }, { ...bearer(key), 'x-api-key': key }]) {
    expect((await send(rig, { headers, body })).status).toBe(200);
  }
});

test.each([
  ['/v1/models', 400],
  ['/v1/nothing', 400],
  ['/v1/responses/resp_1', 400],
  ['/api/questions', 401],
  ['/api/health', 200],
])('HEAD %s is answered with %i, and the connection stands', async (path, status) => {
  const answer = await send(rig, { method: 'HEAD', path, headers: bearer(rig.key) });
  expect([answer.status, answer.text]).toEqual([status, '']);
});

test('a body of two lengths, or of two codings, is no request', async () => {
  const confused: readonly RawHeaders[] = [
    { 'content-length': '5', 'transfer-encoding': 'chunked' },
    { 'content-length': ['5', '6'] },
    { 'transfer-encoding': 'chunked, identity' },
  ];
  for (const headers of confused) {
    const sent = send(rig, { headers: { ...bearer(rig.key), ...headers } });
    const status = await sent.then((response) => response.status).catch(() => 0);
    expect([0, 400]).toContain(status);
  }
  expect(asked()).toBe(0);
});

const paths = [
  '/v1/chat/completions/',
  '//v1/chat/completions',
  '/v1/./chat/completions',
  '/v1/x/../chat/completions',
  '/V1/chat/completions',
  '/v1/chat%2fcompletions',
  '/v1/chat/completions%00',
  '/v1/chat/completions;x=1',
  'http://evil.example/v1/chat/completions',
  '*',
  '/v1/files',
  '/v1/models/gpt-4o',
  '/v1/threads/t/runs',
  '/v1/responses/resp_1',
  '/v1/embeddings',
  '/__proto__',
  '/constructor',
];
const chooses: readonly RawHeaders[] = [
  { 'x-sluice-profile': 'log' },
  { 'x-sluice-mode': 'log' },
  { 'x-sluice-policy': 'none' },
  { 'x-sluice-tenant': 'other' },
  { 'x-sluice-run': '0123456789abcdef' },
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  { 'openai-organization': 'org-x', 'openai-project': 'proj-x' },
  { 'x-http-method-override': 'GET' },
  { cookie: 'profile=log' },
];

describe('nothing of a request chooses where it goes', () => {
  proves('run/closed-routes', async () => {
    for (const path of paths) {
      const { status } = await send(rig, { path, headers: bearer(rig.key), body });
      expect([400, 404], path).toContain(status);
    }
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'FOO']) {
      const { status } = await send(rig, { method, headers: bearer(rig.key) });
      expect([400, 405], method).toContain(status);
    }
    expect(asked()).toBe(0);
    for (const headers of chooses) {
      const response = await send(rig, { headers: { ...bearer(rig.key), ...headers }, body });
      expect(response.status, JSON.stringify(headers)).toBe(200);
      expect(response.headers['x-sluice-mode']).toBeUndefined();
      const last = rig.upstream.requests.at(-1);
      expect(last?.path).toBe('/v1/chat/completions');
      expect(JSON.stringify(last?.headers)).not.toMatch(/evil|org-x|proj-x|sluice|cookie/);
    }
  });

  test.each([
    'base_url',
    'api_base',
    'policy',
    'profile',
    'tenant',
    'upstream',
    'extra_headers',
    'sluice',
  ])('the field `%s` is left out', async (field) => {
    const sent = await sendJson(rig, { ...goodBody, [field]: 'http://evil.example' });
    expect(sent.status).toBe(200);
    expect(sent.headers).toMatchObject({ 'x-sluice-dropped': field });
    expect(JSON.stringify(sent)).not.toContain('evil.example');
    const last = rig.upstream.requests.at(-1);
    expect(JSON.stringify(last)).not.toContain('evil.example');
    expect(last?.body).not.toHaveProperty(field);
  });

  test('a header may raise the label, and what names none is refused', async () => {
    const label = (text: string) =>
      send(rig, { headers: { ...bearer(rig.key), 'x-sluice-label': text }, body });
    expect((await label('untrusted')).status).toBe(200);
    expect((await label('nonsense')).status).toBe(400);
  });

  test('addresses in a request are fetched by nobody here', async () => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const url = `http://127.0.0.1:${port}/x.png`;
    const content = [{ type: 'image_url', image_url: { url } }];
    await sendJson(rig, { ...goodBody, messages: [{ role: 'user', content }] });
    await sendJson(rig, { ...goodBody, model: url });
    await sendJson(rig, { ...goodBody, model: '../../../v1/files' });
    expect(new Set(rig.upstream.requests.map(({ path }) => path))).toEqual(
      new Set(['/v1/chat/completions']),
    );
    expect(hits).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });
});

function withTool(parameters: string): string {
  const tool = `{"type":"function","function":{"name":"t","parameters":${parameters}}}`;
  return body.replace('{', `{"tools":[${tool}],`);
}

/** Bodies that try to confuse who reads them; each is served as it reads, or is a 400. */
const bodies: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['text', '"hello"'],
  ['two values', `${body}${body}`],
  ['a byte order mark', `\u{FEFF}${body}`],
  ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a comment', `/* x */${body}`],
  ['NaN', body.replace('"gpt-4o"', 'NaN')],
  ['a prototype', body.replace('{', '{"__proto__":{"stream":true,"polluted":1},')],
  ['a constructor', body.replace('{', '{"constructor":{"prototype":{"polluted":1}},')],
  ['a prototype in a message', body.replace('{"role"', '{"__proto__":{"polluted":1},"role"')],
  ['a role that is inherited', body.replace('"user"', '"__proto__"')],
  ['a deep list', body.replace('"Hello."', `${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
  ['a deep tool', `${body.slice(0, -1)},"tools":${'['.repeat(9_000)}${']'.repeat(9_000)}}`],
  ['a deep schema', withTool(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)],
  ['deep arguments', withTool('{}').replace('"Hello."', `"${'['.repeat(9_000)}"`)],
  ['a deep inert field', body.replace('{', `{"logit_bias":{"a":${'['.repeat(9_000)}`)],
  ['very many messages', body.replace('[', `[${'{"role":"user","content":"x"},'.repeat(50_000)}`)],
  ['a lone surrogate', body.replace('Hello.', '\\ud800')],
  ['a number without end', body.replace('{', `{"seed":${'9'.repeat(5_000)},`)],
  ['a field of another type', body.replace('"gpt-4o"', '{"toString":1}')],
  ['an index as a field', body.replace('{', '{"0":1,')],
];

describe('hostile JSON', () => {
  proves('run/hostile-json', async () => {
    for (const [name, bytes] of bodies) {
      const { status, text } = await send(rig, { headers: bearer(rig.key), body: bytes });
      expect([200, 400], `${name}: ${text}`).toContain(status);
      if (status === 400) expect(JSON.parse(text), name).toHaveProperty('error.message');
      expect(Object.prototype, name).not.toHaveProperty('polluted');
    }
    expect(rig.upstream.requests.some(({ body: sent }) => 'polluted' in sent)).toBe(false);
    await isServed();
  });

  test('of a key that comes twice, what was checked is what is sent', async () => {
    const one = '{"role":"user","content":"one"}';
    const more = '{"role":"user","content":"two","content":"three"}';
    const twice = `{"model":"a","model":"b","messages":[${one}],"messages":[${more}]}`;
    const { status } = await send(rig, { headers: bearer(rig.key), body: twice });
    expect(status).toBe(200);
    const sent = rig.upstream.requests.at(-1)?.body;
    expect(sent).toMatchObject({ model: 'b', messages: [{ role: 'user', content: 'three' }] });
    expect(JSON.stringify(sent)).not.toMatch(/"one"|"two"/);
  });

  test('a body past the limit, a compressed one, and one of another type are refused', async () => {
    const headers = bearer(rig.key);
    const large = JSON.stringify({ ...goodBody, user: 'x'.repeat(33_554_432) });
    const sent = await send(rig, { headers, body: large }).catch(() => undefined);
    expect([undefined, 413]).toContain(sent?.status);
    const coded = { ...headers, 'content-encoding': 'gzip' };
    expect((await send(rig, { headers: coded, body })).status).toBe(415);
    const typed = { ...headers, 'content-type': 'text/plain' };
    expect((await send(rig, { headers: typed, body })).status).toBe(415);
    await isServed();
  });
});
