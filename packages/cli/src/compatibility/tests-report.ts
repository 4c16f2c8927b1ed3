import { SluiceError } from '@sluice/core';
import { fieldsOf, jsonFields } from '../files.ts';

/** One feature of one client, whole or streamed, as its test came out. */
export interface CompatibilityRow {
  readonly client: string;
  readonly form: 'whole' | 'stream';
  readonly feature: string;
  readonly outcome: 'works' | 'fails' | 'skipped';
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
