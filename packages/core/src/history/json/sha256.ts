import { sha256 as hashed } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of UTF-8 text, in hexadecimal. Not WebCrypto's: that one answers later, and a policy has
 * to say at once which label a declared tool has.
 */
export function sha256(text: string): string {
  return bytesToHex(hashed(utf8ToBytes(text)));
}
