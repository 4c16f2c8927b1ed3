import path from 'node:path';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { table, type Terminal } from '../terminal.ts';
import { type CompatibilityRow, runCompatibilityTests } from './run-tests.ts';

const checkout = path.join(import.meta.dirname, '../../../..');

/** `sluice compatibility`: which clients work with the gateway, tried anew. */
export function compatibilityCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('compatibility')
    .description('Test real client libraries against the gateway (needs a clone of the repository)')
    .option('--json', 'print only the figures, as one line of JSON')
    .addHelpText(
      'after',
      `
Each test is one feature of one client, streamed or not. It takes up to a minute.
Exit code 0: every test that this machine can run passes.

Example:
  sluice compatibility --json`,
    )
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const rows = await runCompatibilityTests(checkout);
      const figures = figuresOf(rows);
      if (!json) show(rows, terminal);
      terminal.print(JSON.stringify({ figures }));
      exitWith(figures['compatibility.failing'] === 0 ? 0 : 1);
    });
}

/** A test that could not be run here is no row: it neither works nor fails. */
function figuresOf(rows: readonly CompatibilityRow[]): Readonly<Record<string, number>> {
  const count = (wanted: CompatibilityRow['outcome']): number =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  return {
    'compatibility.rows': rows.length - count('skipped'),
    'compatibility.failing': count('fails'),
    'compatibility.skipped': count('skipped'),
  };
}

function show(rows: readonly CompatibilityRow[], { print }: Terminal): void {
  const clients = [...new Set(rows.map(({ client }) => client))];
  const lines = clients.map((client) => {
    const own = rows.filter((row) => row.client === client);
    const works = own.filter(({ outcome }) => outcome === 'works').length;
    const fails = own.filter(({ outcome }) => outcome === 'fails');
    return [client, `${works} of ${own.length}`, fails.map(nameOf).join('\n')];
  });
  print(table(['client', 'works', 'fails'], lines, { ruled: false }));
}

function nameOf({ feature, form }: CompatibilityRow): string {
  return `${feature} (${form})`;
}
