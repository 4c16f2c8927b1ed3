import { createHash } from 'node:crypto';
import type { Rendering } from '@sluice/local';

/** Raised with every change of what a measurement means. */
const version = 1;

/** What measurements of one cache have in common. */
export interface CacheSource {
  /** SHA-256 of the model's file. */
  readonly weights: string;
  readonly method: string;
}

/** What a small model is shown decides what it says: its hash names the measurement. */
export function contentKey({ head, body, tail, output }: Rendering): string {
  const texts = [head, body, tail].map((parts) =>
    parts.map(({ text, region }) => [region ?? '', text]),
  );
  return hashOf([texts, output.map(({ kind, text }) => [kind, text])]);
}

/** Measurements of other weights, another method or another version are others. */
export function cacheKey(rendering: Rendering, { weights, method }: CacheSource): string {
  return hashOf([version, weights, method, contentKey(rendering)]);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
