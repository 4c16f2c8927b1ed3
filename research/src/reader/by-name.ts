import type { Facts } from '../agentdojo/facts.ts';
import type { ReaderVariant } from './evidence.ts';
import { noisyReader } from './noisy/noisy-reader.ts';
import { type Reader, readerOf } from './reader.ts';

export const readerVariants: readonly ReaderVariant[] = ['lax', 'selecting', 'strict'];

/** Every kind of reader. */
export const readerNames = ['lax', 'selecting', 'strict', 'noisy'] as const;
export type ReaderName = (typeof readerNames)[number];

/** A reader's name as a model's; the seed is a noisy one's alone. */
export function modelNameOf(name: ReaderName, seed: number): string {
  return name === 'noisy' ? `noisy-${seed}` : name;
}

/**
 * The reader that a model's name stands for: `lax`, `noisy-3`. A noisy one has a seed, and errs
 * through the selecting one.
 */
export function readerByName(name: string, facts: Facts): Reader | undefined {
  const variant = readerVariants.find((each) => each === name);
  if (variant !== undefined) return readerOf(facts, variant);
  const [, seed] = /^noisy-(\d{1,9})$/.exec(name) ?? [];
  if (seed === undefined) return undefined;
  return noisyReader(readerOf(facts, 'selecting'), { facts, seed: Number(seed) });
}
