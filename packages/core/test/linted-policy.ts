import { expect } from 'vitest';
import { checkPolicy } from '../src/policy/load.ts';
import type { PolicySource, ResultSource } from '../src/policy/source.ts';

export const low = 'trusted & everyone';
export const high = 'untrusted & everyone';

/** A policy of which a check says nothing, but for its tools. */
export const linted: Omit<PolicySource, 'tools'> = {
  version: 1,
  lattice: {
    integrity: { chain: ['trusted', 'untrusted'] },
    confidentiality: { readers: 'any' },
  },
  onViolation: 'ask',
  because: 'whoever adds an item changes a count, and nothing else',
  answer: { ceiling: 'top', withLinks: 'bottom' },
};

export const plainResult: ResultSource = { format: 'json', label: low };

const ofTrust: ReadonlySet<string> = new Set([
  'default-trusted',
  'source-trusted',
  'write-unlimited',
]);

/** The warnings about tools, without those that `lint-trust.test.ts` is about. */
export async function warningsOf(
  tools: PolicySource['tools'],
  more: Partial<PolicySource> = {},
): Promise<string[]> {
  const problems = await checkPolicy(JSON.stringify({ ...linted, tools, ...more }));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return problems
    .filter(({ code }) => code === undefined || !ofTrust.has(code))
    .map(({ path, message }) => `${path}: ${message}`);
}
