import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { expired, selfSigned } from '../../test/upstream/certificates.ts';
import { tlsProblem } from './tls-problem.ts';
import { openAi } from '../protocol/shared/openai.ts';
import { Upstream } from './upstream.ts';

type Server = ReturnType<typeof createServer> | ReturnType<typeof createPlainServer>;

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}

const answering = {
  'a certificate of nobody': () => createServer(selfSigned, end),
  'an expired certificate': () => createServer(expired, end),
  'plain http': () => createPlainServer(end),
};

function end(_: unknown, response: { end: (text: string) => unknown }): void {
  response.end('{}');
}

/** The error that a client of an upstream at this address is told. */
async function failureAt(baseUrl: string): Promise<unknown> {
  const upstream = new Upstream({ name: 'one', family: openAi, baseUrl, apiKey: 'sk-secret' });
  onTestFinished(async () => await upstream.close());
  const { signal } = new AbortController();
  const request = { method: 'POST', path: '/x', headers: {}, body: '{}', signal } as const;
  const failures = [
    upstream.send(request),
    upstream.sendWhole({ ...request, room: async () => {} }),
  ];
  const [a, b] = await Promise.allSettled(failures);
  expect(a).toEqual(b);
  return a?.status === 'rejected' ? a.reason : undefined;
}

test.each([
  ['a certificate of nobody', 'TLS: its certificate is signed by itself alone'],
  ['an expired certificate', 'TLS: its certificate has expired'],
  ['plain http', 'TLS: what answers there speaks plain http'],
] as const)('%s where https is asked for is a failure of TLS', async (what, says) => {
  const port = await portOf(answering[what]());
  const failure = await failureAt(`https://127.0.0.1:${port}/v1`);
  expect(failure).toMatchObject({
    code: 'upstream_tls_failed',
    status: 502,
    message: expect.stringContaining(says),
  });
  expect(JSON.stringify(failure) + String(failure)).not.toMatch(/sk-secret|PRIVATE|localhost/);
});

test('where nobody listens it is none of TLS', async () => {
  const failure = await failureAt('https://127.0.0.1:9/v1');
  expect(failure).toMatchObject({ code: 'upstream_unreachable' });
});

test.each([
  [
    'a cause deep down',
    new Error('a', { cause: Object.assign(new Error('b'), { code: 'EPROTO' }) }),
    true,
  ],
  ['no code', new Error('CERT_HAS_EXPIRED'), false],
  ['another code', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), false],
  ['no error', 'ERR_TLS', false],
])('%s', (_, error, isTls) => {
  expect(tlsProblem(error) !== undefined).toBe(isTls);
});
