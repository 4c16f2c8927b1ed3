import { readFileSync } from 'node:fs';
import { jsonFields } from './json.ts';

/** The version of the package `sluice`, beside the sources or the build. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return String(jsonFields(text)['version']);
}
