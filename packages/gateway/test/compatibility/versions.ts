import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';

const manifest = z.object({ name: z.string(), version: z.string() });
const requireHere = createRequire(import.meta.url);

/** The version of an installed package. Not every package lets its manifest be imported. */
export function versionOf(name: string): string {
  for (const folder of requireHere.resolve.paths(name) ?? []) {
    try {
      const text = readFileSync(path.join(folder, name, 'package.json'), 'utf8');
      return manifest.parse(JSON.parse(text)).version;
    } catch {
      continue;
    }
  }
  throw new Error(`no package ${name}`);
}
