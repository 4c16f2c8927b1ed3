import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { readText } from '../files.ts';
import { fieldsOf, jsonFields } from '../json.ts';

/** One feature of one client, whole or streamed, as its test came out. */
export interface CompatibilityRow {
  readonly client: string;
  readonly form: 'whole' | 'stream';
  readonly feature: string;
  readonly outcome: 'works' | 'fails' | 'skipped';
}

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

/**
 * The rows in the test runner's own report: tests below a client and a form. What did not pass and
 * was not skipped fails, whatever the report calls it. Throws `file-unreadable` where it has none.
 */
export function rowsIn(report: string): readonly CompatibilityRow[] {
  const files = listIn(jsonFields(report)['testResults']);
  const rows = files.flatMap((file) => listIn(fieldsOf(file)['assertionResults']).flatMap(rowOf));
  if (rows.length > 0) return rows;
  throw new SluiceError('file-unreadable', 'the tests left a report without a row', {
    hint: 'run them by hand: npx vitest run packages/gateway/test/compatibility',
  });
}

function rowOf(test: unknown): readonly CompatibilityRow[] {
  const { ancestorTitles, title, status } = fieldsOf(test);
  const [client, form, ...deeper] = listIn(ancestorTitles).filter((part) => part !== '');
  if (typeof client !== 'string' || deeper.length > 0) return [];
  if (form !== 'whole' && form !== 'stream') return [];
  return [{ client, form, feature: String(title), outcome: outcomeOf(status) }];
}

const skipped: ReadonlySet<unknown> = new Set(['skipped', 'pending', 'todo']);

function outcomeOf(status: unknown): CompatibilityRow['outcome'] {
  if (status === 'passed') return 'works';
  return skipped.has(status) ? 'skipped' : 'fails';
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
