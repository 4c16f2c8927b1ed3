import { lengthOf, type Text } from '../store/packed.ts';

/** A text with one character beyond Latin-1 takes two bytes for each. */
const bytesPerUnit = 2;

/** About what a run holds in memory: what was stored of it is what it knows. */
export function bytesHeld(entries: readonly { readonly json: Text }[]): number {
  return bytesPerUnit * entries.reduce((sum, { json }) => sum + lengthOf(json), 0);
}

/** About what a run holds in memory: what was stored of it is what it knows. */
export class RunMemory {
  /** Told of how many bytes more it has become. */
  onGrown: ((bytes: number) => void) | undefined;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  set bytes(bytes: number) {
    this.onGrown?.(bytes - this.#bytes);
    this.#bytes = bytes;
  }
}
