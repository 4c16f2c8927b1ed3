import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import type { Screener } from '../screener.ts';
import { parseScreener } from './screener-file.ts';

/** Reads a screener from a file. Throws `file-unreadable`, `weights-invalid`. */
export function readScreener(file: string): Screener {
  return parseScreener(textOf(file), file);
}

/** `screener`: what `attention` judges by; `network`: RTBAS 7.2's, on its six features. */
export type ShippedName = 'screener' | 'network';

/** A screener that is shipped; its card stands beside it. */
export function shippedScreener(name: ShippedName = 'screener'): Screener {
  return readScreener(fileURLToPath(new URL(`${assets}/${name}.json`, import.meta.url)));
}

/** The same number of folders up from the sources as from the build. */
const assets = '../../../assets/screener';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `\`${file}\` cannot be read`, {
      hint: 'give the file that `sluice train screener` wrote',
      cause,
    });
  }
}
