/** A 32-bit hash of a text (FNV-1a with a final mix): the same on every machine. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Pseudo-random choices that a seed reproduces (mulberry32). */
export class Rng {
  #state: number;

  constructor(seed: number | string) {
    this.#state = typeof seed === 'string' ? hash(seed) : seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** An integer from 0 to `size` - 1. */
  below(size: number): number {
    return this.next() % size;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** A short word of lower-case letters and digits. */
  word(): string {
    return this.next().toString(36).slice(0, 4);
  }
}
