import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trialKey, type PersonName, type TrialLine, type TrialOutcome } from '@sluice/bench';
import { afterAll, describe, expect, test } from 'vitest';
import { showJson } from '../src/bench/show.ts';
import { keptTerminal, sluice } from './terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  [
    'reader:lax',
    { models: ['reader:lax'], notice: 'not a real model’s figures', figures: { a: 1 } },
  ],
  ['gpt-4o', { models: ['gpt-4o'], figures: { a: 1 } }],
])('figures in JSON say whose they are: %s', (model, expected) => {
  const { terminal, out } = keptTerminal();
  const { spec, ...rest } = line('none', 'skip', true);
  showJson([{ ...rest, spec: { ...spec, model } }], { a: 1 }, terminal);
  expect(JSON.parse(out.at(-1) ?? '')).toEqual(expected);
});
