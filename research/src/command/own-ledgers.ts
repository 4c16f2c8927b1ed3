import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { benchFolder } from './bench-folder.ts';

/** The ledgers of sweeps that are kept; what other suites remember beside them is none. */
export function ownLedgers(folder: string = benchFolder()): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const files = names.filter((name) => name.endsWith('.jsonl'));
  return files.map((name) => path.join(folder, name)).filter(isOfSweep);
}

const headBytes = 256;

/** Sweeps begin each ledger with a line of their own; what is torn there is left to its reader. */
function isOfSweep(file: string): boolean {
  const head = Buffer.alloc(headBytes);
  const opened = openSync(file, 'r');
  try {
    const bytes = readSync(opened, head, 0, headBytes, 0);
    return /^\s*\{"kind":"sweep"/.test(head.subarray(0, bytes).toString());
  } finally {
    closeSync(opened);
  }
}
