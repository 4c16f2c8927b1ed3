import { createHash } from 'node:crypto';

/** What happens by chance in one generation: a share of 0 to 1 for each thing, by its name. */
export type Chances = (what: string) => number;

const hexDigits = 13;

/**
 * The chances under these circumstances. The same seed and circumstances give the same for each
 * name, in whichever order they are asked for: nothing is drawn from a row.
 */
export function chancesOf(seed: number, circumstances: unknown): Chances {
  const text = JSON.stringify([seed, circumstances]);
  return (what) => {
    const digest = createHash('sha256').update(text).update('\0').update(what).digest('hex');
    return Number.parseInt(digest.slice(0, hexDigits), 16) / 16 ** hexDigits;
  };
}
