import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { finiteFigures } from '../../src/report/suite-result.ts';
import {
  readSuiteResult,
  readSuiteResults,
  writeSuiteResult,
} from '../../src/report/suite-result-file.ts';
import { proves } from '../../src/testing/proves.ts';
import { someResult } from './some-result.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function folderOf(name: string): string {
  const own = path.join(folder, name);
  mkdirSync(own, { recursive: true });
  return own;
}

proves('report/suite-whole', () => {
  const own = folderOf('whole');
  const file = writeSuiteResult(own, someResult({ seconds: 1 }));
  writeSuiteResult(own, someResult({ seconds: 2 }));
  expect(readdirSync(own)).toEqual(['harbour.json']);
  // The temporary file of a killed command is no result, and neither is half of one.
  writeFileSync(`${file}.7.tmp`, '{');
  writeFileSync(path.join(own, 'torn.json'), readFileSync(file, 'utf8').slice(0, 200));
  writeFileSync(path.join(own, 'other.json'), '{"suite":"other"}');
  const { results, leftOut } = readSuiteResults(own);
  expect(results).toEqual([someResult({ seconds: 2 })]);
  expect(leftOut).toHaveLength(2);
  expect(leftOut[0]).toContain('other.json` is no result of a suite: see `slice`');
  expect(leftOut[1]).toContain('delete it, and measure again');
});

test('what cannot be kept is no file, and the one before stays', () => {
  const own = folderOf('kept');
  const file = writeSuiteResult(own, someResult({}));
  for (const wrong of [
    someResult({ figures: { 'harbour.boats': Number.NaN } }),
    someResult({ versions: {} }),
    someResult({ suite: '../harbour' }),
    someResult({
      charts: [{ kind: 'bars', title: '__proto__', of: 'shares', series: [], rows: [] }],
    }),
  ]) {
    expect(() => writeSuiteResult(own, wrong)).toThrow('cannot keep the result');
  }
  expect(readSuiteResult(file)).toEqual(someResult({}));
});

test('a folder that is not there holds nothing', () => {
  expect(readSuiteResults(path.join(folder, 'none'))).toEqual({
    results: [],
    files: [],
    leftOut: [],
  });
  expect(() => readSuiteResult(path.join(folder, 'none.json'))).toThrow('cannot be read');
});

test('every slice has a file of its own, with a name that a file may have', () => {
  const own = folderOf('slices');
  const slice = fc.string({ minLength: 1, maxLength: 90 });
  fc.assert(
    fc.property(slice, slice, (one, other) => {
      const [first, second] = [one, other].map((each) =>
        writeSuiteResult(own, someResult({ slice: each })),
      );
      expect(first === second).toBe(one === other);
      expect(path.basename(first ?? '')).toMatch(/^harbour\.(?:[\w-]{1,70}\.)?json$/);
      expect(readSuiteResult(second ?? '').slice).toBe(other);
    }),
    { numRuns: 50 },
  );
});

test('what is no number is no figure', () => {
  const figures = { a: 1, b: null, c: undefined, d: Number.NaN, e: Infinity, f: 0 };
  expect(finiteFigures(figures)).toEqual({ a: 1, f: 0 });
});
