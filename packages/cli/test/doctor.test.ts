import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { oldestNode } from '../src/doctor/checks/node.ts';
import { runDoctor } from '../src/doctor/doctor.ts';
import type { Finding, DoctorEnvironment } from '../src/doctor/finding.ts';
import { project, ranIn, runningIn, type Files } from './projects.ts';
import { keptTerminal } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools:
  read_mail:
    effect: read
    result: { format: text, label: untrusted }
    call: { ceiling: untrusted }
  send_money: { result: { format: text, label: trusted }, call: never }
answer: { ceiling: untrusted, withLinks: trusted }
`;

const settingsFor = (url: string, more: { listen?: string; profile?: string } = {}): string => `
listen: { port: 1${more.listen ?? ''} }
upstreams:
  openai: { family: openai, baseUrl: '${url}/v1', keyFrom: OPENAI_API_KEY }
profiles:
  default: { policy: sluice.yaml, openai: openai${more.profile ?? ''} }
`;

/** A provider that answers everything so. */
async function provider(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly keys: readonly (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(status, headers).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

interface Looked {
  readonly code: number;
  readonly findings: readonly Finding[];
  readonly out: string;
}

const world: DoctorEnvironment = {
  env: { OPENAI_API_KEY: 'sk-upstream' },
  nowMs: Date.now,
  nodeVersion: process.versions.node,
  uid: process.getuid?.(),
  userName: 'ann',
  sandbox: { kind: 'bubblewrap', file: '/usr/bin/bwrap' },
  fetch,
};

/** Looks at a folder, from elsewhere. */
async function lookAt(
  files: Files | string,
  more: Partial<DoctorEnvironment> = {},
): Promise<Looked> {
  const folder = typeof files === 'string' ? files : project(files);
  const { terminal, out } = keptTerminal();
  const settings = path.join(folder, 'gateway.yaml');
  const parts = { terminal, world: { ...world, ...more } };
  const code = await runDoctor({ settings, json: true }, parts);
  const { findings } = JSON.parse(out.join('\n')) as { readonly findings: readonly Finding[] };
  await runDoctor({ settings }, parts);
  return { code, findings, out: out.slice(1).join('\n') };
}

const of = ({ findings }: Looked, area: string, status: string): readonly string[] =>
  findings.filter((each) => each.area === area && each.status === status).map(({ says }) => says);

const up = await new Promise<string>((resolve) => {
  const server = createServer((_, response) => void response.end('{"data":[]}'));
  server.listen(0, '127.0.0.1', () => {
    server.unref();
    resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
});
const good: Files = { 'sluice.yaml': policy, 'gateway.yaml': settingsFor(up) };

/** Each is a set-up that cannot go on as it is. */
const broken: readonly (readonly [
  string,
  {
    files: Files;
    env?: DoctorEnvironment['env'];
    world?: Partial<DoctorEnvironment>;
    says: string;
    todo: string;
  },
])[] = [
  ['no settings', { files: {}, says: 'does not exist', todo: 'check the path' }],
  [
    'settings that are none',
    {
      files: { ...good, 'gateway.yaml': 'x: 1' },
      says: '1:1: there is no setting `x`',
      todo: 'correct',
    },
  ],
  [
    'no policy',
    { files: { 'gateway.yaml': settingsFor(up) }, says: 'there is no policy', todo: 'sluice init' },
  ],
  [
    'a policy that is none',
    {
      files: { ...good, 'sluice.yaml': policy.replace('chain', 'chan') },
      says: 'error',
      todo: 'sluice policy check',
    },
  ],
  [
    'a propagator that is none',
    {
      files: { ...good, 'gateway.yaml': settingsFor(up, { profile: ', propagator: lineag' }) },
      says: '`lineag`',
      todo: 'lineage',
    },
  ],
  [
    'a label that is none',
    {
      files: { ...good, 'gateway.yaml': settingsFor(up, { profile: ', turns: secret' }) },
      says: 'profile default',
      todo: '',
    },
  ],
  [
    'no key',
    {
      files: good,
      world: { env: {} },
      says: '`OPENAI_API_KEY` holds no key for it',
      todo: 'export OPENAI_API_KEY=',
    },
  ],
  [
    'a provider that is not there',
    {
      files: { ...good, 'gateway.yaml': settingsFor('http://127.0.0.1:9') },
      says: 'does not answer (',
      todo: '`baseUrl`',
    },
  ],
  [
    'a key in the clear',
    {
      files: { ...good, 'gateway.yaml': settingsFor('http://models.example') },
      says: 'unencrypted',
      todo: 'https://',
    },
  ],
  [
    'an address that keys would reach in the clear',
    {
      files: { ...good, 'gateway.yaml': settingsFor(up, { listen: ', host: 0.0.0.0' }) },
      says: 'will not start',
      todo: 'behindTls',
    },
  ],
  [
    'an old Node',
    { files: good, world: { nodeVersion: '22.18.0' }, says: 'Node 22.18.0', todo: 'nodejs.org' },
  ],
  [
    'a clock that is off',
    {
      files: good,
      world: { nowMs: () => Date.now() + 7_200_000 },
      says: '120 minutes off',
      todo: 'set it',
    },
  ],
];

describe.each(broken)('%s', (_, { files, world: more, says, todo }) => {
  proves('set-up/doctor-fails', async () => {
    const looked = await lookAt(files, more);
    expect(looked.code).toBe(1);
    const toFix = looked.findings.filter(({ status }) => status === 'fix');
    expect(toFix).toHaveLength(1);
    expect(toFix[0]?.says).toContain(says);
    expect(toFix[0]?.todo ?? '').toContain(todo);
    expect(looked.out).toContain('To fix (1):');
  });
});

describe('nothing to fix', () => {
  proves('set-up/doctor-fails', async () => {
    const looked = await lookAt(good);
    expect([looked.code, looked.findings.filter(({ status }) => status === 'fix')]).toEqual([
      0,
      [],
    ]);
    expect(looked.out).toContain('Nothing must be fixed.');
    expect(of(looked, 'upstream', 'holds')).toEqual([`openai: ${up}/v1 answers`]);
    expect(of(looked, 'clock', 'holds')).toHaveLength(1);
  });
});

describe('what a provider answers', () => {
  test.each([
    [200, 'holds', 'answers'],
    [401, 'fix', 'refuses the key (401)'],
    [403, 'fix', 'refuses the key (403)'],
    [404, 'look', 'no list of models'],
    [301, 'fix', 'leads elsewhere'],
    [503, 'look', 'answers 503'],
  ])('%d', async (status, wanted, says) => {
    const { url, keys } = await provider(status, { location: 'http://127.0.0.1:9/' });
    const looked = await lookAt({ ...good, 'gateway.yaml': settingsFor(url) });
    expect(of(looked, 'upstream', wanted)).toEqual([expect.stringContaining(says)]);
    expect(keys).toEqual(['Bearer sk-upstream', 'Bearer sk-upstream']);
  });

  test('nothing, for there is no network', async () => {
    const failed = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('sk-upstream'), { code: 'ENOTFOUND' }),
    });
    const looked = await lookAt(good, { fetch: () => Promise.reject(failed) });
    expect(looked.code).toBe(0);
    expect(of(looked, 'upstream', 'unknown')).toEqual([expect.stringContaining('offline?')]);
    expect(of(looked, 'clock', 'unknown')).toHaveLength(1);
    expect(looked.out).not.toContain('sk-upstream');
  });

  test.each([
    ['CERT_HAS_EXPIRED', 'TLS: its certificate has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS: its certificate is signed by itself'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS: what answers there speaks plain http'],
  ])('%s, which is a failure of TLS', async (code, says) => {
    const failed = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('sk-upstream'), { code }),
    });
    const looked = await lookAt(good, { fetch: () => Promise.reject(failed) });
    expect(looked.code).toBe(1);
    expect(of(looked, 'upstream', 'fix')).toEqual([expect.stringContaining(says)]);
    expect(looked.out).not.toContain('sk-upstream');
  });

  test('nothing in time', async () => {
    const late = new DOMException('late', 'TimeoutError');
    const looked = await lookAt(good, { fetch: () => Promise.reject(late) });
    expect(looked.code).toBe(0);
    expect(of(looked, 'upstream', 'unknown')).toEqual([expect.stringContaining('within 5 s')]);
  });
});

describe('the key of an agent in the provider’s variable', () => {
  proves('set-up/own-keys-stay', async () => {
    const { url, keys } = await provider(200);
    const own = `sk-sluice-${'a'.repeat(43)}`;
    const files = { ...good, 'gateway.yaml': settingsFor(url) };
    const looked = await lookAt(files, { env: { OPENAI_API_KEY: own } });
    expect(looked.code).toBe(1);
    expect(keys).toEqual([undefined, undefined]);
    expect(looked.out).not.toContain(own);
  });

  test('is no mistake where a gateway runs: it is the agent’s shell', async () => {
    const answering = await provider(200);
    const port = new URL(answering.url).port;
    const settings = settingsFor(up).replace('port: 1', `port: ${port}`);
    const looked = await lookAt({ ...good, 'gateway.yaml': settings }, { env: {} });
    expect(looked.code).toBe(0);
    expect(of(looked, 'upstream', 'unknown')).toEqual([expect.stringContaining('in this shell')]);
  });
});

describe('keys and database', () => {
  const withKeys = (): string => {
    const folder = project(good);
    mkdirSync(path.join(folder, '.sluice'), { mode: 0o700 });
    for (const name of ['client.key', 'operator.key', 'sluice.db', 'sluice.db.key']) {
      const text = name === 'sluice.db' ? 'SQLite format 3\0' : 'x';
      writeFileSync(path.join(folder, '.sluice', name), text, { mode: 0o600 });
    }
    return folder;
  };

  test('for their owner alone', async () => {
    const looked = await lookAt(withKeys());
    expect(looked.code).toBe(0);
    expect(of(looked, 'keys', 'holds')).toHaveLength(2);
    expect(of(looked, 'database', 'holds')).toHaveLength(3);
  });

  test.each(['client.key', 'operator.key', 'sluice.db', 'sluice.db.key'])(
    '%s that others can read must be fixed',
    async (name) => {
      const folder = withKeys();
      chmodSync(path.join(folder, '.sluice', name), 0o640);
      const { code, findings } = await lookAt(folder);
      expect(code).toBe(1);
      expect(findings.filter(({ status }) => status === 'fix')).toEqual([
        expect.objectContaining({ todo: expect.stringMatching(`^type: chmod 600 .*${name}$`) }),
      ]);
    },
  );

  test('a folder that others can write into, and a database that is none', async () => {
    const folder = withKeys();
    chmodSync(path.join(folder, '.sluice'), 0o777);
    writeFileSync(path.join(folder, '.sluice/sluice.db'), 'something else');
    const looked = await lookAt(folder);
    expect(of(looked, 'keys', 'fix')).toEqual([expect.stringContaining('put files into')]);
    expect(of(looked, 'database', 'fix')).toEqual([
      expect.stringContaining('not a SQLite database'),
    ]);
  });

  test('before the first start there are none', async () => {
    const looked = await lookAt(good);
    expect(of(looked, 'keys', 'unknown')).toEqual([expect.stringContaining('none yet')]);
  });

  test.each([
    ['the same user', 'look', 0],
    ['another user', 'holds', 1],
  ])('of %s as the agent', async (_, status, more) => {
    const uid = process.getuid?.();
    if (uid === undefined) return;
    const looked = await lookAt(withKeys(), { uid: uid + more });
    expect(of(looked, 'user', status)).toHaveLength(1);
  });
});

describe('the policy', () => {
  test.each([
    ['', true],
    [', staged: true', false],
  ])('data that spares no question is named: %j', async (profile, isNamed) => {
    const body = '{ form: text, ceiling: untrusted, writes: [], because: It is printed. }';
    const writes = `  write_letter: { call: { ceiling: trusted, data: { body: ${body} } } }\n`;
    const { findings } = await lookAt({
      'sluice.yaml': policy.replace('  send_money', `${writes}  send_money`),
      'gateway.yaml': settingsFor('http://127.0.0.1:1', { profile }),
    });
    const named = findings.filter(({ says }) => says.includes('`body` of write_letter'));
    expect(named.map(({ todo }) => todo?.includes('`staged: true`'))).toEqual(
      isNamed ? [true] : [],
    );
  });

  test('tools that are never automatic are named', async () => {
    const looked = await lookAt(good);
    expect(of(looked, 'policy', 'holds')).toContain(
      'never automatic: send_money and every tool that the policy does not name',
    );
  });

  test.each([
    ['a shell', policy.replace('read_mail', 'run_bash'), 'the agent has a shell: run_bash'],
    [
      'violations that are only logged',
      policy.replace('onViolation: ask', 'onViolation: log'),
      'guarantees nothing for read_mail, send_money',
    ],
    ['guesses', policy.replace('tools:', 'tools: # guess: x'), 'holds 1 guess of'],
    [
      'warnings',
      policy.replace(
        'call: never',
        'call: { ceiling: untrusted, rules: [{ when: { to: bob }, ceiling: trusted }] }',
      ),
      'warning',
    ],
  ])('%s', async (_, text, says) => {
    const looked = await lookAt({ ...good, 'sluice.yaml': text });
    expect(looked.code).toBe(0);
    expect(of(looked, 'policy', 'look')).toContainEqual(expect.stringContaining(says));
  });
});

proves('set-up/doctor-limits', async () => {
  const looked = await lookAt(good);
  const limits = of(looked, 'guarantees', 'limit').join('\n');
  expect(limits).toContain('the client executes');
  expect(limits).toContain('begun anew, with system and user turns alone, is trusted');
  expect(of(looked, 'guarantees', 'holds').join('\n')).toContain('held back until it is whole');
  const lax = await lookAt({ ...good, 'sluice.yaml': policy.replace(', withLinks: trusted', '') });
  expect(of(lax, 'guarantees', 'limit').join('\n')).toContain('text is streamed');
  const wary = await lookAt({
    ...good,
    'gateway.yaml': settingsFor(up, { profile: ', turns: untrusted' }),
  });
  expect(of(wary, 'guarantees', 'limit').join('\n')).toContain('at least untrusted');
});

test('of a profile that only records, nothing is guaranteed', async () => {
  const files = { ...good, 'gateway.yaml': settingsFor(up, { profile: ', mode: log' }) };
  const looked = await lookAt(files);
  expect(of(looked, 'guarantees', 'holds')).toEqual([]);
  expect(of(looked, 'guarantees', 'look')).toEqual([expect.stringContaining('only records')]);
});

test('the Node that the gateway asks for', async () => {
  const { default: manifest } = await import('../../gateway/package.json', {
    with: { type: 'json' },
  });
  expect(manifest.engines.node).toBe(`>=${oldestNode.join('.')}`);
});

describe('as a command', () => {
  test('in a folder with nothing in it', () => {
    const { code, out } = ranIn(project(), ['doctor']);
    expect(code).toBe(1);
    expect(out).toContain('sluice init');
  });

  test('beside a gateway that runs', async () => {
    const folder = project({
      ...good,
      'gateway.yaml': settingsFor(up).replace('port: 1', 'port: 0'),
    });
    const running = runningIn(folder, ['gateway'], { OPENAI_API_KEY: 'sk-upstream' });
    await running.said('operator');
    const { code, out } = ranIn(folder, ['doctor', '--json'], { OPENAI_API_KEY: 'sk-upstream' });
    const { fix, findings } = JSON.parse(out) as { fix: number; findings: readonly Finding[] };
    expect([code, fix]).toEqual([0, 0]);
    expect(findings.map(({ area }) => area)).toEqual(
      expect.arrayContaining([
        'node',
        'settings',
        'policy',
        'guarantees',
        'upstream',
        'keys',
        'user',
      ]),
    );
    expect(out).toContain(path.join('.sluice', 'operator.key'));
  });
});
