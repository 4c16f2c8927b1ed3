import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

// The same path from `src` and from `dist`: the package ships its sources beside what is built.
const folder = new URL('../../src/agentdojo/python/', import.meta.url);

/** Our one Python program. */
export const driverFile: string = fileURLToPath(new URL('driver.py', folder));

/** What it needs, each package pinned with the hashes of its files. */
export const requirementsFile: string = fileURLToPath(new URL('requirements.txt', folder));

/** SHA-256 in hex. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** The version of the package that the requirements pin. */
export function pinnedVersion(): string {
  const pinned = /^agentdojo==(\S+)/m.exec(readFileSync(requirementsFile, 'utf8'));
  return pinned?.[1] ?? 'unknown';
}
