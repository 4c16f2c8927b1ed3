import type { Facts } from '../agentdojo/facts.ts';
import type { ReaderVariant } from './evidence.ts';
import { noisyReader } from './noisy/noisy-reader.ts';
import { type DataOf, pollutingReader } from './polluting.ts';
import { type Reader, readerOf } from './reader.ts';

export const readerVariants: readonly ReaderVariant[] = ['lax', 'selecting', 'strict'];

/** Every kind of reader. */
export const readerNames = [
  'lax',
  'selecting',
  'strict',
  'noisy',
  'lax-polluting',
  'selecting-polluting',
] as const;
export type ReaderName = (typeof readerNames)[number];

/** A reader's name as a model's; the seed is a noisy one's alone. */
export function modelNameOf(name: ReaderName, seed: number): string {
  return name === 'noisy' ? `noisy-${seed}` : name;
}

const nothing: DataOf = () => [];

/**
 * The reader that a model's name stands for: `lax`, `noisy-3`, `lax-polluting`. A noisy one has a
 * seed, and errs through the selecting one.
 */
export function readerByName(
  name: string,
  facts: Facts,
  dataOf: DataOf = nothing,
): Reader | undefined {
  const variant = readerVariants.find((each) => each === name);
  if (variant !== undefined) return readerOf(facts, variant);
  const polluting = readerVariants.find((each) => `${each}-polluting` === name);
  if (polluting !== undefined) return pollutingReader(polluting, { facts, dataOf });
  const [, seed] = /^noisy-(\d{1,9})$/.exec(name) ?? [];
  if (seed === undefined) return undefined;
  return noisyReader(readerOf(facts, 'selecting'), { facts, seed: Number(seed) });
}
