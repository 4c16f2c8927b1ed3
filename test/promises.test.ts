import { expect, test } from 'vitest';
import { cliRequirements } from '../packages/cli/src/requirements.ts';
import { consoleTextRequirements } from '../packages/console/src/requirements.ts';
import { gatewayRequirements } from '../packages/gateway/src/requirements.ts';
import { researchRequirements } from '../research/src/requirements.ts';
import { localRequirements } from '../packages/local/src/requirements.ts';
import { requirements as coreRequirements } from '../packages/core/src/requirements.ts';
import { readModules } from './support/modules.ts';

const requirements = {
  ...cliRequirements,
  ...coreRequirements,
  ...consoleTextRequirements,
  ...gatewayRequirements,
  ...localRequirements,
  ...researchRequirements,
};

const tests = readModules(
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.ts',
  'research/{src,test}/**/*.ts',
  'test/*.test.ts',
);
const proved = new Set(tests.flatMap(({ text }) => provedIn(text)));

test('there are promises', () => {
  expect(Object.keys(requirements).length).toBeGreaterThan(20);
});

test.each(Object.entries(requirements))('%s is proved by a test', (id, sentence) => {
  expect(id).toMatch(/^[a-z-]+\/[a-z0-9-]+$/);
  expect(sentence).toMatch(/^[A-Z`].*\.$/);
  expect([...proved]).toContain(id);
});

test('an id counts as proved only where it is the first argument of `proves`', () => {
  expect(provedIn("proves('a/b', () => {}); proves(\n  'c/d', () => {}); test('e/f')")).toEqual([
    'a/b',
    'c/d',
  ]);
});

function provedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bproves\(\s*'([^']+)'/g)].map(([, id = '']) => id);
}
