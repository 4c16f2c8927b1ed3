import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { checks, type Measure } from './checks.ts';
import { mutants, type Mutant } from './mutants.ts';

const root = path.join(import.meta.dirname, '../../../..');
const source = path.join(root, 'packages/bench/src');
// Inside `node_modules`, so that the copies find the libraries and are run as they are.
const cache = path.join(root, `node_modules/.cache/sluice-measure-${process.pid}`);
const original = path.join(cache, 'original');

const caught = new Map<string, string>();

beforeAll(async () => {
  for (const folder of ['measure', 'statistics']) {
    for (const file of readdirSync(path.join(source, folder))) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      write(
        path.join(original, folder, file),
        readFileSync(path.join(source, folder, file), 'utf8'),
      );
    }
  }
  for (const each of mutants) {
    const failure = failureOf(await mutated(each));
    if (failure !== undefined) caught.set(each.name, failure);
  }
}, 60_000);
afterAll(() => rmSync(cache, { recursive: true, force: true }));

test('an unchanged copy passes every check', async () => {
  expect(failureOf(await load(original))).toBeUndefined();
});

proves('bench/mutants', () => {
  const survivors = mutants.filter(({ name }) => !caught.has(name));
  expect(mutants.length).toBeGreaterThanOrEqual(10);
  expect(survivors.map(({ name }) => name)).toEqual([]);
});

describe('each mutant applies', () => {
  test.each(mutants)('$name', ({ file, find, replace }) => {
    const text = readFileSync(path.join(source, 'measure', file), 'utf8');
    expect(text.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });
});

/** The first check that does not hold. */
function failureOf(measure: Measure): string | undefined {
  return checks.find(({ holds }) => {
    try {
      holds(measure);
      return false;
    } catch {
      return true;
    }
  })?.name;
}

function mutated({ name, file, find, replace }: Mutant): Promise<Measure> {
  const folder = path.join(cache, name);
  cpSync(original, folder, { recursive: true });
  const text = readFileSync(path.join(source, 'measure', file), 'utf8');
  write(
    path.join(folder, 'measure', file),
    text.replace(find, () => replace),
  );
  return load(folder);
}

/** Loads what the checks need; a mutant that does not even load throws, and is no mutant. */
async function load(folder: string): Promise<Measure> {
  const files = ['compare', 'controls', 'figures', 'questions-left', 'rows'];
  const modules = await Promise.all(
    files.map((file): Promise<Partial<Measure>> => {
      return import(pathToFileURL(path.join(folder, 'measure', `${file}.js`)).href);
    }),
  );
  const measure: Measure = Object.assign({}, ...modules);
  return measure;
}

// Node strips no types below node_modules, so the copy is stripped here.
function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const core = pathToFileURL(path.join(root, 'packages/core/src/errors.ts')).href;
  const stripped = stripTypeScriptTypes(text, { mode: 'strip' })
    .replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'")
    .replaceAll("from '@sluice/core'", `from '${core}'`);
  writeFileSync(file.replace(/\.ts$/, '.js'), stripped);
}
