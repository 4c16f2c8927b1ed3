import path from 'node:path';
import { computedPath, isTest, packageOf, target, type Import, type Module } from './modules.ts';

/** A folder of the core imports from itself and from the folders before it. */
const layers = [
  'label',
  'history',
  'model',
  'policy',
  'redact',
  'propagate',
  'engine',
  'session',
  'monitor',
  'adapters',
  'testing',
] as const;

/** Beside the engine, not above it: the specification shares nothing with it but labels. */
const layersOfSpec: readonly string[] = ['label', 'spec'];
/** Files at the root of the core that every folder may import. */
const shared = new Set(['errors.ts', 'limits.ts', 'requirements.ts']);
/** Where an optional peer may be imported: nothing else depends on these folders' files. */
const peerFolders: ReadonlySet<string | undefined> = new Set(['model', 'adapters']);
const coreSource = 'packages/core/src/';

export const packages: Readonly<Record<string, readonly string[]>> = {
  core: [],
  console: ['@sluice/core'],
  mcp: ['@sluice/core'],
  gateway: ['@sluice/core', '@sluice/console', '@sluice/mcp'],
  local: ['@sluice/core'],
  'mcp-conformance': ['@sluice/core'],
  cli: [
    '@sluice/core',
    '@sluice/console',
    '@sluice/gateway',
    '@sluice/local',
    '@sluice/mcp',
    '@sluice/mcp-conformance',
  ],
  research: ['@sluice/core', '@sluice/gateway', '@sluice/local'],
  // It shows what the others do, and nothing depends on it.
  site: ['@sluice/console', '@sluice/core', 'sluice'],
};

/** A rule looks at the sources and names each file that breaks it. */
type Complaints = readonly string[];

export function breaksLayers(modules: readonly Module[]): Complaints {
  return eachImport(modules.filter(isCore), (module, imported) => {
    const [from, to] = [folderOf(module.file), folderOf(target(module, imported) ?? '')];
    if (from === undefined || to === undefined || shared.has(to)) return false;
    return from === 'requirements.ts' ? to !== 'requirements' : !allowedFrom(from).includes(to);
  });
}

function allowedFrom(folder: string): readonly string[] {
  if (folder === 'spec') return layersOfSpec;
  if (folder === 'index.ts') return layers;
  if (folder === 'requirements') return ['requirements'];
  return layers.slice(0, layers.findIndex((layer) => layer === folder) + 1);
}

/** The folder (or file) directly under the core's source that a path belongs to. */
function folderOf(file: string): string | undefined {
  return file.startsWith(coreSource) ? file.slice(coreSource.length).split('/')[0] : undefined;
}

export function breaksPackages(
  modules: readonly Module[],
  declared: (packageName: string) => readonly string[],
): Complaints {
  return eachImport(modules, (module, imported) => {
    const folder = workspaceOf(module.file);
    const own = path.posix.basename(folder);
    const file = target(module, imported);
    if (file !== undefined) return !file.startsWith(`${folder}/`);
    if (imported.from.startsWith('node:')) return own === 'core';
    if (imported.from === computedPath) return !loadsByPath.has(module.file);
    if (imported.from.startsWith('@sluice/')) return !packages[own]?.includes(packageOf(imported));
    return !declared(own).includes(packageOf(imported));
  });
}

/** Files that load what no package depends on: research, where it is installed, and an agent. */
const loadsByPath: ReadonlySet<string> = new Set([
  'packages/cli/src/research.ts',
  'packages/cli/src/agent-test/agents/module.ts',
]);

/** True if a published package depends on research in any way. */
export function dependsOnResearch(manifest: object): boolean {
  return JSON.stringify(manifest).includes('@sluice/research');
}

/** `packages/core` or `research`: the folder of the workspace that a file belongs to. */
export function workspaceOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'packages' ? `${first}/${second}` : first;
}

export function breaksPeers(modules: readonly Module[], peers: readonly string[]): Complaints {
  return eachImport(
    modules.filter(isCore),
    (module, imported) =>
      peers.includes(packageOf(imported)) && !peerFolders.has(folderOf(module.file)),
  );
}

/**
 * The forbidden packages that the main entry would load: anything but the core's own dependencies
 * is wrong.
 */
export function breaksMainEntry(
  modules: readonly Module[],
  dependencies: readonly string[],
): Complaints {
  const reached = reach(modules, `${coreSource}index.ts`);
  return eachImport(reached, (module, imported) => {
    if (imported.typeOnly || target(module, imported) !== undefined) return false;
    return !dependencies.includes(packageOf(imported));
  });
}

function reach(modules: readonly Module[], entry: string): readonly Module[] {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const found = new Set<Module>();
  const visit = (file: string | undefined): void => {
    const module = byFile.get(file ?? '');
    if (module === undefined || found.has(module)) return;
    found.add(module);
    for (const imported of module.imports) if (!imported.typeOnly) visit(target(module, imported));
  };
  visit(entry);
  return [...found];
}

const budget = { fileLinesMax: 300, lineCharactersMax: 100 } as const;

/** Lint counts functions and parameters; this counts what it leaves out. */
export function breaksBudgets(modules: readonly Module[]): Complaints {
  return modules
    .filter((module) => !isTest(module))
    .flatMap(({ file, text }) => {
      const lines = text.trimEnd().split('\n');
      const long = lines.findIndex(isTooLong);
      return [
        ...(lines.length > budget.fileLinesMax ? [`${file} has ${lines.length} lines`] : []),
        ...(long === -1 ? [] : [`${file}:${long + 1} is longer than ${budget.lineCharactersMax}`]),
      ];
    });
}

/**
 * The formatter breaks code; a comment is ours to break, and a string of prose cannot be broken.
 */
function isTooLong(line: string): boolean {
  const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
  return line.length > budget.lineCharactersMax && (isComment || !/['"`]/.test(line));
}

/** One word an idea: what the design calls a label has no second name. */
export function breaksGlossary(modules: readonly Pick<Module, 'file' | 'text'>[]): Complaints {
  return modules
    .filter(({ text }) => /taint/i.test(text))
    .map(({ file }) => `${file} says "taint": the word is label`);
}

export interface Locked {
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Every package that the dependencies bring in, directly or not. */
export function breaksInstall(
  dependencies: readonly string[],
  locked: Readonly<Record<string, Locked>>,
): Complaints {
  const all = new Set(dependencies);
  for (const name of all)
    for (const further of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {}))
      all.add(further);
  return [
    ...(dependencies.length > 7 ? [`core has ${dependencies.length} dependencies`] : []),
    ...[...all].filter((name) => locked[`node_modules/${name}`]?.hasInstallScript !== undefined),
  ];
}

function isCore(module: Module): boolean {
  return module.file.startsWith(coreSource) && !isTest(module);
}

function eachImport(
  modules: readonly Module[],
  isWrong: (module: Module, imported: Import) => boolean,
): Complaints {
  const complaints = modules.flatMap((module) =>
    module.imports
      .filter((imported) => isWrong(module, imported))
      .map(({ from }) => `${module.file} imports ${from}`),
  );
  return [...new Set(complaints)];
}
