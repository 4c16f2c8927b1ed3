import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** Folders that read outcomes and never make them: a change there keeps all. */
export const readersOfOutcomes = ['command', 'measure', 'statistics', 'report'] as const;

/** Suites with folders of their own, which make no outcomes but theirs. */
export const suites = ['agentsec', 'choosing', 'labels', 'privacy', 'screener'] as const;
export type SuiteFolder = (typeof suites)[number];

/** The files that no run depends on: tests, what tests need, and what only tools read. */
const idle = /(?:\.test\.[jt]s|^requirements\.[jt]s|\.d\.ts|\.map|\.tsbuildinfo|\.pyc)$/;
const idleFolders: ReadonlySet<string> = new Set(['requirements', 'testing', '__pycache__']);

/** Suites that others take their tasks from. */
export const builtOn: Readonly<Partial<Record<SuiteFolder, readonly SuiteFolder[]>>> = {
  choosing: ['privacy', 'screener'],
};

/**
 * SHA-256 over what runs: every file of core, gateway, local and research, their sources or their
 * build, whichever this very file belongs to. Of the suites with folders of their own,
 * `suite` counts alone, with those that it is built on.
 */
export function hashOfSources(suite?: SuiteFolder): string {
  const built = path.extname(import.meta.url) === '.ts' ? 'src' : 'dist';
  const whole = (name: string): HashedFolder => {
    return { name, folder: path.join(folderOf(`@sluice/${name}`), built), without: [] };
  };
  const own = suite === undefined ? [] : [suite, ...(builtOn[suite] ?? [])];
  const without = [...readersOfOutcomes, ...suites.filter((each) => !own.includes(each))];
  const bench = { name: 'bench', folder: path.join(import.meta.dirname, '..'), without };
  return hashOfFolders([...['core', 'gateway', 'local'].map(whole), bench]);
}

export interface HashedFolder {
  /** Stands for the folder in the hash, so that where it lies does not count. */
  readonly name: string;
  readonly folder: string;
  /** Folders directly below it that do not count. */
  readonly without: readonly string[];
}

/** Names and bytes of all files, in the order of their names. Throws where one cannot be read. */
export function hashOfFolders(folders: readonly HashedFolder[]): string {
  const hash = createHash('sha256');
  for (const { name, folder, without } of folders) {
    for (const file of filesBelow(folder, without)) {
      const bytes = readFileSync(path.join(folder, file));
      hash.update(`${name}/${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

function filesBelow(folder: string, without: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !idle.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => {
      const folders = file.split('/').slice(0, -1);
      return !folders.some((each) => idleFolders.has(each)) && !without.includes(folders[0] ?? '');
    })
    .toSorted();
}

function folderOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`the package ${name} is not installed`);
  return path.dirname(manifest);
}
