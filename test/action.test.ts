import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const script = path.join(import.meta.dirname, '../scripts/action.mjs');

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  read_mail: { effect: read, call: { ceiling: top }, result: { format: text, label: untrusted } }
  pay: { call: { ceiling: trusted } }
`;
const looser = policy.replace('ceiling: trusted', 'ceiling: untrusted');

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

const seen: Seen[] = [];
let comments: readonly object[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'GET' ? comments : {}));
  });
});
let api = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => server.close());

/** A repository whose last commit changes the policy. */
function repository(before: string | undefined, after: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-action-test-'));
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
    });
  git('init', '--quiet');
  if (before !== undefined) writeFileSync(path.join(folder, 'sluice.yaml'), before);
  writeFileSync(path.join(folder, 'readme'), '');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  writeFileSync(path.join(folder, 'sluice.yaml'), after);
  return folder;
}

async function act(folder: string, more: Readonly<Record<string, string>> = {}) {
  seen.length = 0;
  const event = path.join(folder, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const output = path.join(folder, 'output');
  writeFileSync(output, '');
  const env = {
    PATH: process.env['PATH'] ?? '',
    SLUICE_BASE: 'HEAD',
    SLUICE_TOKEN: 'secret-token',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_API_URL: api,
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: output,
    ...more,
  };
  const ran = await new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
    execFile(process.execPath, [script], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr });
    });
  });
  return { ...ran, output: readFileSync(output, 'utf8') };
}

const pass = { SLUICE_FAIL: 'false' };

describe('the GitHub Action', () => {
  test('comments the flows that a change opens, and fails', async () => {
    comments = [];
    const ran = await act(repository(policy, looser));
    expect(ran.code).toBe(1);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/acme/shop/issues/7/comments?per_page=100',
      'POST /repos/acme/shop/issues/7/comments',
    ]);
    expect(seen[1]?.body).toMatch(/read_mail.* -> pay: ask before, now allow/);
    expect(ran.output).toMatch(/^sarif=.+\.sarif$/m);
    expect(ran.out).not.toContain('secret-token');
  });

  test('writes over its own comment, and nobody else’s', async () => {
    const body = '<!-- sluice policy check -->\n';
    comments = [
      { id: 1, body, user: { type: 'User' } },
      { id: 2, body, user: { type: 'Bot' } },
    ];
    const ran = await act(repository(looser, policy));
    expect(ran.code).toBe(0);
    expect(seen[1]).toMatchObject({
      method: 'PATCH',
      url: '/repos/acme/shop/issues/comments/2',
      body: expect.stringContaining('opens no flow'),
    });
  });

  test('shows what recorded runs say of both policies', async () => {
    comments = [];
    const root = path.join(import.meta.dirname, '..');
    const banking = readFileSync(path.join(root, 'policies/agentdojo/banking.yaml'), 'utf8');
    const runs = path.join(root, 'packages/cli/samples/runs.jsonl');
    await act(repository(banking, banking), { SLUICE_RUNS: runs });
    expect(seen[1]?.body).toContain('| attacks through a call that are contained | 1 | 1 |');
  });

  test.each([
    { name: 'a policy that cannot be read', before: policy, after: 'version: 1\n', code: 1 },
    { name: 'a base that cannot be read', before: 'version: 1\n', after: policy, code: 2 },
    { name: 'no base', before: policy, after: policy, more: { SLUICE_BASE: '' }, code: 2 },
    { name: 'no revision', before: policy, after: policy, more: { SLUICE_BASE: 'no' }, code: 2 },
    { name: 'a new policy', before: undefined, after: policy, code: 0 },
    { name: 'a flow that may pass', before: policy, after: looser, more: pass, code: 0 },
  ])('$name: $code', async ({ before, after, more, code }) => {
    expect(await act(repository(before, after), more)).toMatchObject({ code });
  });
});
