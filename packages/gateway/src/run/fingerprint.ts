import { hash } from 'node:crypto';
import { messageKey, type PlainMessage } from '@sluice/core';
import { limits } from '../limits.ts';

/** Keys of long messages: they are asked for several times, and each time costs as much. */
const known = new WeakMap<PlainMessage, string>();

export function keyOf(message: PlainMessage): string {
  const key = known.get(message) ?? messageKey(message);
  if (key.length > limits.smallBodyBytesMax) known.set(message, key);
  return key;
}

/**
 * Names the beginning of a transcript: a chain over the canonical content of its messages, so that
 * one pass gives the name of every beginning.
 */
export class Chain {
  #hash = '';

  add(message: PlainMessage): this {
    return this.addKey(keyOf(message));
  }

  /** A message by its key, for who has it already. */
  addKey(key: string): this {
    this.#hash = sha256(`${this.#hash}\n${key}`);
    return this;
  }

  get hash(): string {
    return this.#hash;
  }
}

export function chainOf(messages: readonly PlainMessage[]): string {
  const chain = new Chain();
  for (const message of messages) chain.add(message);
  return chain.hash;
}

export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
