import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sluice } from './terminal.ts';

let server: Server;
const asked: string[] = [];

/** A server that speaks the provider's protocol and always says the same. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push(body);
      const message = { role: 'assistant', content: 'Your balance is 2418.35 EUR.' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', model: 'm', choices }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('OPENAI_API_KEY', 'none');
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

test('--model and --base-url put a real model in the reader’s place', async () => {
  const { port } = server.address() as AddressInfo;
  const base = ['--model', 'openai:some-model', '--base-url', `http://127.0.0.1:${port}/v1`];
  const ran = await sluice(['demo', '--scene', 'balance', '--propagator', 'lineage', ...base]);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('task done');
  expect(asked.length).toBe(2);
  expect(asked[0]).toContain('some-model');
  expect(asked[0]).toContain('list_transactions');
});

test('without a key it says which one is missing', async () => {
  vi.stubEnv('OPENAI_API_KEY', undefined);
  const ran = await sluice(['demo', '--model', 'openai:some-model']);
  expect(ran.code).toBe(2);
  expect(ran.errors).toContain('OPENAI_API_KEY');
});

test.each<[string, string[], [message: string, hint: string]]>([
  [
    'an address that is none',
    ['--model', 'openai:x', '--base-url', 'notaurl'],
    ['notaurl', 'http:'],
  ],
  [
    'another scheme',
    ['--model', 'openai:x', '--base-url', 'localhost:8080'],
    ['localhost:8080', 'http:'],
  ],
  ['an address and no model', ['--base-url', 'http://localhost:1/v1'], ['--base-url', '--model']],
  ['every scene and one', ['--all', '--scene', 'balance'], ['--all', '--scene']],
  ['keys for JSON', ['--json', '--pause'], ['--pause', '--json']],
])('%s is refused, key or not', async (_, options, [message, hint]) => {
  vi.stubEnv('OPENAI_API_KEY', 'none');
  const ran = await sluice(['demo', ...options]);
  expect(ran.code).toBe(2);
  expect(ran.out).toBe('');
  expect(ran.errors).toContain(message);
  expect(ran.errors).toContain(hint);
  expect(ran.errors).not.toContain('OPENAI_API_KEY');
});
