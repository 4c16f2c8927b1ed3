import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import { aSpec, done, versions } from '../../test/sweep/world.ts';
import type { LedgerLine } from '../trial/trial.ts';
import { trialKey, trialsOf, versionsOf } from './ledger-file.ts';
import { Pace, printProgress, type Progress } from './progress.ts';
import type { ledgerLineSchema } from '../trial/trial.ts';

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
