import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  compare,
  comparisonText,
  readLedger,
  reportHtml,
  reportMarkdown,
  sideOf,
  type NamedLedger,
} from '@sluice/bench';
import { SluiceError } from '@sluice/core';
import type { ExitCode } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { controlsOfLedgers } from './controls-of-ledgers.ts';

export interface ReportBenchOptions {
  readonly html?: string;
  readonly markdown?: true;
}

/** Writes one page, or prints tables. Throws `file-unreadable`, with the line, for a bad ledger. */
export async function runBenchReport(
  files: readonly string[],
  { html = 'bench-report.html', markdown }: ReportBenchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const ledgers = await Promise.all((files.length > 0 ? files : ownLedgers()).map(ledgerIn));
  if (markdown === true) {
    terminal.print(reportMarkdown(ledgers));
    return 0;
  }
  const title = 'Sluice bench';
  const controls = controlsOfLedgers(ledgers);
  writeFileSync(html, reportHtml(ledgers, { title, controls, comparisons: [] }));
  terminal.print(`wrote ${html}`);
  return 0;
}

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
  return sideOf(await ledgerIn(file), { defence });
}

/** Where sweeps write when no file is named. Throws `file-unreadable` where there is none. */
function ownLedgers(): readonly string[] {
  const folder = path.join('.sluice', 'bench');
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const files = names.filter((name) => name.endsWith('.jsonl'));
  if (files.length > 0) return files.map((name) => path.join(folder, name));
  throw new SluiceError('file-unreadable', `there is no ledger in \`${folder}\``, {
    hint: 'run a sweep, e.g. `sluice bench attacks`, or name a ledger',
  });
}

async function ledgerIn(file: string): Promise<NamedLedger> {
  const { lines } = await readLedger(file);
  return { name: path.basename(file), lines };
}
