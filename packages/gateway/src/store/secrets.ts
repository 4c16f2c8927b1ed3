import { createHmac, hash as digest, randomBytes } from 'node:crypto';

/** The prefix of a secret tells its purpose, and lets scanners of repositories find it. */
const prefixes = { client: 'sk-sluice-', operator: 'op-sluice-' } as const;
const randomBytesOfSecret = 32;

/** A secret of 256 random bits, to be shown once. */
export function newSecret(kind: 'client' | 'operator'): string {
  return prefixes[kind] + randomBytes(randomBytesOfSecret).toString('base64url');
}

/**
 * The hash by which a secret is stored and found. Plain SHA-256: 256 random bits cannot be tried
 * out. Finding by hash also takes the place of a comparison in constant time: how long it takes
 * tells about hashes, from which no secret follows.
 */
export function secretHash(secret: string): string {
  return digest('sha256', secret, 'hex');
}

/** By which a client names a secret that it does not send: from it not even the hash follows. */
export function secretName(hash: string): string {
  return digest('sha256', `name\n${hash}`, 'hex');
}

/**
 * Shows who chose the nonce that we know the hash of their secret, and listen at the address `at`
 * that they called: passed on by who listens elsewhere, it shows nothing.
 */
export function proofOf(
  hash: string,
  { nonce, at }: { readonly nonce: string; readonly at: string },
): string {
  return createHmac('sha256', hash).update(`proof\n${nonce}\n${at}`).digest('hex');
}

/** True if a text has the form of a secret of ours; everything else need not be looked up. */
export function isSecret(text: string): boolean {
  return isSecretOf('client', text) || isSecretOf('operator', text);
}

/** True if a text has the form of a secret of this kind. */
export function isSecretOf(kind: 'client' | 'operator', text: string): boolean {
  const prefix = prefixes[kind];
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}
