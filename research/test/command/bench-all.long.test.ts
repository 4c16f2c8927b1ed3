import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'sluice/parts';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExitCode } from '../../../packages/cli/src/command-context.ts';
import { keptTerminal, sluice } from '../../../packages/cli/test/terminal.ts';
import { type AllBench, type AllBenchOptions, runBenchAll } from '../../src/command/all/all.ts';
import { quickEntries, type SuiteEntry } from '../../src/command/all/entries.ts';
import { codeOf } from '../../src/command/code-of.ts';
import { machineHere } from '../../src/command/machine.ts';
import { keptFor } from '../../src/command/suite.ts';
import { readSuiteResults, writeSuiteResult } from '../../src/report/suite-result-file.ts';
import type { SuiteResult } from '../../src/report/suite-result.ts';
import { proves } from '../../src/testing/proves.ts';
import { someResult } from '../report/some-result.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-all-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let bench = '';

let results = '';

let tests = 0;

beforeEach(() => {
  tests += 1;
  bench = path.join(folder, `bench-${tests}`);
  results = path.join(bench, 'results');
  vi.stubEnv('SLUICE_BENCH', bench);
  vi.stubEnv('SLUICE_MODELS', path.join(folder, 'no-models'));
});

afterEach(() => vi.unstubAllEnvs());

const entry = (name: string, ...needs: SuiteEntry['needs']): SuiteEntry => ({
  name,
  argv: [name],
  needs,
  seconds: 60,
});

const codeHere = 'c0de';

/** Taken of the sources it would be bundled anew for each suite. */
const fakeCode = (): Promise<string> => Promise.resolve(codeHere);

function resultOf(suite: string, own: Partial<SuiteResult> = {}): SuiteResult {
  return someResult({
    suite,
    command: `sluice bench ${suite}`,
    seconds: 2,
    versions: { code: codeHere },
    figures: { [`${suite}.boats`]: 3 },
    claims: [{ name: 'all-back', holds: true, detail: '3 of 3' }],
    ...own,
  });
}

/** Suites that end as they are told to. */
function suitesEnding(ways: Readonly<Record<string, () => ExitCode>>): {
  readonly run: AllBench['run'];
  readonly ran: readonly string[];
} {
  const ran: string[] = [];
  const run: AllBench['run'] = ([, name = ''], terminal) => {
    ran.push(name);
    terminal.print('what a suite prints by itself');
    terminal.warn(`${name} is under way`);
    const { [name]: way = (): ExitCode => 2 } = ways;
    return Promise.resolve().then(way);
  };
  return { run, ran };
}

const keeps =
  (suite: string, own: Partial<SuiteResult> = {}, code: ExitCode = 0) =>
  (): ExitCode => {
    writeSuiteResult(results, resultOf(suite, own));
    return code;
  };

