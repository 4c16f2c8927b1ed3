import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The SHA-256 of a file, in hexadecimal. Throws where it cannot be read. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) {
    if (chunk instanceof Uint8Array) hash.update(chunk);
  }
  return hash.digest('hex');
}
