import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Check, Mutant } from './mutant.ts';

const root = path.join(import.meta.dirname, '../../..');
const source = path.join(root, 'research/src');

export interface CopiedSourcesOptions {
  /** The name of the copies' folder. */
  readonly name: string;
  /** Folders of the sources that are copied. */
  readonly folders: readonly string[];
  /** The folder that mutants are in. */
  readonly mutated: string;
  /** Files, without their ending, whose exports the checks are given. */
  readonly modules: readonly string[];
  /** The folder that replaces `@sluice/core`, below its sources: the less, the faster. */
  readonly core: string;
}

/** Copies of some of the bench's sources, each with one mistake in it, and what a check says. */
export class CopiedSources<Modules extends object> {
  readonly #options: CopiedSourcesOptions;
  readonly #cache: string;

  constructor(options: CopiedSourcesOptions) {
    this.#options = options;
    // Inside `node_modules`, so that the copies find the libraries and are run as they are.
    const name = `sluice-${options.name}-${process.pid}`;
    this.#cache = path.join(root, 'node_modules/.cache', name);
    for (const folder of options.folders) this.#copy(folder);
  }

  get #original(): string {
    return path.join(this.#cache, 'original');
  }

  /** The first check that does not hold of the sources as they are. */
  async failureOfOriginal(checks: readonly Check<Modules>[]): Promise<string | undefined> {
    return failureOf(checks, await this.#load(this.#original));
  }

  /** By name the mutants that a check catches, and the first one that does. */
  async caught(
    mutants: readonly Mutant[],
    checks: readonly Check<Modules>[],
  ): Promise<ReadonlyMap<string, string>> {
    const caught = new Map<string, string>();
    for (const each of mutants) {
      const failure = failureOf(checks, await this.#mutated(each));
      if (failure !== undefined) caught.set(each.name, failure);
    }
    return caught;
  }

  /** How often a mutant's place occurs in the sources: once, or it no longer applies. */
  placesOf({ file, find }: Mutant): number {
    return this.#sourceOf(file).split(find).length - 1;
  }

  dispose(): void {
    rmSync(this.#cache, { recursive: true, force: true });
  }

  #sourceOf(file: string): string {
    return readFileSync(path.join(source, this.#options.mutated, file), 'utf8');
  }

  #copy(folder: string): void {
    for (const file of readdirSync(path.join(source, folder))) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const text = readFileSync(path.join(source, folder, file), 'utf8');
      this.#write(path.join(this.#original, folder, file), text);
    }
  }

  #mutated({ name, file, find, replace }: Mutant): Promise<Modules> {
    const folder = path.join(this.#cache, name);
    cpSync(this.#original, folder, { recursive: true });
    const text = this.#sourceOf(file).replace(find, () => replace);
    this.#write(path.join(folder, this.#options.mutated, file), text);
    return this.#load(folder);
  }

  /** Loads what the checks need; a mutant that does not even load throws, and is no mutant. */
  async #load(folder: string): Promise<Modules> {
    const modules = await Promise.all(
      this.#options.modules.map((file): Promise<Partial<Modules>> => {
        return import(pathToFileURL(path.join(folder, `${file}.js`)).href);
      }),
    );
    const all: Modules = Object.assign({}, ...modules);
    return all;
  }

  // Node strips no types below node_modules, so the copy is stripped here.
  #write(file: string, text: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    const core = pathToFileURL(path.join(root, 'packages/core/src', this.#options.core)).href;
    const stripped = stripTypeScriptTypes(text, { mode: 'strip' })
      .replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'")
      .replaceAll("from '@sluice/core'", `from '${core}'`);
    writeFileSync(file.replace(/\.ts$/, '.js'), stripped);
  }
}

function failureOf<Modules>(
  checks: readonly Check<Modules>[],
  modules: Modules,
): string | undefined {
  return checks.find(({ holds }) => {
    try {
      holds(modules);
      return false;
    } catch {
      return true;
    }
  })?.name;
}
