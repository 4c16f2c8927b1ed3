import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { StoreError } from '../errors.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const authTagBytes = 16;
export const keyBytes = 32;

/** The binding of a sealed text: it opens only for the same values. */
export type Bound = readonly (string | number)[];

/**
 * AES-256-GCM: nonce, ciphertext, authentication. Nonces are random: with one key a run, the 2^32
 * messages that are safe under one key are out of reach.
 */
export function seal(key: KeyObject, plain: string | Uint8Array, bound: Bound): Buffer {
  const nonce = freshNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(bound)));
  const body = cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain);
  cipher.final();
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** Opens what `seal` made. Throws where key, bytes or `bound` are not the same. */
export function unseal(key: KeyObject, sealed: Uint8Array, bound: Bound): Buffer {
  const end = sealed.length - authTagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: authTagBytes,
  });
  decipher.setAAD(Buffer.from(JSON.stringify(bound)));
  decipher.setAuthTag(sealed.subarray(end));
  const body = decipher.update(sealed.subarray(nonceBytes, end));
  decipher.final();
  return body;
}

/** A fresh random key, as bytes to wrap and as a key to use. */
export function freshKey(): { readonly bytes: Buffer; readonly key: KeyObject } {
  const bytes = randomFillSync(Buffer.alloc(keyBytes));
  return { bytes, key: createSecretKey(bytes) };
}

/** Random bytes are drawn for many nonces at once: one draw costs as much as half a seal. */
let drawn = Buffer.alloc(0);
let used = 0;

function freshNonce(): Uint8Array {
  if (used === drawn.length) {
    drawn = randomFillSync(Buffer.alloc(nonceBytes * 256));
    used = 0;
  }
  used += nonceBytes;
  return drawn.subarray(used - nonceBytes, used);
}

/** A run that has its key. */
export interface OpenRun {
  readonly id: number;
  readonly tenant: string;
  readonly run: string;
  readonly key: KeyObject;
}

/** Opens what is sealed, or says that the database was changed. */
export function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw unopened(cause);
  }
}

export function unopened(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  return new StoreError('store-corrupt', 'a sealed row of the database does not open', {
    hint: 'run `sluice verify`, stop the gateway and put back a backup',
    cause,
  });
}
