import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCases, testPolicy } from './cases.ts';
import { checkPolicy, loadPolicy } from './load.ts';

const pages = ['policy', 'policy-results', 'policy-calls', 'policy-check'].map((name) =>
  readFileSync(path.join(import.meta.dirname, `../../../../docs/${name}.md`), 'utf8'),
);

function blocks(language: string): readonly string[] {
  return [...pages.join('\n').matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, word, text = '']) =>
    word === language ? [text] : [],
  );
}

const [whole = '', ...parts] = blocks('yaml');
const fragments = parts.filter((text) => !text.startsWith('cases:'));

/** Packs are those that are shipped. */
function include(name: string): string {
  if (!name.startsWith('packs/')) return 'tools: { get_order: {} }';
  return readFileSync(path.join(import.meta.dirname, '../../../../policies', name), 'utf8');
}

test('the whole example loads, and every warning about it is meant', async () => {
  await expect(loadPolicy(whole, { file: 'policy.md' })).resolves.toBeDefined();
  expect(await checkPolicy(whole)).toEqual([]);
});

test.each(fragments)('a fragment fits into a policy: %#', async (fragment) => {
  const { lattice, groups, onViolation, answer } = parse(whole);
  const base = { version: 1, lattice, groups, onViolation, answer, tools: {} };
  const text = JSON.stringify({ ...base, ...parse(fragment) });
  const options = { skeleton: (each: string) => each, include };
  await expect(loadPolicy(text, options)).resolves.toBeDefined();
});

test('the policy for data leaks of get-started has no warning, and its cases hold', async () => {
  const example = (name: string): string =>
    readFileSync(path.join(import.meta.dirname, `../../../../examples/${name}.yaml`), 'utf8');
  expect(await checkPolicy(example('readers'))).toEqual([]);
  const policy = await loadPolicy(example('readers'));
  const outcomes = testPolicy(policy, loadCases(example('readers.cases')));
  expect(outcomes).toHaveLength(4);
  expect(outcomes.filter(({ passed }) => !passed)).toEqual([]);
});

test('the cases hold', async () => {
  const cases = loadCases(parts.find((text) => text.startsWith('cases:')) ?? '');
  const outcomes = testPolicy(await loadPolicy(whole), cases);
  expect(outcomes).toHaveLength(4);
  expect(outcomes.filter(({ passed }) => !passed)).toEqual([]);
});
