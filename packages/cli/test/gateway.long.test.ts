import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { chatDialect } from '../../gateway/test/upstream/chat.ts';
import type { Script } from '../../gateway/test/upstream/script.ts';
import { startUpstream, type Upstream } from '../../gateway/test/upstream/upstream.ts';
import { onHangup } from '../src/gateway/command.ts';
import { startedLines } from '../src/gateway/show-gateway.ts';
import { type Files, project, ranIn, type Running, runningIn } from './projects.ts';
import { keptTerminal } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools: {}
answer: { ceiling: untrusted }
`;

const settingsFor = (url: string, more = ''): string => `listen: { port: 0 }
upstreams:
  openai: { family: openai, baseUrl: '${url}/v1', keyFrom: OPENAI_API_KEY }
profiles: { default: { policy: sluice.yaml, openai: openai } }
${more}`;

const nowhere = 'http://127.0.0.1:9';

const env = { OPENAI_API_KEY: 'sk-upstream' };

async function provider(script?: Script): Promise<Upstream> {
  const upstream = await startUpstream({ dialects: [chatDialect] });
  if (script !== undefined) upstream.play(script);
  onTestFinished(async () => await upstream.close());
  return upstream;
}

/** Starts it, and gives where it listens. */
async function startIn(
  folder: string,
  argv: readonly string[] = [],
): Promise<Running & { url: string }> {
  const running = runningIn(folder, ['gateway', ...argv], env);
  await running.said('operator');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(running.output()) ?? [];
  return { ...running, url };
}

const fileIn = (folder: string, name: string): string => path.join(folder, '.sluice', name);

const textOf = (file: string): string => readFileSync(file, 'utf8').trim();

async function ask(url: string, key: string): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }),
  });
}

test('what `init` writes, `gateway` serves', async () => {
  const upstream = await provider();
  const folder = project({ 'package.json': '{"dependencies":{"openai":"*"}}' });
  expect(ranIn(folder, ['init', '--yes'], { OPENAI_BASE_URL: `${upstream.url}/v1` }).code).toBe(0);
  const { url, output } = await startIn(folder, ['--port', '0']);
  const answer = await ask(url, textOf(fileIn(folder, 'client.key')));
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hello.' } }] });
  expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-upstream');
  expect(output()).toContain(`OPENAI_BASE_URL=${url}/v1`);
  for (const name of ['client.key', 'operator.key', 'sluice.db', 'sluice.db.key']) {
    expect([name, statSync(fileIn(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});

test.runIf(process.platform !== 'win32')('SIGHUP reads the policies again', async () => {
  const upstream = await provider();
  const folder = project({ 'sluice.yaml': policy, 'gateway.yaml': settingsFor(upstream.url) });
  const running = await startIn(folder, ['--json']);
  writeFileSync(path.join(folder, 'sluice.yaml'), 'version: 1\nnonsense: 1\n');
  running.stop('SIGHUP');
  await running.said('reload-failed');
  writeFileSync(path.join(folder, 'sluice.yaml'), policy);
  running.stop('SIGHUP');
  await running.said('policies-reloaded');
  const answer = await ask(running.url, textOf(fileIn(folder, 'client.key')));
  expect(answer.status).toBe(200);
  running.stop();
  await running.ended;
});

test('on a terminal SIGHUP is left alone, so that closing it ends the gateway', () => {
  const before = process.listenerCount('SIGHUP');
  onHangup(() => undefined, { isTerminal: true });
  expect(process.listenerCount('SIGHUP')).toBe(before);
});

proves('set-up/no-secret-printed', async () => {
  const upstream = await provider();
  const folder = project({ 'sluice.yaml': policy, 'gateway.yaml': settingsFor(upstream.url) });
  for (const argv of [[], ['--json']]) {
    const running = await startIn(folder, argv);
    const secrets = ['client.key', 'operator.key', 'sluice.db.key'].map((name) =>
      textOf(fileIn(folder, name)),
    );
    await ask(running.url, secrets[0] ?? '');
    await ask(running.url, 'sk-sluice-of-somebody-else');
    running.stop();
    await running.ended;
    const doctor = ranIn(folder, ['doctor', ...argv], env);
    const all = running.output() + doctor.out + doctor.errors;
    for (const secret of [...secrets, 'sk-upstream', 'of-somebody-else']) {
      expect(all).not.toContain(secret);
    }
    expect(all).toContain(path.join('.sluice', 'operator.key'));
  }
});

test('on a terminal the client’s key is shown, and the operator’s never', () => {
  const folder = project({
    'client.key': 'sk-sluice-shown\n',
    'operator.key': 'op-sluice-hidden\n',
  });
  const keyIn = (name: string) => ({ file: path.join(folder, name), state: 'made' }) as const;
  const started = {
    url: nowhere,
    settings: { profiles: {} } as Parameters<typeof startedLines>[0]['settings'],
    keys: { client: keyIn('client.key'), operator: keyIn('operator.key') },
  };
  const { colours } = keptTerminal().terminal;
  const [seen, piped] = [true, false].map((interactive) =>
    startedLines(started, { colours, interactive }).join('\n'),
  );
  expect(seen).toContain('sk-sluice-shown');
  expect(piped).not.toContain('sk-sluice-shown');
  expect(`${seen}${piped}`).not.toContain('op-sluice-hidden');
});

proves('set-up/stops-cleanly', async () => {
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const upstream = await provider(() => ({ fault: 'slow', reply: { text: 'At last.' }, goesOn }));
  const folder = project({ 'sluice.yaml': policy, 'gateway.yaml': settingsFor(upstream.url) });
  const first = await startIn(folder);
  const key = textOf(fileIn(folder, 'client.key'));
  const answer = ask(first.url, key);
  await until(() => upstream.requests.length > 0);
  first.stop();
  goOn();
  expect(await (await answer).json()).toMatchObject({
    choices: [{ message: { content: 'At last.' } }],
  });
  expect(await first.ended).toBe(0);
  expect(first.output()).toContain('stopped');
  const second = await startIn(folder, ['--json']);
  const ready = second
    .output()
    .split('\n')
    .find((line) => line.includes('gateway-ready'));
  expect(JSON.parse(ready ?? '')).toMatchObject({
    client: { state: 'known' },
    operator: { state: 'known' },
  });
  const why = await fetch(`${second.url}/api/events`, {
    headers: { authorization: `Bearer ${textOf(fileIn(folder, 'operator.key'))}` },
  });
  const { events } = (await why.json()) as { events: readonly object[] };
  expect(events.length).toBeGreaterThan(0);
  second.stop('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('a second Ctrl-C does not wait for a request that hangs', async () => {
  const upstream = await provider(() => ({ fault: 'hang' }));
  const folder = project({ 'sluice.yaml': policy, 'gateway.yaml': settingsFor(upstream.url) });
  const running = await startIn(folder);
  const answer = ask(running.url, textOf(fileIn(folder, 'client.key'))).catch(() => 'cut off');
  await until(() => upstream.requests.length > 0);
  running.stop();
  await running.said('stopping');
  running.stop();
  expect(await running.ended).toBe(130);
  expect(await answer).toBe('cut off');
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

interface Mistake {
  readonly files?: Files;
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the folder once the files are there. */
  readonly before?: (folder: string) => void;
  readonly says: string;
  readonly type: string;
}

const good = { 'sluice.yaml': policy, 'gateway.yaml': settingsFor(nowhere) };

const own = `sk-sluice-${'a'.repeat(43)}`;

const mistakes: readonly (readonly [string, Mistake])[] = [
  [
    'nothing there',
    { files: {}, says: 'neither `gateway.yaml` nor `sluice.yaml`', type: 'sluice init' },
  ],
  [
    'settings that are none',
    {
      files: { ...good, 'gateway.yaml': 'listn: 1' },
      says: 'gateway.yaml:1:1: there is no setting `listn`',
      type: 'correct `gateway.yaml`',
    },
  ],
  [
    'a key in place of its variable’s name',
    {
      files: {
        ...good,
        'gateway.yaml': settingsFor(nowhere).replace('OPENAI_API_KEY', own),
      },
      says: 'gateway.yaml:3:72: `upstreams.openai.keyFrom` must be the name of the environment variable',
      type: 'correct `gateway.yaml`',
    },
  ],
  [
    'settings that are not there',
    { argv: ['--settings', 'x.yaml'], says: '`x.yaml` does not exist', type: 'check the path' },
  ],
  [
    'no policy',
    {
      files: { 'gateway.yaml': good['gateway.yaml'] },
      says: 'cannot read the policy',
      type: 'sluice init',
    },
  ],
  [
    'a policy that is none',
    {
      files: { ...good, 'sluice.yaml': 'version: 2\n' },
      says: 'sluice.yaml:1:10: error: ',
      type: 'sluice policy check sluice.yaml',
    },
  ],
  [
    'no provider’s key',
    { env: {}, says: '`OPENAI_API_KEY` (upstream `openai`)', type: 'export OPENAI_API_KEY=' },
  ],
  [
    'a key of its own',
    {
      env: { OPENAI_API_KEY: own },
      says: "`OPENAI_API_KEY` (upstream `openai`, holds the gateway's own key)",
      type: 'in another shell, type: export OPENAI_API_KEY=',
    },
  ],
  [
    'no key and no settings',
    {
      files: { 'sluice.yaml': policy },
      env: {},
      says: 'no provider',
      type: 'export OPENAI_API_KEY=',
    },
  ],
  ['a port that is none', { argv: ['--port', '65536'], says: 'from 0 to 65535', type: '--help' }],
  [
    'a webhook without a secret',
    {
      files: {
        ...good,
        'gateway.yaml': settingsFor(
          nowhere,
          "webhook: { url: 'https://a.example', secretFrom: HOOK }",
        ),
      },
      says: '`HOOK` is not set',
      type: 'export HOOK=',
    },
  ],
  [
    'a database that others can read',
    {
      before: (folder) => {
        mkdirSync(path.join(folder, '.sluice'));
        writeFileSync(fileIn(folder, 'sluice.db'), '');
        chmodSync(fileIn(folder, 'sluice.db'), 0o644);
      },
      says: 'can be opened by other users',
      type: 'chmod 600',
    },
  ],
  [
    'a database that is none',
    {
      before: (folder) => {
        mkdirSync(path.join(folder, '.sluice'));
        writeFileSync(fileIn(folder, 'sluice.db'), 'x'.repeat(8_192), { mode: 0o600 });
      },
      says: 'sluice.db',
      type: '\n  ',
    },
  ],
  [
    'a folder in place of the database',
    {
      before: (folder) => mkdirSync(fileIn(folder, 'sluice.db'), { recursive: true, mode: 0o700 }),
      says: 'sluice.db',
      type: '\n  ',
    },
  ],
  [
    'a key that somebody put there',
    {
      before: (folder) => {
        mkdirSync(path.join(folder, '.sluice'), { mode: 0o700 });
        writeFileSync(fileIn(folder, 'operator.key'), 'op-sluice-planted', { mode: 0o600 });
      },
      says: 'is not a key of this database',
      type: 'rm ',
    },
  ],
  [
    'a certificate that is none',
    {
      files: {
        ...good,
        'c.pem': 'no certificate',
        'gateway.yaml': settingsFor(nowhere).replace(
          'port: 0',
          'port: 0, tls: { cert: c.pem, key: c.pem }',
        ),
      },
      says: 'TLS: `c.pem`',
      type: 'listen.tls',
    },
  ],
  [
    'a database over the network that could be overheard',
    {
      files: { ...good, 'gateway.yaml': settingsFor(nowhere, 'database: postgres://db/x') },
      says: 'gateway.yaml:5:11',
      type: 'sslmode=verify-full',
    },
  ],
  [
    'a webhook without an address',
    {
      files: {
        ...good,
        'gateway.yaml': settingsFor(nowhere, 'webhook: { url: /hook, secretFrom: HOOK }'),
      },
      says: 'http:// or https://',
      type: 'gateway.yaml',
    },
  ],
  [
    'a certificate that is not there',
    {
      files: {
        ...good,
        'gateway.yaml': settingsFor(nowhere).replace(
          'port: 0',
          'port: 0, tls: { cert: c.pem, key: k.pem }',
        ),
      },
      says: 'c.pem',
      type: 'gateway.yaml',
    },
  ],
];

describe.each(mistakes)(
  '%s',
  (_, { files = good, argv = [], env: given = env, before, says, type }) => {
    proves('set-up/mistakes-say-what-to-type', () => {
      const folder = project(files);
      before?.(folder);
      const { code, out, errors } = ranIn(folder, ['gateway', ...argv], given);
      expect(errors).toContain(says);
      expect(errors).toContain(type);
      expect([code, errors]).toEqual([2, expect.not.stringMatching(/^\s+at /m)]);
      expect(out).not.toContain('Sluice listens');
      expect(errors).not.toContain(own);
    });
  },
);

proves('set-up/one-gateway', async () => {
  const folder = project(good);
  const first = await startIn(folder);
  const { code, errors } = ranIn(folder, ['gateway', '--port', '0'], env);
  expect([code, errors]).toEqual([2, expect.stringContaining('another gateway runs with the')]);
  expect(errors).toContain(path.join('.sluice', 'sluice.db'));
  expect(textOf(fileIn(folder, 'gateway.url'))).toBe(first.url);
  first.stop('SIGKILL');
  await first.ended;
  await startIn(folder);
});

test('operators’ commands find it where it listens', async () => {
  const folder = project(good);
  const { url, stop, ended } = await startIn(folder);
  const list = ranIn(folder, ['approvals']);
  expect([list.code, list.out]).toEqual([0, 'No question waits for you.\n']);
  expect(textOf(fileIn(folder, 'gateway.url'))).toBe(url);
  stop();
  await ended;
  expect(existsSync(fileIn(folder, 'gateway.url'))).toBe(false);
});

test('a policy’s mistake says once what to type', () => {
  const files = { ...good, 'sluice.yaml': policy.replace('onViolation: ask', 'onViolation: asc') };
  const { errors } = ranIn(project(files), ['gateway'], env);
  const hint = /; ([^\n]+)/.exec(errors)?.[1] ?? 'none';
  expect(errors.split(hint)).toHaveLength(2);
});

test('a port that is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, errors } = ranIn(project(good), ['gateway', '--port', String(port)], env);
  expect(code).toBe(2);
  expect(errors).toContain(`port ${port} is in use`);
  expect(errors).toContain('--port');
});

describe.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('on %s', (host) => {
  proves('set-up/loopback-only', () => {
    const folder = project(good);
    const { code, errors } = ranIn(folder, ['gateway', '--host', host], env);
    expect([code, errors]).toEqual([2, expect.stringContaining('unencrypted')]);
    expect(errors).toContain('behindTls: true');
    expect(existsSync(fileIn(folder, 'operator.key'))).toBe(false);
  });
});

test('behind something that ends TLS it may', async () => {
  const settings = settingsFor(nowhere).replace(
    'port: 0',
    "port: 0, host: '0.0.0.0', behindTls: true",
  );
  const running = runningIn(project({ ...good, 'gateway.yaml': settings }), ['gateway'], env);
  await running.said('Sluice listens on');
  expect(running.output()).toContain('http://0.0.0.0:');
});

test('where a profile only records, it says so', async () => {
  const settings = settingsFor(nowhere).replace('openai: openai }', 'openai: openai, mode: log }');
  const { output } = await startIn(project({ ...good, 'gateway.yaml': settings }));
  expect(output()).toContain('profile default only records');
});

test('its help has an example', () => {
  for (const command of ['init', 'gateway', 'doctor']) {
    const { code, out } = ranIn(project(), [command, '--help']);
    expect([command, code]).toEqual([command, 0]);
    expect(out).toMatch(new RegExp(`Examples?:\n.*sluice ${command}`));
  }
});
