import { createHash } from 'node:crypto';

/** Choices that are a function of a text: the same world says the same twice. */
export class Choices {
  #text: string;

  constructor(...parts: readonly unknown[]) {
    this.#text = JSON.stringify(parts);
  }

  below(bound: number): number {
    this.#text = createHash('sha256').update(this.#text).digest('hex');
    return Number.parseInt(this.#text.slice(0, 8), 16) % bound;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}
