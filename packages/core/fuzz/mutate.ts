import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { loadCore, type Core } from './core.ts';
import type { Edit } from './mutants/mutant.ts';

const src = path.join(import.meta.dirname, '../src');
const root = path.join(import.meta.dirname, '../../..');
const cache = path.join(root, 'node_modules/.cache/sluice-mutants');

/** Copies the sources to plain JavaScript once; every mutant starts from this copy. */
export function prepare(name: string): string {
  const folder = path.join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    const file = path.relative(src, from);
    if (!entry.isFile() || !file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    write(folder, file, readFileSync(from, 'utf8'));
  }
  return folder;
}

/** A copy of a prepared folder in which the edits stand. */
export function mutate(prepared: string, name: string, edits: readonly Edit[]): string {
  const folder = path.join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(prepared, folder, { recursive: true });
  const changed = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const text = changed.get(file) ?? readFileSync(path.join(src, file), 'utf8');
    const count = text.split(find).length - 1;
    if (count !== 1) {
      throw new Error(`mutant \`${name}\`: its text stands ${count} times in ${file}, not once`);
    }
    changed.set(
      file,
      text.replace(find, () => replace),
    );
  }
  for (const [file, text] of changed) write(folder, file, text);
  return folder;
}

/** Loads the engine of a copied folder. */
export function loadCopy(folder: string): Promise<Core> {
  return loadCore(folder, 'js');
}

// Node strips no types below node_modules, so the copy is stripped here.
function write(folder: string, file: string, text: string): void {
  const target = path.join(folder, file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(target), { recursive: true });
  const stripped = stripTypeScriptTypes(text, { mode: 'strip' });
  writeFileSync(target, stripped.replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'"));
}
