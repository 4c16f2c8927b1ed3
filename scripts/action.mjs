// The GitHub Action (`action.yml`): compares a policy with that of the base revision, audits recorded
// runs under both, and leaves one comment on the pull request. Runs on the runner's own Node.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const { env } = process;
const policy = env.SLUICE_POLICY || 'sluice.yaml';
const marker = '<!-- sluice policy check -->';
const sarif = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-action-')), 'sluice.sarif');

const before = checkedOut(env.SLUICE_BASE || '');
const diff = before === undefined ? undefined : compared(before);
const report = [
  marker,
  '### Sluice: what this change of the policy opens',
  '',
  ...(diff === undefined
    ? [`\`${shown(policy)}\` is new: there is nothing to compare.`]
    : fenced(diff.text)),
  ...(diff === undefined || !env.SLUICE_RUNS ? [] : audits(before)),
].join('\n');
console.log(report);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${report}\n`);
if (env.GITHUB_OUTPUT && existsSync(sarif)) appendFileSync(env.GITHUB_OUTPUT, `sarif=${sarif}\n`);
await comment(report);
// 2: it could not be compared, which is never a pass.
if (diff !== undefined && (diff.code > 1 || env.SLUICE_FAIL !== 'false'))
  process.exitCode = diff.code;

/** The policy as it is in the base, with all files around it; `undefined` where it was not there. */
function checkedOut(base) {
  if (!/^[\w./-]+$/.test(base) || base.startsWith('-')) {
    stop('no base revision: run on `pull_request`, or give `base`');
  }
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-base-')), 'tree');
  const added = spawnSync('git', ['worktree', 'add', '--detach', folder, base], {
    encoding: 'utf8',
  });
  if (added.status !== 0) {
    stop(
      `the base revision is not here: check out with \`fetch-depth: 0\` (${added.stderr.trim()})`,
    );
  }
  const file = path.join(folder, policy);
  return existsSync(file) ? file : undefined;
}

function compared(file) {
  const { status, stdout, stderr } = sluice([
    'policy',
    'check',
    policy,
    '--diff',
    file,
    '--sarif',
    sarif,
  ]);
  return { code: status ?? 2, text: `${stdout}${stderr}`.replaceAll(file, `${policy} (base)`) };
}

function audits(file) {
  const names = {
    'audit.contained.lineage': 'attacks through a call that are contained',
    'audit.interruptions.lineage': 'interruptions of a run that nobody attacked',
    'audit.unclear': 'attacks of which nothing can be said',
  };
  const [old, now] = [file, policy].map((each) => {
    const { stdout } = sluice(['audit', env.SLUICE_RUNS, '--policy', each, '--json']);
    try {
      return JSON.parse(stdout.trimEnd().split('\n').at(-1)).figures;
    } catch {
      return undefined;
    }
  });
  if (old === undefined || now === undefined)
    return ['', 'The recorded runs could not be audited.'];
  const rows = Object.entries(names)
    .filter(([name]) => name in old || name in now)
    .map(([name, words]) => `| ${words} | ${old[name] ?? '–'} | ${now[name] ?? '–'} |`);
  return ['', '| recorded runs | before | now |', '| --- | --- | --- |', ...rows];
}

function sluice(words) {
  const setUp = spawnSync(process.execPath, [path.join(root, 'scripts/setup.mjs')], {
    encoding: 'utf8',
  });
  if (setUp.status !== 0) stop(`the dependencies could not be installed: ${setUp.stderr.trim()}`);
  const node = path.join(root, 'node_modules/.bin/node');
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];
  const main = path.join(root, 'packages/cli/src/main.ts');
  return spawnSync(node, [...flags, main, ...words], { encoding: 'utf8', maxBuffer: 1e9 });
}

/** A fence longer than any in the text, which may hold values of a policy that a stranger proposes. */
function fenced(text) {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const textMax = 50_000;
  const cut = text.length > textMax ? `${text.slice(0, textMax)}\n(cut here)` : text.trimEnd();
  return [`${fence}text`, cut, fence];
}

function shown(text) {
  return text.replaceAll('`', "'");
}

async function comment(body) {
  const event = env.GITHUB_EVENT_PATH
    ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'))
    : {};
  const number = event.pull_request?.number;
  if (!Number.isInteger(number) || !env.SLUICE_TOKEN || !env.GITHUB_REPOSITORY) return;
  const api = `${env.GITHUB_API_URL || 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}`;
  const earlier = await mine(`${api}/issues/${number}/comments?per_page=100`);
  const [method, url] =
    earlier === undefined
      ? ['POST', `${api}/issues/${number}/comments`]
      : ['PATCH', `${api}/issues/comments/${earlier}`];
  await request(url, { method, body: JSON.stringify({ body }) });
}

/** The comment of an earlier run, if there is one among the first hundred. */
async function mine(url) {
  const comments = await request(url, {});
  return comments?.find(({ body, user }) => body?.startsWith(marker) && user?.type === 'Bot')?.id;
}

/** A comment that cannot be written changes no verdict: forks get a token that may only read. */
async function request(url, options) {
  const headers = {
    authorization: `Bearer ${env.SLUICE_TOKEN}`,
    accept: 'application/vnd.github+json',
  };
  const response = await fetch(url, { ...options, headers }).catch(() => undefined);
  if (response?.ok) return response.json();
  console.error(`the comment was not written: ${response?.status ?? 'no answer'}`);
  return undefined;
}

function stop(message) {
  console.error(`sluice: ${message}`);
  process.exit(2);
}
