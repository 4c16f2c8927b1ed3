import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { KeptLines } from './kept-lines.ts';

const schema = z.object({ key: z.string(), size: z.number() });

function aFile(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'sluice-kept-')), 'below', 'lines.jsonl');
}

test('a line is there at once, and for the next process', () => {
  const file = aFile();
  const lines = new KeptLines(schema, file);
  expect(lines.get('a')).toBeUndefined();
  lines.keep({ key: 'a', size: 1 });
  lines.keep({ key: 'b', size: 2 });
  lines.keep({ key: 'a', size: 3 });
  for (const each of [lines, new KeptLines(schema, file)]) {
    expect(each.get('a')).toEqual({ key: 'a', size: 3 });
    expect(each.get('b')).toEqual({ key: 'b', size: 2 });
  }
});

test.each(['\n{"key": "a", "si', '\n{"key":"a","size":"large"}', '\n[]', '\nnull'])(
  'a line that is none, %j, loses no other',
  (broken) => {
    const file = aFile();
    new KeptLines(schema, file).keep({ key: 'a', size: 1 });
    appendFileSync(file, broken);
    new KeptLines(schema, file).keep({ key: 'b', size: 2 });
    const again = new KeptLines(schema, file);
    expect([again.get('a'), again.get('b')]).toEqual([
      { key: 'a', size: 1 },
      { key: 'b', size: 2 },
    ]);
  },
);

test('without a file nothing is written', () => {
  const lines = new KeptLines(schema);
  lines.keep({ key: 'a', size: 1 });
  expect(lines.get('a')?.size).toBe(1);
});

test('what a file holds is lines of JSON', () => {
  const file = aFile();
  new KeptLines(schema, file).keep({ key: 'a', size: 1 });
  expect(readFileSync(file, 'utf8')).toBe('\n{"key":"a","size":1}');
});
