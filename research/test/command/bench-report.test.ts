import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';
import { whose } from '../../src/command/run-shown.ts';
import { writeSuiteResult } from '../../src/report/suite-result-file.ts';
import { trialKey } from '../../src/sweep/ledger-file.ts';
import type { PersonName, TrialLine, TrialOutcome } from '../../src/trial/trial.ts';
import { someResult } from '../report/some-result.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-report-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(() => vi.unstubAllEnvs());

const versions = { sluice: '0.1.0', code: 'c0de', node: '24.0.0' };

const cost = { modelCalls: 1, steps: 1, inputTokens: 1, outputTokens: 1, ms: 1 };

function line(defence: string, person: PersonName, utility: boolean): TrialLine {
  const spec = {
    benchmark: 'harbour/v1',
    suite: 'pier',
    task: 'send',
    attack: undefined,
    model: 'reader:lax',
    defence,
    person,
    seed: 0,
  };
  const outcome: TrialOutcome = {
    kind: 'finished',
    utility,
    attackSucceeded: undefined,
    throughAnswer: false,
    questions: [],
    executed: [],
    checked: { runs: 0, steps: 0, violations: [], differences: [] },
    cost,
    moments: [],
  };
  return { kind: 'trial', key: trialKey(spec, versions), atMs: 0, spec, outcome };
}

function written(name: string, lines: readonly TrialLine[]): string {
  const file = path.join(folder, name);
  const sweep = { kind: 'sweep', atMs: 0, command: 'sluice bench', versions };
  writeFileSync(file, [sweep, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''));
  return file;
}

describe('a report says what its controls say', () => {
  test('each that fails, by benchmark, model and versions', async () => {
    const lines = [line('none', 'skip', false), line('lineage', 'skip', true)];
    const html = path.join(folder, 'report.html');
    const ran = await sluice(['bench', 'report', written('a.jsonl', lines), '--html', html]);
    expect(ran.code).toBe(0);
    const rows = readFileSync(html, 'utf8').match(/<tr>[^]*?<\/tr>/g) ?? [];
    for (const name of ['undefended-benign', 'guarded-hold']) {
      const row = rows.find((each) => each.includes(`: ${name}`));
      expect(row).toContain('harbour/v1, reader:lax, ');
      expect(row).toContain('fails');
    }
  });
});

test.each([
  ['reader:lax', { models: ['reader:lax'], notice: 'not a real model’s figures' }],
  ['gpt-4o', { models: ['gpt-4o'] }],
])('figures in JSON say whose they are: %s', (model, expected) => {
  const { spec, ...rest } = line('none', 'skip', true);
  expect(whose([{ ...rest, spec: { ...spec, model } }])).toEqual(expected);
});

describe('a report of all that was kept', () => {
  test('of nothing shows the committed results, and says so', async () => {
    const bench = path.join(folder, 'nothing');
    mkdirSync(bench);
    vi.stubEnv('SLUICE_BENCH', bench);
    // The memory of a suite is no ledger of a sweep.
    writeFileSync(path.join(bench, 'privacy-local.jsonl'), '\n{"key":"a","played":{}}');
    const html = path.join(folder, 'committed.html');
    const { code, out } = await sluice(['bench', 'report', '--html', html]);
    expect(code).toBe(0);
    expect(out).toMatch(/committed results of `research\/results`.*`sluice bench all --quick`/);
    const page = readFileSync(html, 'utf8');
    for (const part of [
      'committed results',
      '<h2>screener, ',
      '<code>sluice bench all --quick</code>',
    ])
      expect(page).toContain(part);
  });

  test('has results beside ledgers, and names what is none', async () => {
    const bench = path.join(folder, 'both');
    vi.stubEnv('SLUICE_BENCH', bench);
    writeSuiteResult(path.join(bench, 'results'), someResult({}));
    writeFileSync(path.join(bench, 'results', 'torn.json'), '{');
    written(path.join('both', 'a.jsonl'), [line('none', 'skip', true)]);
    const html = path.join(folder, 'both.html');
    expect((await sluice(['bench', 'report', '--html', html])).code).toBe(0);
    const page = readFileSync(html, 'utf8');
    for (const part of ['harbour, worst-case', 'a.jsonl', 'measured by other code', 'torn.json'])
      expect(page).toContain(part);
    const text = await sluice(['bench', 'report', '--markdown']);
    for (const part of ['**harbour, worst-case**', '**harbour/v1', 'Left out'])
      expect(text.out).toContain(part);
    const figures = await sluice(['bench', 'report', '--json']);
    expect(JSON.parse(figures.out)).toMatchObject({
      results: [{ suite: 'harbour', isCurrent: false, holds: false }],
      leftOut: [expect.stringContaining('torn.json')],
      figures: { 'harbour.boats': 3 },
    });
  });

  test('of a named result alone, and of what is none', async () => {
    const file = writeSuiteResult(path.join(folder, 'named'), someResult({}));
    const shown = await sluice(['bench', 'report', file, '--markdown']);
    expect(shown.out).toContain('**harbour, worst-case**');
    writeFileSync(file, '{}');
    const { code, errors } = await sluice(['bench', 'report', file, '--markdown']);
    expect(code).toBe(2);
    expect(errors).toContain('delete it, and measure again');
  });
});
