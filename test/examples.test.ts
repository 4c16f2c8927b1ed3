import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { proves } from '../packages/core/src/testing/proves.ts';
import { root } from './support/modules.ts';

const examples = globSync('examples/*.ts', { cwd: root });

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(0);
});

/** Each example asserts what it shows, and ends with an error where that does not hold. */
describe.each(examples)('%s', (file) => {
  proves('house/samples-run', () => {
    const args = ['--conditions=@sluice/source', file];
    expect(() => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })).not.toThrow();
  });
});
