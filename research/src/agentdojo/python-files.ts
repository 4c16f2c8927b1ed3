import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The same path from `src` and from `dist`: the package ships its sources beside what is built.
const folder = new URL('../../src/agentdojo/python/', import.meta.url);

/** Our one Python program. */
export const driverFile: string = fileURLToPath(new URL('driver.py', folder));

/** The driver's requirements, each package pinned with the hashes of its files. */
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

/**
 * No file beside the program and no package of the user is imported in place of a pinned one, and
 * text is UTF-8 on every platform.
 */
export const pythonFlags: readonly string[] = ['-s', '-P', '-X', 'utf8'];

const passed = new Set(
  `PATH HOME USERPROFILE SYSTEMROOT TEMP TMP TMPDIR LANG LC_ALL APPDATA LOCALAPPDATA
  HTTP_PROXY HTTPS_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE
  HF_HOME HF_HUB_OFFLINE`.split(/\s+/),
);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment variables that a run of the package may see: no keys of the user. The fixed hash
 * seed makes the order of Python's sets, and so what tools print, the same each time.
 */
export function pythonEnv(env: Env = process.env): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && passed.has(name.toUpperCase()) ? [[name, value]] : [],
  );
  const direct = [env['NO_PROXY'] ?? env['no_proxy'], '127.0.0.1,localhost,::1'];
  const noProxy = direct.filter(Boolean).join(',');
  return { ...Object.fromEntries(kept), NO_PROXY: noProxy, PYTHONHASHSEED: '0' };
}
