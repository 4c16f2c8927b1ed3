import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { checks, type Graders } from './checks.ts';
import { mutants, type Mutant } from './mutants.ts';

const root = path.join(import.meta.dirname, '../../../..');
const source = path.join(root, 'packages/bench/src');
// Inside `node_modules`, so that the copies find the libraries and are run as they are.
const cache = path.join(root, `node_modules/.cache/sluice-privacy-${process.pid}`);
const original = path.join(cache, 'original');
/** What the graders are made of, themselves included. */
const folders = [
  'privacy/measure',
  'privacy/run',
  'privacy/task',
  'privacy/world',
  'privacy/reader',
];
const others = ['privacy/transcript', 'privacy/defence', 'statistics', 'reader', 'labels'];
const graders = [
  'privacy/measure/best',
  'privacy/measure/claims',
  'privacy/measure/measures',
  'privacy/measure/privacy-figures',
  'privacy/measure/verdict',
  'privacy/run/is-done',
  'privacy/run/wanted',
  'privacy/task/oracle-label',
];

const caught = new Map<string, string>();

beforeAll(async () => {
  for (const folder of [...folders, ...others]) {
    for (const file of readdirSync(path.join(source, folder))) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const text = readFileSync(path.join(source, folder, file), 'utf8');
      write(path.join(original, folder, file), text);
    }
  }
  for (const each of mutants) {
    const failure = failureOf(await mutated(each));
    if (failure !== undefined) caught.set(each.name, failure);
  }
}, 120_000);
afterAll(() => rmSync(cache, { recursive: true, force: true }));

test('an unchanged copy passes every check', async () => {
  expect(failureOf(await load(original))).toBeUndefined();
});

proves('privacy/mutants', () => {
  const survivors = mutants.filter(({ name }) => !caught.has(name));
  expect(mutants.length).toBeGreaterThanOrEqual(12);
  expect(survivors.map(({ name }) => name)).toEqual([]);
});

describe('each mutant applies', () => {
  test.each(mutants)('$name', ({ file, find, replace }) => {
    const text = readFileSync(path.join(source, 'privacy', file), 'utf8');
    expect(text.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });
});

/** The first check that does not hold. */
function failureOf(all: Graders): string | undefined {
  return checks.find(({ holds }) => {
    try {
      holds(all);
      return false;
    } catch {
      return true;
    }
  })?.name;
}

function mutated({ name, file, find, replace }: Mutant): Promise<Graders> {
  const folder = path.join(cache, name);
  cpSync(original, folder, { recursive: true });
  const text = readFileSync(path.join(source, 'privacy', file), 'utf8');
  write(
    path.join(folder, 'privacy', file),
    text.replace(find, () => replace),
  );
  return load(folder);
}

/** Loads what the checks need; a mutant that does not even load throws, and is no mutant. */
async function load(folder: string): Promise<Graders> {
  const modules = await Promise.all(
    graders.map((file): Promise<Partial<Graders>> => {
      return import(pathToFileURL(path.join(folder, `${file}.js`)).href);
    }),
  );
  const all: Graders = Object.assign({}, ...modules);
  return all;
}

// Node strips no types below node_modules, so the copy is stripped here.
function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const core = pathToFileURL(path.join(root, 'packages/core/src/index.ts')).href;
  const stripped = stripTypeScriptTypes(text, { mode: 'strip' })
    .replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'")
    .replaceAll("from '@sluice/core'", `from '${core}'`);
  writeFileSync(file.replace(/\.ts$/, '.js'), stripped);
}
