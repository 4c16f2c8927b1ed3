import { readFileSync } from 'node:fs';

/** The text of the demo's policy. The path holds from `src` and from `dist`. */
export function demoPolicyText(): string {
  return readFileSync(new URL('../../src/demo/sluice.yaml', import.meta.url), 'utf8');
}
