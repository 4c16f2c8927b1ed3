import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptTerminal } from '../../../packages/cli/test/terminal.ts';
import { codeOf } from '../../src/command/code-of.ts';
import { committedFolder } from '../../src/command/committed.ts';
import { type KeptOptions, runBenchKept } from '../../src/command/kept.ts';
import { readSuiteResults, writeSuiteResult } from '../../src/report/suite-result-file.ts';
import { someResult } from '../report/some-result.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-kept-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function kept(at: string, options: KeptOptions = {}) {
  const { terminal, out } = keptTerminal();
  return { code: await runBenchKept(options, terminal, at), out: out.join('\n') };
}

test('a result of other code is marked, and an error before a release alone', async () => {
  const own = path.join(folder, 'own');
  const machine = { cpu: 'Abacus', threads: 1, node: 'v24.0.0', packages: { beads: '1.2' } };
  writeSuiteResult(own, someResult({ machine, versions: { code: await codeOf('harbour') } }));
  expect(await kept(own, { release: true })).toMatchObject({ code: 0 });
  expect((await kept(own)).out).toContain('Abacus, 1 thread, Node 24.0.0, beads 1.2');
  writeSuiteResult(own, someResult({ slice: 'quick', command: 'sluice bench harbour --quick' }));
  const marked = await kept(own);
  expect(marked.out).toContain('2 results, measured in 24.0 s together');
  expect(marked.code).toBe(0);
  expect(marked.out).toContain('measured by other code than this; type `sluice bench harbour --q');
  expect((await kept(own, { release: true })).code).toBe(1);
  expect((await kept(own, { json: true })).out).toContain(
    '{"kept":2,"stale":["sluice bench harbour --quick"],"unreadable":0}',
  );
});

test('a file that is no result is an error', async () => {
  const own = path.join(folder, 'broken');
  writeSuiteResult(own, someResult({}));
  writeFileSync(path.join(own, 'x.json'), '{}');
  expect(await kept(own)).toMatchObject({ code: 1 });
});

test('what is committed can be read', () => {
  expect(readSuiteResults(committedFolder).leftOut).toEqual([]);
});
