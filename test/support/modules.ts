import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export const root: string = path.join(import.meta.dirname, '../..');

/** Stands for a path that only the running program knows. */
export const computedPath = 'a computed path';

/** One import, re-export or `import()` of a module. */
export interface Import {
  readonly from: string;
  /** Erased before the program runs. */
  readonly typeOnly: boolean;
}

/** A source file as the house rules see it. `file` is relative to the root, with slashes. */
export interface Module {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export function readModules(...patterns: readonly string[]): readonly Module[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => moduleOf(file.replaceAll('\\', '/'), readText(file)));
}

export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export function moduleOf(file: string, text: string): Module {
  const { errors, module } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ from: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      from: /^(['"`])(.*)\1$/s.exec(text.slice(start, end))?.[2] ?? computedPath,
      typeOnly: false,
    })),
  ];
  return { file, text, imports };
}

export function isTest({ file }: Module): boolean {
  return file.endsWith('.test.ts') || file.endsWith('/testing/proves.ts');
}

/** The file that a relative import names, `undefined` for a package. */
export function target(module: Module, { from }: Import): string | undefined {
  if (!from.startsWith('.')) return undefined;
  return path.posix.join(path.posix.dirname(module.file), from);
}

/** `@scope/name` of `@scope/name/sub/path`. */
export function packageOf({ from }: Import): string {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}
