import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { keptTerminal } from '../../../packages/cli/test/terminal.ts';
import { type Suite, suiteCommand } from '../../src/command/suite.ts';
import { readSuiteResults } from '../../src/report/suite-result-file.ts';
import type { FoundBySuite } from '../../src/report/suite-result.ts';
import { someResult } from '../report/some-result.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-suite-kept-'));
const committed = path.join(folder, 'committed');

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a suite of one result with `--keep --json`. */
async function keeping(own: Partial<FoundBySuite>) {
  vi.stubEnv('SLUICE_BENCH', path.join(folder, 'bench'));
  const { command: _c, slice: _s, atMs: _a, seconds: _t, ...found } = someResult({ claims: [] });
  const harbour: Suite<object> = {
    name: 'harbour',
    description: '',
    typed: (command) => command,
    help: '',
    measure: () => Promise.resolve({ found: { ...found, versions: {}, ...own } }),
  };
  const { terminal, out, errors } = keptTerminal();
  const codes: number[] = [];
  const run = () => Promise.resolve(0 as const);
  const context = { terminal, exitWith: (code: number) => void codes.push(code), run };
  const command = suiteCommand(context, harbour, committed);
  await command.parseAsync(['--keep', '--json'], { from: 'user' });
  return { codes, errors: errors.join('\n'), last: JSON.parse(out.at(-1) ?? '') };
}

test('with --keep, too, the line of JSON is the last', async () => {
  const { codes, errors, last } = await keeping({});
  expect(last).toMatchObject({ figures: { 'harbour.boats': 3 } });
  expect(errors).toMatch(/^kept .*harbour\.json$/);
  expect(codes).toEqual([0]);
  expect(readSuiteResults(committed).results).toHaveLength(1);
});

test('a partial result is stored as one, is no success, and is not committed', async () => {
  rmSync(committed, { recursive: true });
  const { codes, errors } = await keeping({ isPartial: true });
  expect(errors).toBe('not all was measured: no --keep');
  expect(codes).toEqual([1]);
  expect(readSuiteResults(committed).results).toEqual([]);
  const { results } = readSuiteResults(path.join(folder, 'bench', 'results'));
  expect(results).toMatchObject([{ suite: 'harbour', isPartial: true }]);
});
