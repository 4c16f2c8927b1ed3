import { readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';

/** One file of the page. All of them are the same for everybody, and hold no data. */
export interface ConsoleFile {
  /** The path that it is served at. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const built = new URL('../dist/web/', import.meta.url);

const served = [
  ['/console', 'index.html', 'text/html; charset=utf-8'],
  ['/console/console.js', 'console.js', 'text/javascript; charset=utf-8'],
  ['/console/console.svg', 'console.svg', 'image/svg+xml'],
  ['/console/console.css', 'console.css', 'text/css; charset=utf-8'],
] as const;

/** The built page. Throws `settings-invalid` where it was not built. */
export function consoleFiles(): readonly ConsoleFile[] {
  try {
    return served.map(([path, file, type]) => {
      return { path, type, bytes: readFileSync(new URL(file, built)) };
    });
  } catch (cause) {
    throw new SluiceError('settings-invalid', 'the console’s page is not built', {
      hint: 'in a clone of the repository, type: node scripts/setup.mjs',
      cause,
    });
  }
}
