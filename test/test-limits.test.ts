import { expect, test } from 'vitest';
import { readModules } from './support/modules.ts';

/** That of every test, in `vitest.config.ts`. */
const limitMs = 120_000;

/** A limit of a test, a hook or a file, as it is written. */
const limits = /(?:testTimeout: |hookTimeout: |^ *\}, )([\d_]{4,})/gm;

/** A shorter one passes or fails by how busy a machine is. */
test('no test has a shorter limit than the others', () => {
  const tests = readModules('{packages/*,research}/{src,test}/**/*.test.ts', 'test/*.test.ts');
  const short = tests.flatMap(({ file, text }) =>
    [...text.matchAll(limits)]
      .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) < limitMs)
      .map(([found]) => `${file}: ${found.trim()}`),
  );
  expect(tests.length).toBeGreaterThan(100);
  expect(short).toEqual([]);
});
