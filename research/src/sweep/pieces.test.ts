import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import { aSpec, done, temporaryFolder, versions } from '../../test/sweep/world.ts';
import type { LedgerLine } from '../trial/trial.ts';
import { trialKey, trialsOf, versionsOf } from './ledger-file.ts';
import { Pace, printProgress, type Progress } from './progress.ts';
import type { ledgerLineSchema } from '../trial/trial.ts';
import { builtOn, hashOfFolders, hashOfSources, readersOfOutcomes, suites } from './source-hash.ts';

test('what the schema reads is what the contract says', () => {
  expectTypeOf<z.infer<typeof ledgerLineSchema>>().toEqualTypeOf<LedgerLine>();
});

test('a key is a SHA-256 that neither the order of members nor absent ones change', () => {
  const { attack: _, ...others } = aSpec('dig');
  const turned = Object.fromEntries(Object.entries(others).toReversed());
  const key = trialKey(aSpec('dig'), versions);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(trialKey({ ...turned, ...aSpec('dig') }, { ...versions })).toBe(key);
});

test('a ledger is of the versions that it ends with, and of each trial the last line', () => {
  const spec = aSpec('dig');
  const begun = { kind: 'sweep', atMs: 0, command: 'x', versions } as const;
  const later = { ...begun, versions: { ...versions, code: 'f00d' } };
  const trial = { kind: 'trial', key: 'k', atMs: 0, spec, outcome: done } as const;
  const again = { ...trial, atMs: 1 };
  expect(versionsOf([])).toBeUndefined();
  expect(versionsOf([begun, later, trial])).toEqual(later.versions);
  expect(trialsOf([begun, trial, later, { ...trial, key: 'l' }])).toHaveLength(1);
  expect(trialsOf([begun, trial, later])).toEqual([]);
  expect(trialsOf([begun, trial, later, trial, begun, again])).toEqual([again]);
});

describe('progress', () => {
  const some: Progress = {
    done: 40,
    total: 100,
    errors: 0,
    ran: 40,
    perMinute: undefined,
    leftMs: undefined,
  };
  test.each<[Partial<Progress>, string]>([
    [{}, '40/100 trials (40%)'],
    [{ errors: 2 }, '40/100 trials (40%), 2 errors'],
    [{ perMinute: 300, leftMs: 11_900 }, '40/100 trials (40%), 300 a minute, 12 s left'],
    [{ perMinute: 1, leftMs: 3_660_000 }, '40/100 trials (40%), 1 a minute, 1 h 1 min left'],
    [{ perMinute: 1, leftMs: 61_000 }, '40/100 trials (40%), 1 a minute, 2 min left'],
    [{ done: 0, total: 0 }, '0/0 trials (100%)'],
    [{ done: 100, leftMs: 0 }, '100/100 trials (100%)'],
  ])('%j', (change, printed) => {
    expect(printProgress({ ...some, ...change })).toBe(printed);
  });

  test('the time left is that of the median, shared by the lanes', () => {
    const pace = new Pace(2);
    expect(pace.of(10)).toEqual({ perMinute: undefined, leftMs: undefined });
    for (const tookMs of [100, 90_000, 100]) pace.ended(tookMs);
    expect(pace.of(10)).toEqual({ perMinute: 1200, leftMs: 500 });
    expect(pace.of(1).leftMs).toBe(100);
    expect(pace.of(0).leftMs).toBe(0);
  });
});

describe('the hash of sources', () => {
  const hash = (folder: string): string => {
    return hashOfFolders([{ name: 'bench', folder, without: ['measure'] }]);
  };
  const tree = (change: Readonly<Record<string, string>> = {}): string => {
    const folder = temporaryFolder();
    const files = { 'a.ts': 'one', 'b/c.py': 'two', 'measure/d.ts': 'three', ...change };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    return folder;
  };

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a changed file', { 'a.ts': 'uno' }],
    ['a new file', { 'b/e.yaml': '' }],
    ['text that moves to the next file', { 'a.ts': 'on', 'b/c.py': 'etwo' }],
  ])('%s changes it', (_, change) => {
    expect(hash(tree(change))).not.toBe(hash(tree()));
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a test', { 'a.test.ts': 'x' }],
    ['what only reads outcomes', { 'measure/d.ts': 'drei' }],
    ['what is promised', { 'requirements/x.ts': 'x', 'requirements.ts': 'x' }],
    ['what Python leaves', { 'b/__pycache__/c.pyc': 'x' }],
  ])('%s does not', (_, change) => {
    expect(hash(tree(change))).toBe(hash(tree()));
  });

  test('where the sources lie does not count', () => {
    const copy = temporaryFolder();
    cpSync(tree(), copy, { recursive: true });
    expect(hash(copy)).toBe(hash(tree()));
  });

  test('is taken of our own sources', () => {
    expect(hashOfSources()).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a suite counts for its own outcomes alone', () => {
    const hashes = [undefined, ...suites].map((suite) => hashOfSources(suite));
    expect(new Set(hashes).size).toBe(suites.length + 1);
  });

  // Else a change there would not be a change of the suite.
  test('a suite imports no other than those that it is built on', () => {
    const bench = path.join(import.meta.dirname, '..');
    const wrong = suites.flatMap((suite) =>
      readdirSync(path.join(bench, suite), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => path.join(suite, file))
        .flatMap((file) => {
          const own = new Set<string>([suite, ...(builtOn[suite] ?? [])]);
          return importsOf(path.join(bench, file))
            .map((from) => path.join(path.dirname(file), from).split(path.sep)[0] ?? '')
            .filter((folder) => suites.some((each) => each === folder) && !own.has(folder))
            .map((folder) => `${file} imports ${folder}`);
        }),
    );
    expect(wrong).toEqual([]);
  });

  // Else a change there could change outcomes that a ledger goes on to use.
  test('nothing that makes outcomes imports what is left out, prices aside', () => {
    const bench = path.join(import.meta.dirname, '..');
    const left = new Set<string>([...readersOfOutcomes, 'index.ts']);
    const makers = readdirSync(bench).filter((name) => !left.has(name) && !name.endsWith('.ts'));
    const files = makers.flatMap((folder) =>
      readdirSync(path.join(bench, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => path.join(folder, file))
        .filter((file) => !readsOutcomes(file)),
    );
    const wrong = files.flatMap((file) =>
      importsOf(path.join(bench, file))
        .map((from) => path.join(path.dirname(file), from))
        .filter((target) => left.has(target.split(path.sep)[0] ?? ''))
        .map((target) => `${file} imports ${target}`),
    );
    expect(files).toContain(path.join('sweep', 'sweep.ts'));
    expect(files).toContain(path.join('privacy', 'run', 'privacy-bench.ts'));
    expect(wrong).toEqual([
      `${path.join('sweep', 'budget.ts')} imports ${path.join('measure', 'price-list.ts')}`,
    ]);
  });
});

/** The relative imports of a file that are no mere types. */
function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]*?'(\..*?)';/gm);
  return [...found].map(([, from = '']) => from);
}

/**
 * In the suites these folders read outcomes; `labels` and `screener` keep none. A `suite.ts` makes
 * a result of them.
 */
function readsOutcomes(file: string): boolean {
  const [suite = '', part = ''] = file.split(path.sep);
  if (part === 'suite.ts') return true;
  const isOfChoosing = suite === 'choosing' && ['figures', 'report'].includes(part);
  return ['labels', 'screener'].includes(suite) || part === 'measure' || isOfChoosing;
}
