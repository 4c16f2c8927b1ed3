import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/sweep/world.ts';
import { hashOfRunning, packagesOfRunning } from './source-hash.ts';

const sources: Readonly<Record<string, string>> = {
  'main.ts': `import { used } from './lib.ts';
import { shown } from './shown.ts';
export const run = () => [used(2), shown(), import('./later.ts')];`,
  'lib.ts': `import { parse } from 'yaml';
/** Doubles. */
export function used(count: number) { return parse(String(count * 2)); }
export function unused() { return 'never'; }`,
  'shown.ts': `export const shown = () => 'table';`,
  'later.ts': `import { readFileSync } from 'node:fs';
export const rows = readFileSync(new URL('rows.jsonl', import.meta.url), 'utf8');`,
  'rows.jsonl': '{"a":1}',
  'aside.ts': 'export const aside = 1;',
};

function tree(change: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries({ ...sources, ...change })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const isIdle = (file: string): boolean => file.endsWith('shown.ts');

const hash = (folder: string): Promise<string> => {
  return hashOfRunning({ entries: [path.join(folder, 'main.ts')], isIdle });
};

describe('the hash of what runs', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['a changed function', { 'lib.ts': sources['lib.ts']?.replace('* 2', '* 3') ?? '' }],
    ['a file that is loaded later', { 'later.ts': 'export const rows = 2;' }],
    ['data that is read beside it', { 'rows.jsonl': '{"a":2}' }],
    ['another package', { 'lib.ts': sources['lib.ts']?.replace("'yaml'", "'zod'") ?? '' }],
    [
      'data in a folder',
      { 'later.ts': `export const at = import.meta.dirname;`, 'more.txt': 'more' },
    ],
  ])('%s changes it', async (_, change) => {
    expect(await hash(tree(change))).not.toBe(await hash(tree()));
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a comment', { 'lib.ts': sources['lib.ts']?.replace('Doubles', 'Twice as much') ?? '' }],
    ['formatting', { 'lib.ts': sources['lib.ts']?.replaceAll(' { ', '\n{\n  ') ?? '' }],
    ['the name of a variable', { 'lib.ts': sources['lib.ts']?.replaceAll('count', 'many') ?? '' }],
    [
      'a function that nobody calls',
      { 'lib.ts': sources['lib.ts']?.replace('never', 'ever') ?? '' },
    ],
    ['a file that nobody imports', { 'aside.ts': 'export const aside = 2;' }],
    ['a file that only shows', { 'shown.ts': `export const shown = () => 'chart';` }],
  ])('%s does not', async (_, change) => {
    expect(await hash(tree(change))).toBe(await hash(tree()));
  });

  test('packages count by their versions, those that are loaded by require too', async () => {
    const loading = `import { createRequire } from 'node:module';
export const rows = () => createRequire(import.meta.url)('zod');`;
    const entries = [path.join(tree({ 'later.ts': loading }), 'main.ts')];
    const versions = [expect.stringMatching(/^yaml@\d/), expect.stringMatching(/^zod@\d/)];
    expect(await packagesOfRunning({ entries, isIdle })).toEqual(versions);
  });

  test('a text of a folder that all lies in names too much', async () => {
    const wide = { 'later.ts': `export const at = import.meta.dirname + '..';` };
    const loose = { 'later.ts': `export const at = [import.meta.dirname, '..'];` };
    await expect(hash(tree(wide))).rejects.toThrow('name the file in one text');
    await expect(hash(tree(loose))).rejects.toThrow('name the file in one text');
  });

  test('an import that is nowhere is an error, not a difference that nobody sees', async () => {
    await expect(hash(tree({ 'lib.ts': `export { used } from './gone.ts';` }))).rejects.toThrow(
      'gone.ts',
    );
  });

  test('where the sources lie does not count', async () => {
    const copy = temporaryFolder();
    cpSync(tree(), copy, { recursive: true });
    expect(await hash(copy)).toBe(await hash(tree()));
  });
});
