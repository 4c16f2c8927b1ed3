import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCases, testPolicy } from './cases.ts';
import { checkPolicy, loadPolicy } from './load.ts';

const folder = path.join(import.meta.dirname, '../../../../policies/agentdojo');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

test('the banking policy passes the cases beside it', async () => {
  const policy = await loadPolicy(read('banking.yaml'), { file: 'banking.yaml' });
  const outcomes = testPolicy(policy, loadCases(read('banking.cases.yaml')));
  expect(outcomes.length).toBeGreaterThan(15);
  expect(outcomes.filter(({ passed }) => !passed)).toEqual([]);
});

test('the one warning about it is the judgement that it makes', async () => {
  const problems = await checkPolicy(read('banking.yaml'));
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain("`$[*]['sender']` is labelled `untrusted`");
});
