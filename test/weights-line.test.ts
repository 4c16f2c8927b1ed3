import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startPull, testedWeights, weightsLine } from '../scripts/real-weights.ts';
import { models } from '../packages/local/src/weights/cache.ts';

const root = path.join(import.meta.dirname, '..');

/** A pull that is this program. */
function pulling(program: string, options: { msMax?: number; graceMs?: number } = {}) {
  return startPull({ cwd: root, env: process.env, args: ['--eval', program], ...options });
}

describe('a pull beside the checks', () => {
  test.each([
    ['that works', 'process.exit(0)', undefined],
    [
      'that fails says why, without progress and hints',
      "console.error('fetching: 1 MB\\nsluice: no index\\n  look about'); process.exit(2)",
      'no index',
    ],
    ['that breaks off', "throw new Error('x')", 'the pull broke off'],
  ])('%s', async (_, program, why) => {
    const pull = pulling(program);
    expect(await pull.ended()).toBe(why);
    await pull.stop();
  });

  const stays = 'setInterval(() => {}, 1000);';

  test.each([
    ['is asked to stop', `${stays} process.once('SIGINT', () => process.exit(0))`],
    ['is ended by force where it does not', `${stays} process.on('SIGINT', () => {})`],
  ])('one that takes too long %s', async (_, program) => {
    const pull = pulling(program, { msMax: 400, graceMs: 200 });
    expect(await pull.ended()).toMatch(/did not come within 0.4 s; the next run goes on/);
  });

  test('one that is not waited for ends with the checks', async () => {
    const pull = pulling(stays, { graceMs: 200 });
    await pull.stop();
    expect(await pull.ended()).toBe('the pull broke off');
  });

  test('is not begun where a variable says so', async () => {
    const env = { ...process.env, SLUICE_TEST_PULL: 'no' };
    const pull = startPull({ cwd: root, env, args: ['--eval', 'process.exit(0)'] });
    expect(await pull.ended()).toBe('SLUICE_TEST_PULL=no, and none are here');
    await pull.stop();
  });
});

/** Vitest's report of tests in files, each `file > group: status`. */
function reportOf(...lines: readonly string[]): string {
  const testResults = lines.map((line) => {
    const [, name, title, status] = /^(\S+) > (.+): (\w+)$/.exec(line) ?? [];
    return { name, assertionResults: [{ status, ancestorTitles: [title], title: 'a test' }] };
  });
  return JSON.stringify({ testResults });
}

const at = '/x/llama/real-weights.test.ts';

test.each([
  ['used', reportOf(`${at} > a-1: passed`), undefined, 'used (a-1)'],
  ['failed on', reportOf(`${at} > a-1, more: failed`), 'x', 'used (a-1)'],
  [
    'two',
    reportOf(`${at} > b: passed`, `${at} > a: passed`, `${at} > a, c: passed`),
    'x',
    'used (a, b)',
  ],
  ['skipped', reportOf(`${at} > a: skipped`), 'no index', 'not used (no index); tiny generated'],
  ['elsewhere', reportOf('/x/a.test.ts > a: passed'), undefined, 'not used (no test ran on them)'],
  ['no tests', undefined, undefined, 'not used (the tests did not run); tiny generated'],
])('what the tests did with real weights: %s', (...[, report, why, line]) => {
  expect(weightsLine(report, why)).toContain(`real weights: ${line}`);
});

describe('the weights of the tests', () => {
  const known = models({ folder: '/nowhere' }).map(({ entry }) => entry.id);

  test('are known by the name that is pulled', () => expect(known).toContain(testedWeights));

  const files = globSync('{packages/*,research}/{src,test}/**/real-weights.test.ts', { cwd: root });

  test.each(files)('%s names its own', (file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const [, id] = /describe\.skipIf\(\w+ === undefined\)\('([\w.-]+)/.exec(source) ?? [];
    expect(known).toContain(id);
    expect(source).toContain(`cachedPath('${id}')`);
  });
});
