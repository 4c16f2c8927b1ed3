import { isTest, readModules, target, type Module } from '../../test/support/modules.ts';

export interface Sources {
  readonly modules: readonly Module[];
  /** Which files import a file for its values: type-only imports are erased. */
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

export function readSources(): Sources {
  const modules = readModules('packages/*/src/**/*.ts', 'research/src/**/*.ts').filter(
    (module) => !isTest(module),
  );
  const importers = new Map<string, string[]>();
  for (const module of modules)
    for (const file of valueImports(module))
      importers.set(file, [...(importers.get(file) ?? []), module.file]);
  return { modules, importers };
}

/** Files of the same package that a module imports for their values. */
function valueImports(module: Module): readonly string[] {
  const files = module.imports
    .filter(({ typeOnly }) => !typeOnly)
    .map((one) => target(module, one))
    .filter((file) => file !== undefined);
  return [...new Set(files)];
}

export function linesOf(modules: readonly Module[], which: 'product' | 'research'): number {
  return modules
    .filter(({ file }) => isResearch(file) === (which === 'research'))
    .reduce((total, module) => total + lines(module), 0);
}

function isResearch(file: string): boolean {
  return file.startsWith('research/');
}

export function medianLines(modules: readonly Module[]): number {
  const sorted = modules.map(lines).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Files under 60 lines that exactly one file imports. */
export function singleImporterSmall({ modules, importers }: Sources): number {
  return modules.filter(
    (module) => lines(module) < 60 && (importers.get(module.file) ?? []).length === 1,
  ).length;
}

/** Groups of files that import each other in a circle (Tarjan's strongly connected components). */
export function circles({ modules }: Sources): number {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  let found = 0;
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    open.push(file);
    for (const next of valueImports(byFile.get(file) ?? { file, text: '', imports: [] })) {
      if (!index.has(next) && byFile.has(next)) visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) === index.get(file) && open.splice(open.indexOf(file)).length > 1) found += 1;
  };
  for (const { file } of modules) if (!index.has(file)) visit(file);
  return found;
}

/** Pairs of areas such as `gateway/run` and `core/monitor` between which entered files import. */
export function handovers(sources: Sources, entered: readonly string[]): number {
  const inside = new Set(entered);
  const pairs = sources.modules
    .filter(({ file }) => inside.has(file))
    .flatMap((module) =>
      valueImports(module)
        .filter((file) => inside.has(file) && area(file) !== area(module.file))
        .map((file) => `${area(module.file)} ${area(file)}`),
    );
  return new Set(pairs).size;
}

/** `packages/gateway/src/run/x.ts` is in `gateway/run`. */
function area(file: string): string {
  const [name = '', , folder = ''] = file.replace(/^packages\//, '').split('/');
  return `${name}/${folder.endsWith('.ts') ? '' : folder}`;
}

function lines({ text }: Module): number {
  return text.trimEnd().split('\n').length;
}
