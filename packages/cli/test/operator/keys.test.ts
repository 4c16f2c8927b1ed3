import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { proves } from '../../../gateway/src/testing/proves.ts';
import { secretHash } from '../../../gateway/src/store/secrets.ts';
import { operatorKey } from '../../src/operator/api/credential.ts';
import { operate } from './test-context.ts';

const admin = { roles: ['admin'], tenant: undefined } as const;
const someKey = `op-sluice-${'x'.repeat(43)}`;

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'sluice-keys-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('keys', () => {
  test('are made, listed and revoked', async () => {
    const { operator, send, url } = await operatorRig();
    const key = await operator('root', admin);
    const more = ['--tenant', 'acme', '--role', 'approver', 'viewer', '--clearance', 'top'];
    const ran = await operate(['keys', 'add', 'operator', 'bob', ...more, '--url', url], {
      key,
      keys: [],
    });
    const [secret = '', told = ''] = ran.out.split('\n');
    expect(secret).toMatch(/^op-sluice-/);
    expect(told).toMatch(/^The key key_\w+ is in force\. Its secret is shown above/);
    expect((await send('GET', '/api/questions', { key: secret })).status).toBe(200);
    const list = await operate(['keys', 'list', '--url', url], { key });
    expect(list.out).toMatch(/operator\s*│ bob\s*│ acme\s*│ approver,viewer; sees top/);
    expect(list.out).not.toContain(secret);
    const id = /key_[0-9a-f]{16}/.exec(told)?.[0] ?? '';
    const gone = await operate(['keys', 'revoke', id, '--url', url], { key });
    expect(gone.out).toBe('Revoked.');
    expect((await send('GET', '/api/questions', { key: secret })).status).toBe(401);
  });

  test('go into a file of one’s own, or are not made', async () => {
    const { operator, store, url } = await operatorRig();
    const key = await operator('root', admin);
    const file = path.join(folder(), 'agent.key');
    const add = ['keys', 'add', 'client', 'agent', '--tenant', 'acme', '--secret-file', file];
    const ran = await operate([...add, '--url', url], { key });
    expect(ran.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^sk-sluice-[A-Za-z0-9_-]{43}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(ran.out).not.toContain('sk-sluice');
    const again = await operate([...add, '--url', url], { key });
    expect([again.code, (await store.credentials.list()).length]).toEqual([2, 2]);
    const refused = path.join(folder(), 'none.key');
    const bad = ['keys', 'add', 'client', 'a', '--profile', 'none', '--secret-file', refused];
    expect((await operate([...bad, '--url', url], { key })).code).toBe(2);
    expect(() => statSync(refused)).toThrow('ENOENT');
  });

  test('of clients have their secret replaced', async () => {
    const { operator, store, url } = await operatorRig();
    const key = await operator('root', admin);
    const add = ['keys', 'add', 'client', 'agent', '--tenant', 'acme', '--print', '--url', url];
    const old = (await operate(add, { key })).out;
    const { id } = (await store.credentials.find(secretHash(old))) ?? { id: '' };
    const file = path.join(folder(), 'agent.key');
    const rotate = ['keys', 'rotate', id, '--secret-file', file, '--url', url];
    const ran = await operate(rotate, { key });
    expect([ran.code, ran.out]).toEqual([
      0,
      `The old secret of ${id} is void. The new secret is in ${file}.`,
    ]);
    const replaced = readFileSync(file, 'utf8').trim();
    expect((await store.credentials.find(secretHash(replaced)))?.id).toBe(id);
    expect(await store.credentials.find(secretHash(old))).toBeUndefined();
    // Nothing is replaced where the secret has no place to go to, and nothing is left of what failed.
    expect((await operate(rotate, { key })).code).toBe(2);
    expect((await store.credentials.find(secretHash(replaced)))?.id).toBe(id);
    const none = path.join(folder(), 'none.key');
    const bad = ['keys', 'rotate', 'key_9', '--secret-file', none, '--url', url];
    expect((await operate(bad, { key })).code).toBe(2);
    expect(() => statSync(none)).toThrow('ENOENT');
    const piped = await operate(['keys', 'rotate', id, '--url', url], { key });
    expect([piped.code, piped.errors.includes('--secret-file FILE')]).toEqual([2, true]);
  });

  test('of who makes them for every tenant need one, which is said as one types it', async () => {
    const { operator, url } = await operatorRig();
    const key = await operator('root', admin);
    const add = ['keys', 'add', 'client', 'c2', '--print', '--url', url];
    const ran = await operate(add, { key });
    expect([ran.code, ran.errors]).toEqual([2, expect.stringContaining('`--tenant default`')]);
    expect((await operate([...add, '--tenant', 'default'], { key })).code).toBe(0);
  });

  test('an operator needs a role and a clearance', async () => {
    const ran = await operate(['keys', 'add', 'operator', 'bob'], { key: someKey, keys: [] });
    expect([ran.code, ran.errors.includes('--role approver')]).toEqual([2, true]);
  });
});

