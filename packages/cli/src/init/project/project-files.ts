import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A project as `init` sees it: it reads text, runs nothing and follows no link. */
export interface ProjectFiles {
  readonly folder: string;
  /** The text of a file, by its path with slashes; `undefined` where there is none that we read. */
  readonly read: (file: string) => string | undefined;
  /** Every file of the project's own that may hold code or data, by path with slashes. */
  readonly list: () => FileList;
}

export interface FileList {
  readonly files: readonly string[];
  /** True if there were more than we look at. */
  readonly cut: boolean;
}

/** A look at a project is no audit of it: beyond these bounds it says that it stopped. */
const projectLimits = {
  filesMax: 4_000,
  fileBytesMax: 524_288,
  depthMax: 12,
} as const;

/** Folders that others wrote, or a tool made. */
const passedOver: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'venv',
  'env',
  'site-packages',
  '__pycache__',
]);

const endings = /\.(?:[cm]?[jt]sx?|py|json|jsonc)$/;

export function projectFiles(folder: string): ProjectFiles {
  return {
    folder,
    read: (file) => textIn(path.join(folder, file)),
    list: () => {
      const files: string[] = [];
      const cut = !walk(folder, { under: '', depth: 0, files });
      return { files, cut };
    },
  };
}

function textIn(file: string): string | undefined {
  try {
    const { size } = lstatSync(file);
    if (size > projectLimits.fileBytesMax) return undefined;
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** `false` once a bound is reached. Names are sorted, so that two looks see the same. */
function walk(
  folder: string,
  { under, depth, files }: { under: string; depth: number; files: string[] },
): boolean {
  if (depth > projectLimits.depthMax) return false;
  for (const entry of entriesOf(path.join(folder, under))) {
    const { name } = entry;
    const file = under === '' ? name : `${under}/${name}`;
    if (entry.isDirectory()) {
      if (name.startsWith('.') || passedOver.has(name)) continue;
      if (!walk(folder, { under: file, depth: depth + 1, files })) return false;
    } else if (entry.isFile() && endings.test(name)) {
      if (files.length >= projectLimits.filesMax) return false;
      files.push(file);
    }
  }
  return true;
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch {
    return [];
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}
