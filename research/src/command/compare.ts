import { compare } from '../report/compare/compare.ts';
import { comparisonText } from '../report/compare/compare-text.ts';
import { readLedger } from '../sweep/ledger-file.ts';
import { sideOf } from '../report/compare/pairs.ts';
import { SluiceError } from '@sluice/core';
import path from 'node:path';
import type { ExitCode, Terminal } from 'sluice/parts';

/** Prints what differs between two ledgers, or between two defences. */
export async function runBenchCompare(
  [first, second]: readonly [string, string],
  { json }: { readonly json?: true },
  terminal: Terminal,
): Promise<ExitCode> {
  const comparison = compare(await sideNamed(first), await sideNamed(second));
  if (comparison.groups.length === 0) {
    throw new SluiceError('settings-invalid', 'the two have no case in common', {
      hint: 'compare ledgers of one benchmark and model, e.g. `a.jsonl#naive a.jsonl#lineage`',
    });
  }
  terminal.print(comparisonText(comparison));
  if (json === true) terminal.print(JSON.stringify(comparison));
  return 0;
}

async function sideNamed(text: string): Promise<ReturnType<typeof sideOf>> {
  const [, file = text, defence] = /^(.*)#([\w-]+)$/.exec(text) ?? [];
  const { lines } = await readLedger(file);
  return sideOf({ name: path.basename(file), lines }, { defence });
}