describe('the operator’s own key', () => {
  test('is read from a file that nobody else can read', () => {
    const home = folder();
    mkdirSync(path.join(home, '.sluice'));
    const file = path.join(home, '.sluice/operator.key');
    writeFileSync(file, `${someKey}\n`, { mode: 0o600 });
    expect(operatorKey({ env: {}, folder: home })).toBe(someKey);
    const other = `op-sluice-${'y'.repeat(43)}`;
    expect(operatorKey({ env: { SLUICE_OPERATOR_KEY: other }, folder: home })).toBe(other);
  });

  test.runIf(process.platform !== 'win32').each([0o640, 0o604, 0o660])(
    'is not read from a file with mode %o',
    (mode) => {
      const home = folder();
      mkdirSync(path.join(home, '.sluice'));
      writeFileSync(path.join(home, '.sluice/operator.key'), someKey);
      const file = path.join(home, '.sluice/operator.key');
      rmSync(file);
      writeFileSync(file, someKey, { mode });
      expect(() => operatorKey({ env: {}, folder: home })).toThrow('can be read by other users');
    },
  );

  test.each([
    ['nothing', {}, 'there is no operator’s key'],
    [
      'an agent’s key',
      { SLUICE_OPERATOR_KEY: `sk-sluice-${'x'.repeat(43)}` },
      'is not an operator’s key',
    ],
    ['something else', { SLUICE_OPERATOR_KEY: 'hunter2' }, 'is not an operator’s key'],
  ])('where there is %s, it says what to do and repeats nothing', (_, env, message) => {
    const home = folder();
    expect(() => operatorKey({ env, folder: home })).toThrow(message);
    expect(() => operatorKey({ env, folder: home })).not.toThrow(/hunter2|xxx/);
  });
});

describe('the key goes', () => {
  test.each(['http://gateway.example', 'http://127.0.0.1.evil.example', 'ftp://x', 'gateway', ''])(
    'nowhere in the clear: %s',
    async (url) => {
      const ran = await operate(['approvals', '--url', url], { key: someKey });
      expect([ran.code, ran.errors.includes('unencrypted')]).toEqual([2, true]);
    },
  );

  proves('operator/gateway-proven', async () => {
    const { operator, url } = await operatorRig();
    const key = await operator('root', admin);
    expect((await operate(['keys', 'list', '--url', url], { key })).code).toBe(0);
    // A squatter on its port answers as a gateway does, except for what only the gateway knows.
    const seen: (string | undefined)[] = [];
    const squatter = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(JSON.stringify({ proof: 'a'.repeat(64), keys: [], questions: [] }));
    });
    await new Promise<void>((resolve) => void squatter.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void squatter.close());
    const there = `http://127.0.0.1:${portOf(squatter)}`;
    for (const argv of [['keys', 'list'], ['approvals'], ['reload'], ['export']]) {
      const ran = await operate([...argv, '--url', there], { key });
      expect([ran.code, ran.errors.includes('sluice gateway')]).toEqual([2, true]);
    }
    expect(seen).toEqual([undefined, undefined, undefined, undefined]);
  });

  proves('operator/proof-not-relayed', async () => {
    const { operator, url } = await operatorRig();
    const key = await operator('root', admin);
    expect((await operate(['keys', 'list', '--url', url], { key })).code).toBe(0);
    const named = url.replace('127.0.0.1', 'localhost');
    expect((await operate(['keys', 'list', '--url', named], { key })).code).toBe(0);
    // A squatter passes everything on to the gateway, which listens on another port by now.
    for (const rewritten of [(sent: string) => sent, (sent: string) => withAddress(sent, url)]) {
      const seen: (string | undefined)[] = [];
      const squatter = createServer((request, response) => {
        seen.push(request.headers.authorization);
        void passedOn(`${url}${rewritten(request.url ?? '')}`, request, response);
      });
      await new Promise<void>((resolve) => void squatter.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void squatter.close());
      for (const host of ['127.0.0.1', 'localhost']) {
        const there = `http://${host}:${portOf(squatter)}`;
        const ran = await operate(['keys', 'list', '--url', there], { key });
        expect([ran.code, ran.out]).toEqual([2, '']);
      }
      expect(seen).toEqual([undefined, undefined]);
    }
  });

  test('where no redirection leads', async () => {
    const seen: (string | undefined)[] = [];
    const evil = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    });
    const door = createServer((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(evil)}/` }).end();
    });
    for (const server of [evil, door]) {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
    }
    const url = `http://127.0.0.1:${portOf(door)}`;
    const ran = await operate(['approvals', '--url', url], { key: someKey });
    expect([ran.code, seen]).toEqual([2, []]);
  });

  test('unanswered where nobody listens', async () => {
    const ran = await operate(['approvals', '--url', 'http://127.0.0.1:1'], { key: someKey });
    expect(ran.errors).toContain('no gateway answers');
    expect(ran.errors).toContain('sluice gateway');
    expect(ran.errors).not.toContain('xxx');
  });

  test('to what is no gateway, which is said', async () => {
    const other = createServer((_, response) => void response.end('<html>\u001B[2J'));
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const url = `http://127.0.0.1:${portOf(other)}`;
    const ran = await operate(['approvals', '--url', url], { key: someKey });
    expect([ran.code, ran.errors.includes('is not a Sluice gateway')]).toEqual([2, true]);
  });
});

function portOf(server: ReturnType<typeof createServer>): number {
  return (server.address() as AddressInfo).port;
}

/** Sends a GET on as it came, and its answer back. */
async function passedOn(
  url: string,
  { headers: { authorization } }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await fetch(url, { headers });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}

/** The path of a request for a proof, with another address in it. */
function withAddress(request: string, at: string): string {
  const url = new URL(request, at);
  if (url.searchParams.has('at')) url.searchParams.set('at', at);
  return url.pathname + url.search;
}
