import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCases, testPolicy } from './cases.ts';
import { checkPolicy, definePolicy, loadPolicy, printProblem } from './load.ts';

const file = path.join(import.meta.dirname, '../../../../docs/policy-file.md');
const page = readFileSync(file, 'utf8');

function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, word, text = '']) =>
    word === language ? [text] : [],
  );
}

const [whole = '', ...parts] = blocks('yaml');
const fragments = parts.filter((text) => !text.startsWith('cases:'));

test('the whole example loads, and every warning about it is meant', async () => {
  await expect(loadPolicy(whole, { file: 'policy-file.md' })).resolves.toBeDefined();
  expect(await checkPolicy(whole)).toEqual([]);
});

test.each(fragments)('a fragment fits into a policy: %#', async (fragment) => {
  const { lattice, groups, onViolation, answer } = parse(whole);
  const base = { version: 1, lattice, groups, onViolation, answer, tools: {} };
  const text = JSON.stringify({ ...base, ...parse(fragment) });
  await expect(loadPolicy(text)).resolves.toBeDefined();
});

test('the cases hold', async () => {
  const cases = loadCases(parts.find((text) => text.startsWith('cases:')) ?? '');
  const outcomes = testPolicy(await loadPolicy(whole), cases);
  expect(outcomes).toHaveLength(3);
  expect(outcomes.filter(({ passed }) => !passed)).toEqual([]);
});

test('the example in TypeScript is this one', async () => {
  // BEGIN
  const policy = await definePolicy({
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    answer: { ceiling: 'untrusted' },
    tools: {
      read_page: {
        effect: 'read',
        result: { format: 'text', label: 'untrusted' },
        call: { ceiling: 'untrusted' },
      },
      send_mail: { call: { ceiling: 'trusted' } },
    },
  });
  // END
  const source = readFileSync(import.meta.filename, 'utf8');
  const here = source.slice(source.indexOf('// BEGIN') + 8, source.indexOf('// END')).trim();
  expect(policy.effect('read_page')).toBe('read');
  expect(here.replaceAll('\n  ', '\n')).toBe(blocks('ts')[0]?.trim());
});

test('the message is the one that is printed', async () => {
  const head = 'version: 1\nlattice: { integrity: { chain: [a, b] } }\nonViolation: ask\n';
  const text = `${head}answer:\n  ceiling: top\ntools:\n  pay:\n    call: { ceilling: a }\n`;
  const problems = await checkPolicy(text);
  const printed = problems.map((problem) => printProblem(problem, 'sluice.yaml'));
  expect(printed).toContain(blocks('text')[0]?.trim());
});
