import { writeFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { printable } from '../show/printable.ts';

/**
 * Writes a report as JSON or XML to a file that somebody named, over what was there. Throws
 * `file-unreadable`.
 */
export function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, printable(text));
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot write \`${file}\``, {
      hint: 'name a file in a folder that exists, and that you may write to',
      cause,
    });
  }
}
