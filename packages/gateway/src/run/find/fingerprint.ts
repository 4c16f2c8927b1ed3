import { createHash, hash } from 'node:crypto';
import { messageKey, messageKeyPieces, type PlainMessage, ownTurn } from '@sluice/core';
import { limits } from '../../limits.ts';
import { Pace } from '../../protocol/shared/pace.ts';

/** Names of long messages: they are asked for several times, and each time costs as much. */
const known = new WeakMap<PlainMessage, string>();

/** Names a message by what it says; a long one by the hash of that. */
export function keyOf(message: PlainMessage): string {
  const named = known.get(message);
  if (named !== undefined) return named;
  const key = messageKey(message);
  if (key.length <= limits.messageUnitsMax) return key;
  const name = longName(sha256(key));
  known.set(message, name);
  return name;
}

/** Names those that are long ahead of who asks, in turns of the loop between which others go on. */
export async function nameLong(messages: readonly PlainMessage[]): Promise<void> {
  const pace = new Pace();
  for (const message of messages) {
    const said = createHash('sha256');
    let length = 0;
    for (const piece of messageKeyPieces(message)) {
      said.update(piece);
      length += piece.length;
      if (pace.isDue(piece.length)) await ownTurn();
    }
    if (length > limits.messageUnitsMax) known.set(message, longName(said.digest('hex')));
  }
}

/** No key reads like it: a key is a list. */
function longName(digest: string): string {
  return `long ${digest}`;
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

/** The same of many bytes, in turns of the loop between which others go on. */
export function sha256InTurns(bytes: Uint8Array): string | Promise<string> {
  return bytes.length <= limits.smallBodyBytesMax ? sha256(bytes) : sha256InParts(bytes);
}

async function sha256InParts(bytes: Uint8Array): Promise<string> {
  const all = createHash('sha256');
  for (let at = 0; at < bytes.length; at += limits.smallBodyBytesMax) {
    all.update(bytes.subarray(at, at + limits.smallBodyBytesMax));
    await ownTurn();
  }
  return all.digest('hex');
}
