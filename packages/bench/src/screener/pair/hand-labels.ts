import { readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import type { ScreenedRegion } from '@sluice/lm';

const sources = z.array(z.tuple([z.string(), z.string()]).rest(z.string()));

const labelled = z.object({ run: z.string(), call: z.int().nonnegative(), sources });

/** By `run#call`: patterns of the regions that a reader says the call depends on. */
export type HandLabels = ReadonlyMap<string, readonly string[]>;

/**
 * Reads calls that were labelled by hand, one JSON object a line. A pattern is a region's id in
 * which `*` stands for any part. Throws `file-unreadable`.
 */
export function readHandLabels(file: string): HandLabels {
  try {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((one) => one.trim() !== '');
    return new Map(
      lines.map((text) => {
        const read = labelled.parse(JSON.parse(text));
        const patterns = read.sources.flatMap(([, ids]) => ids.split(/[|+]/));
        return [`${read.run}#${read.call}`, patterns];
      }),
    );
  } catch (cause) {
    throw new SluiceError('file-unreadable', `\`${file}\` holds no labels of calls`, {
      hint: 'give labels as `npm run bench:dependence` reads them',
      cause,
    });
  }
}

/** The regions that patterns mean. A container that is meant stands for its keys and its length. */
export function meantBy(
  patterns: readonly string[],
  regions: readonly ScreenedRegion[],
): ReadonlySet<string> {
  return new Set(
    regions.map(({ id }) => id).filter((id) => patterns.some((one) => isMeant(id, one))),
  );
}

function isMeant(id: string, pattern: string): boolean {
  const own = id.split('.');
  const wanted = pattern.split('.');
  return own.length === wanted.length && wanted.every((one, at) => one === '*' || one === own[at]);
}