async function runAll(
  suites: Omit<AllBench, 'nowMs'>,
  options: Partial<AllBenchOptions> = {},
): Promise<{ readonly code: ExitCode; readonly out: string; readonly errors: string }> {
  const { terminal, out, errors } = keptTerminal();
  const html = path.join(folder, 'page.html');
  const code = await runBenchAll({ html, ...options }, terminal, {
    ...suites,
    codeOf: fakeCode,
    nowMs: () => 1,
  });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

proves('bench/all-goes-on', async () => {
  const missed = { claims: [{ name: 'all-back', holds: false, detail: '2 of 3' }] };
  const ways: Readonly<Record<string, () => ExitCode>> = {
    good: keeps('good'),
    missing: keeps('missing', missed, 1),
    odd: keeps('odd', {}, 1),
    throwing: () => {
      throw new Error('the sea is rough');
    },
    mistyped: () => 2,
    silent: () => 0,
  };
  const names = Object.keys(ways);
  const { run, ran } = suitesEnding(ways);
  const all = await runAll({ run, entries: [...names, 'good'].map((name) => entry(name)) });
  expect(ran).toEqual(names);
  expect(all.code).toBe(1);
  for (const part of [
    'fails  all-back: 2 of 3',
    'failed: throwing: the sea is rough',
    'failed: mistyped: mistyped is under way',
    'failed: silent: it kept no result',
  ])
    expect(all.out).toContain(part);
  for (const name of names.slice(1)) {
    const alone = await runAll(
      { run: suitesEnding(ways).run, entries: [entry(name)] },
      { again: true },
    );
    expect([name, alone.code]).toEqual([name, 1]);
  }
  const good = await runAll({ run, entries: [entry('good')] }, { again: true });
  expect(good.code).toBe(0);
});

proves('bench/all-kept', async () => {
  const { run, ran } = suitesEnding({ good: keeps('good') });
  const entries = [entry('good')];
  const first = await runAll({ run, entries });
  const second = await runAll({ run, entries });
  expect([first.code, second.code, ran.length]).toEqual([0, 0, 1]);
  expect(first.out).not.toContain('measured before');
  expect(second.out).toContain(
    'good, worst-case: all 1 hold, 2.0 s, measured before by the same code',
  );
  await runAll({ run, entries }, { again: true });
  expect(ran).toHaveLength(2);
  // A suite that other code or another command measured is measured again.
  for (const other of [
    { versions: { code: 'older' } },
    { command: 'sluice bench good --pairs 1' },
  ]) {
    writeSuiteResult(results, resultOf('good', other));
    const before = ran.length;
    await runAll({ run, entries });
    expect(ran).toHaveLength(before + 1);
  }
});

test('a suite that was stopped half-way is gone on with', async () => {
  const { run, ran } = suitesEnding({ good: keeps('good', { isPartial: true }, 1) });
  const entries = [entry('good')];
  await runAll({ run, entries });
  const second = await runAll({ run, entries });
  expect([second.code, ran]).toEqual([1, ['good', 'good']]);
});

proves('bench/all-named', async () => {
  const { run, ran } = suitesEnding({ good: keeps('good') });
  vi.stubEnv('SLUICE_AGENTDOJO_PYTHON', undefined);
  vi.stubEnv('SLUICE_CACHE', path.join(folder, 'empty'));
  const entries = [entry('good'), entry('model', 'weights'), entry('dojo', 'agentdojo')];
  const all = await runAll({ run, entries }, { json: true });
  expect(ran).toEqual(['good']);
  expect(all.code).toBe(0);
  expect(all.out).toMatch(
    /left out: model: type `(?:sluice models pull|npm install) .*`; then `sluice bench model`/,
  );
  expect(all.out).toContain('left out: dojo: type `sluice bench agentdojo setup`');
  const { suites } = JSON.parse(all.out.split('\n').at(-1) ?? '') as {
    readonly suites: readonly { readonly ended: string }[];
  };
  expect(suites.map(({ ended }) => ended)).toEqual(['measured', 'left-out', 'left-out']);
});

describe('what it prints', () => {
  test('one table of all, figures in JSON, the page, and progress beside', async () => {
    const { run } = suitesEnding({ north: keeps('north'), south: keeps('south') });
    const entries = [entry('north'), entry('south')];
    const { out, errors } = await runAll({ run, entries }, { json: true });
    expect(out).toMatch(/│ suite +│ figure +│ here +│ paper +│ bounds +│ took +│/);
    expect(out).toMatch(/│ south +│ boats sent +│ +3 │ +4 │ all 1 hold │ 2.0 s │/);
    expect(out).not.toContain('what a suite prints by itself');
    expect(errors).toContain('[0:00] 2/2 south: south is under way');
    const last = JSON.parse(out.split('\n').at(-1) ?? '') as Readonly<Record<string, unknown>>;
    expect(last).toMatchObject({ figures: { 'north.boats': 3, 'south.boats': 3 }, seconds: 0 });
    expect(readFileSync(path.join(folder, 'page.html'), 'utf8')).toContain('south, worst-case');
  });

  test('a stopped run begins no further suite, and is no success', async () => {
    const { run, ran } = suitesEnding({
      north: () => {
        process.emit('SIGINT');
        return keeps('north')();
      },
    });
    const all = await runAll({ run, entries: [entry('north'), entry('south')] });
    expect(ran).toEqual(['north']);
    expect(all.code).toBe(1);
    expect(all.out).toContain('south: stopped before it');
    expect(all.errors).toContain('no further suite begins');
  });

  test('--quick begins nothing that would be over after ten minutes, and shows what is there already', async () => {
    const { run, ran } = suitesEnding({ south: keeps('south') });
    let nowMs = 0;
    const slow: AllBench['run'] = (argv, terminal) => {
      nowMs += 9.5 * 60_000;
      keeps('north', { atMs: nowMs })();
      return run(argv, terminal);
    };
    writeSuiteResult(results, resultOf('west'));
    const { terminal, out } = keptTerminal();
    const entries = ['north', 'south', 'west'].map((name) => entry(name));
    const suites = { run: slow, entries, codeOf: fakeCode, nowMs: () => nowMs };
    const html = path.join(folder, 'page.html');
    await runBenchAll({ html, quick: true }, terminal, suites);
    expect(ran).toEqual(['north']);
    expect(out.join('\n')).toContain(
      'left out: south: no time was left; then `sluice bench south`',
    );
    expect(out.join('\n')).toContain('west, worst-case: all 1 hold');
    await runBenchAll({ html }, terminal, suites);
    expect(ran).toEqual(['north', 'south']);
  });

  test('on a slow machine --quick counts on later suites being as slow', async () => {
    const { run, ran } = suitesEnding({ north: () => 0, south: keeps('south') });
    let nowMs = 0;
    const slow: AllBench['run'] = (argv, terminal) => {
      nowMs += 6 * 60_000;
      keeps('north', { atMs: nowMs })();
      return run(argv, terminal);
    };
    const { terminal } = keptTerminal();
    const entries = ['north', 'south'].map((name) => entry(name));
    const html = path.join(folder, 'page.html');
    await runBenchAll({ html, quick: true }, terminal, {
      run: slow,
      entries,
      codeOf: fakeCode,
      nowMs: () => nowMs,
    });
    expect(ran).toEqual(['north']);
  });

  test('without a result there is no page', async () => {
    const { errors, code } = await runAll({ run: suitesEnding({}).run, entries: [] });
    expect([errors, code]).toEqual([expect.stringContaining('no page: nothing is in'), 0]);
  });
});

describe('only', () => {
  const entries = ['agentsec', 'agentsec-mixed', 'labels-kv'].map((name) => entry(name));
  test.each([
    [['agentsec'], ['agentsec', 'agentsec-mixed']],
    [
      ['agentsec-mixed', 'labels'],
      ['agentsec-mixed', 'labels-kv'],
    ],
  ])('%j', async (only, names) => {
    const { run, ran } = suitesEnding({});
    await runAll({ run, entries }, { only });
    expect(ran).toEqual(names);
  });
  test('a suite that nobody knows is a mistake', async () => {
    const { code, errors } = await sluice(['bench', 'all', '--quick', '--only', 'label']);
    expect(code).toBe(2);
    expect(errors).toMatch(/there is no suite `label`\n.*labels-news/);
  });
});

test('the slices take less than ten minutes of one core together', () => {
  const seconds = quickEntries.map((each) => each.seconds);
  expect(Math.min(...seconds)).toBeGreaterThan(0);
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThan(600);
});

proves('bench/result-kept', async () => {
  let nowMs = 1000;
  const command = new Command('harbour');
  new Command('sluice').addCommand(new Command('bench').addCommand(command));
  const keep = await keptFor(command, () => nowMs);
  nowMs = 3500;
  const {
    command: _,
    slice: _s,
    atMs: _a,
    seconds: _t,
    versions: _v,
    ...found
  } = resultOf('harbour');
  keep({ ...found, versions: { data: 'da7a' } }, results);
  expect(readSuiteResults(results).results).toEqual([
    {
      ...found,
      command: 'sluice bench harbour',
      slice: 'whole',
      atMs: 3500,
      seconds: 2.5,
      machine: machineHere(undefined),
      versions: { code: await codeOf('harbour'), data: 'da7a' },
    },
  ]);
});

test('a slice of the real suites, kept, shown again, and on the page', async () => {
  const html = path.join(folder, 'real.html');
  const words = ['bench', 'all', '--quick', '--only', 'agentsec-turns', '--html', html];
  const first = await sluice([...words, '--json']);
  expect(first.code).toBe(0);
  expect(first.figures()['agentsec.turns.sluice.coveredViolations']).toBe(0);
  const again = await sluice(words);
  expect(again.code).toBe(0);
  expect(again.out).toContain('measured before by the same code');
  const page = readFileSync(html, 'utf8');
  expect(page).toContain('<h2>agentsec-turns, worst-case</h2>');
  expect(page).toContain('--suite turns --pairs 8');
  const report = await sluice(['bench', 'report', '--json']);
  expect(report.figures()).toEqual(first.figures());
  const text = await sluice(['bench', 'report', '--markdown']);
  expect(text.out).toContain('**agentsec-turns (pairs-8), worst-case**');
});
