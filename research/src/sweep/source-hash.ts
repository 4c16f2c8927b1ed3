import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON, isBuiltin } from 'node:module';
import path from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { jsonFields } from 'sluice/parts';

/** The code that something runs, as a hash sees it. */
export interface RunningCode {
  /** Files of ours that are reached. */
  readonly entries: readonly string[];
  /** Files that are imported and make no difference; asked for each file with its whole path. */
  readonly isIdle?: ((file: string) => boolean) | undefined;
  /** Reads a source; a test gives another text than the file's. */
  readonly read?: ((file: string) => string) | undefined;
}

/** The parts of `RunningCode` that a hash is made of. */
interface Parts {
  /** Without comments, formatting, and whatever is never reached. */
  readonly code: readonly string[];
  /** Packages of others, with their versions. */
  readonly packages: readonly string[];
  /** Files that the code reads beside itself. */
  readonly data: readonly string[];
}

/** The packages that are bundled: every other counts by its version. */
const ours = /^(?:@sluice\/|sluice(?:\/|$))/;

const isSource = path.extname(import.meta.url) === '.ts';

/**
 * SHA-256 in hex of the code that some files run: themselves with all that they import, bundled
 * without what is never called, and minified, so that comments, names and files that do not run
 * do not count; the versions of other packages; and the files that the code reads beside itself.
 */
export async function hashOfRunning(running: RunningCode): Promise<string> {
  const { code, packages, data } = await partsOf(running);
  const hash = createHash('sha256').update(JSON.stringify([code, packages]));
  // Names differ with the folder that all lies in: the code names them, and it counts already.
  for (const file of data) hash.update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** The packages of others that count, each with its version. */
export async function packagesOfRunning(running: RunningCode): Promise<readonly string[]> {
  const { packages } = await partsOf(running);
  return packages;
}

async function partsOf({ entries, isIdle = () => false, read }: RunningCode): Promise<Parts> {
  await using bundle = await rolldown({
    input: [...entries],
    platform: 'node',
    resolve: { conditionNames: [...(isSource ? ['@sluice/source'] : []), 'import', 'node'] },
    external: (name) => !name.startsWith('.') && !path.isAbsolute(name) && !ours.test(name),
    plugins: [idle(isIdle), ...(read === undefined ? [] : [{ name: 'read', load: read }])],
    // What a file of ours does when it is loaded is for its own exports alone.
    treeshake: { moduleSideEffects: false },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const chunks = output.filter((each) => each.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const run = [...new Set(chunks.flatMap(modulesOf))];
  const imported = chunks.flatMap(importsOf).filter((name) => !own.has(name));
  const names = new Set([...imported, ...run.flatMap(requiredBy)]);
  return {
    code: chunks.map(({ code }) => code).toSorted(),
    packages: [...names].toSorted().map((name) => `${name}@${versionOf(name)}`),
    data: [...new Set(run.flatMap(readBeside))].toSorted(),
  };
}

/** Ends the bundle at files that are idle; where they lie is not kept. */
function idle(isIdle: (file: string) => boolean): Plugin {
  return {
    name: 'idle',
    resolveId: {
      filter: { id: /^\./ },
      handler: (name, importer = '') => {
        const file = path.resolve(path.dirname(importer), name);
        return isIdle(file) ? { id: `${idleMark}${path.basename(file)}`, external: true } : null;
      },
    },
  };
}

const idleMark = 'idle:';

function importsOf({ imports, dynamicImports }: OutputChunk): readonly string[] {
  return [...imports, ...dynamicImports]
    .filter((name) => !isBuiltin(name) && !name.startsWith(idleMark))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/** Files of which anything is left; a file that is only a name for others leaves nothing. */
function modulesOf({ modules }: OutputChunk): readonly string[] {
  return Object.entries(modules)
    .filter(([file, { renderedLength }]) => renderedLength > 0 && path.isAbsolute(file))
    .map(([file]) => file);
}

function versionOf(name: string): string {
  const manifest = manifestOf(name);
  if (manifest === undefined) return 'absent';
  return String(jsonFields(textOf(manifest))['version']);
}

/** Peers that are not installed have none, nor have the bundler's own helpers. */
function manifestOf(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
}

const placed = /import\.meta\.(?:dirname|filename|url(?!\.endsWith))/;

/**
 * Files that a source reads beside itself: those that a text in it names, from its own folder, and
 * all below a folder that one names. Where it knows its place and names nothing, its own folder.
 */
function readBeside(file: string): readonly string[] {
  const text = textOf(file);
  if (!placed.test(text.replaceAll(requiring, ''))) return [];
  const folder = path.dirname(file);
  const named = textsIn(parseAst(text, { lang: 'ts' }))
    .map((each) => path.resolve(folder, each))
    .filter((at) => at !== folder && existsSync(at) && !/\.[jt]s$/.test(at));
  const wide = named.find((at) => !path.relative(at, folder).startsWith('..'));
  if (wide !== undefined) throw new Error(`${file} reads from ${wide}: name the file in one text`);
  return (named.length === 0 ? [folder] : named).flatMap(filesIn);
}

const requiring = /createRequire\(import\.meta\.url\)/g;

/** Packages that a source names and loads by `require`, which a bundler does not follow. */
function requiredBy(file: string): readonly string[] {
  const text = textOf(file);
  if (text.search(requiring) === -1) return [];
  return textsIn(parseAst(text, { lang: 'ts' })).filter((each) => {
    return /^(?:@[\w.-]+\/)?[a-z][\w.-]*$/.test(each) && !isBuiltin(each);
  });
}

/** The texts without a place for a value that a syntax tree holds. */
function textsIn(tree: object): readonly string[] {
  const found: string[] = [];
  JSON.stringify(tree, (_, node: unknown) => {
    const isNode = typeof node === 'object' && node !== null && 'type' in node && 'value' in node;
    if (isNode && node.type === 'Literal' && typeof node.value === 'string') found.push(node.value);
    return node;
  });
  return found;
}

function filesIn(at: string): readonly string[] {
  if (statSync(at).isFile()) return [at];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:md|pyc|test\.[jt]s|d\.ts|map)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}
