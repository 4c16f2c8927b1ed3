import { linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-store.ts';
import { realPathOf } from './sole-use.ts';

function place(): { folder: string; file: string } {
  const folder = realpathSync(temporaryFolder());
  return { folder, file: path.join(folder, 'a.db') };
}

test('a file is what it is, there or not', () => {
  const { file } = place();
  expect(realPathOf(file)).toBe(file);
  writeFileSync(file, '');
  expect(realPathOf(file)).toBe(file);
});

test('links lead to the one file', () => {
  const { folder, file } = place();
  writeFileSync(file, '');
  symlinkSync(file, path.join(folder, 'b.db'));
  expect(realPathOf(path.join(folder, 'b.db'))).toBe(file);
  symlinkSync(folder, path.join(folder, 'other'));
  expect(realPathOf(path.join(folder, 'other', 'b.db'))).toBe(file);
  expect(realPathOf(path.join(folder, 'other', 'new.db'))).toBe(path.join(folder, 'new.db'));
});

test('a file with two names, and a link that leads nowhere, are refused', () => {
  const { folder, file } = place();
  writeFileSync(file, '');
  linkSync(file, path.join(folder, 'b.db'));
  expect(() => realPathOf(file)).toThrow('hard links');
  symlinkSync(path.join(folder, 'gone'), path.join(folder, 'c.db'));
  expect(() => realPathOf(path.join(folder, 'c.db'))).toThrow('leads nowhere');
});

test('a folder that is not there is made, for its user alone', () => {
  const { folder } = place();
  expect(realPathOf(path.join(folder, 'x', 'a.db'))).toBe(path.join(folder, 'x', 'a.db'));
  mkdirSync(path.join(folder, 'y'));
});
