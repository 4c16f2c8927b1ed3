import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { readText } from '../files.ts';
import { rowsIn, type CompatibilityRow } from './tests-report.ts';

const tests = 'packages/gateway/test/compatibility';

/**
 * Runs the real clients against the gateway, and gives what came of each. Only a checkout holds the
 * tests and the clients: elsewhere this throws `file-unreadable`. Takes up to a minute.
 */
export async function runCompatibilityTests(
  checkout: string,
): Promise<readonly CompatibilityRow[]> {
  if (!existsSync(path.join(checkout, tests))) throw noCheckout();
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-compatibility-'));
  const report = path.join(folder, 'report.json');
  try {
    await runVitest(checkout, report);
    return rowsIn(readText(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Red tests are in the report; only a report that is missing is an error. */
async function runVitest(checkout: string, report: string): Promise<void> {
  const vitest = path.join(checkout, 'node_modules/vitest/vitest.mjs');
  const output = ['--reporter=json', `--outputFile=${report}`];
  const args = [vitest, 'run', '--project', 'gateway', tests, ...output];
  const child = spawn(process.execPath, args, { cwd: checkout, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}

function noCheckout(): SluiceError {
  return new SluiceError('file-unreadable', 'the clients’ tests are not part of the package', {
    hint: 'read docs/compatibility.md of this release, or run this in a checkout of the repository',
  });
}
