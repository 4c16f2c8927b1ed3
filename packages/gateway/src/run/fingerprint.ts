import { hash } from 'node:crypto';
import { messageKey, type PlainMessage } from '@sluice/core';

/**
 * Names the beginning of a transcript: a chain over the canonical content of its messages, so that
 * one pass gives the name of every beginning.
 */
export class Chain {
  #hash = '';

  add(message: PlainMessage): this {
    return this.addKey(messageKey(message));
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
