import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { proves } from '../packages/core/src/testing/proves.ts';
import { pythonEnvironment } from '../packages/gateway/test/compatibility/python/environment.ts';
import { root } from './support/modules.ts';

/** It needs what a machine may lack; the reason then stands in the name of what is skipped. */
const inPython = 'examples/gateway/python-openai.ts';
const examples = globSync('examples/{*,gateway/*,lm/*}.ts', { cwd: root });
const { missing } = pythonEnvironment();
const because = missing === undefined ? '' : ` (skipped: ${missing})`;

test('there are examples, one of them in Python', () => {
  expect(examples).toContain(inPython);
});

/** Each example asserts what it shows, and ends with an error where that does not hold. */
describe.each(examples.filter((file) => file !== inPython))('%s', (file) => {
  runs(file);
});

describe.skipIf(missing !== undefined)(`${inPython}${because}`, () => {
  runs(inPython);
});

function runs(file: string): void {
  proves('house/samples-run', () => {
    const args = ['--conditions=@sluice/source', file];
    expect(() => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })).not.toThrow();
  });
}
