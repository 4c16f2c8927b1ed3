/** The prover and OCaml, as commands. Each compilation stands in a folder of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const proofs = path.join(import.meta.dirname, '../../../../proofs');

/** Files that the extracted model is made of; what follows them are proofs. */
const lastOfModel = 'Lowering.v';

export const toInstall = 'apt-get install coq ocaml-nox';

/** The first program that is missing. */
export function missing(): string | undefined {
  return ['coqc', 'ocamlopt'].find((name) => spawnSync(name, ['-version']).error !== undefined);
}

/** The sources in the order in which they compile. */
export function sources(folder = proofs): readonly string[] {
  const project = sourceOf('_CoqProject', folder);
  return project.split('\n').filter((line) => line.endsWith('.v'));
}

/** True for a file of the model itself; the others are what is said and proved about it. */
export function isOfModel(file: string): boolean {
  const all = sources();
  return all.indexOf(file) <= all.indexOf(lastOfModel);
}

export function sourceOf(file: string, folder = proofs): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

/** A copy of the sources alone, or of a folder with what is compiled already. */
export function copied(from?: string): string {
  const to = mkdtempSync(path.join(tmpdir(), 'sluice-proof-'));
  const folder = from ?? proofs;
  for (const name of readdirSync(folder)) {
    const isWanted = from === undefined ? /\.(?:v|ml)$|^_CoqProject$/.test(name) : name !== 'build';
    if (isWanted) cpSync(path.join(folder, name), path.join(to, name));
  }
  mkdirSync(path.join(to, 'build'));
  return to;
}

interface Ran {
  readonly output: string;
  readonly isOk: boolean;
}

async function ran(folder: string, command: string, args: readonly string[]): Promise<Ran> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, isOk: code === 0 }));
  });
}

/** Compiles a file; its output is what it prints. */
async function compiled(folder: string, file: string): Promise<Ran> {
  return ran(folder, 'coqc', ['-q', '-Q', '.', 'Sluice', file]);
}

interface Refusal {
  readonly file: string;
  readonly because: string;
}

/** Compiles files in order, up to the first that the prover refuses. */
export async function refusal(
  folder: string,
  files: readonly string[],
): Promise<Refusal | undefined> {
  for (const file of files) {
    const { output, isOk } = await compiled(folder, file);
    if (!isOk) return { file, because: output.trim() };
  }
  return undefined;
}

/** The extracted model as a program. */
export async function program(folder: string): Promise<string> {
  const extraction = await compiled(folder, 'Extract.v');
  const build = path.join(folder, 'build');
  cpSync(path.join(folder, 'driver.ml'), path.join(build, 'driver.ml'));
  const files = ['model.mli', 'model.ml', 'driver.ml'];
  const linked = await ran(build, 'ocamlopt', ['-w', '-a', '-o', 'model', ...files]);
  if (!extraction.isOk || !linked.isOk) throw new Error(extraction.output + linked.output);
  return path.join(build, 'model');
}

/** What the theorems rest on, as the prover prints it. */
export interface Assumptions {
  readonly theorems: number;
  readonly counterexamples: number;
  readonly axioms: readonly string[];
  readonly text: string;
}

export async function assumptions(folder: string): Promise<Assumptions> {
  const { output, isOk } = await compiled(folder, 'Check.v');
  if (!isOk) throw new Error(output);
  const named = [...sourceOf('Check.v').matchAll(/^Print Assumptions (\w+)\./gm)];
  const closed = output.split('Closed under the global context').length - 1;
  const axioms = [...output.matchAll(/^(\w[\w.]*) :/gm)].map(([, name = '']) => name);
  if (closed < named.length && axioms.length === 0) throw new Error(output);
  const count = (file: string): number => named.filter(([, name]) => isIn(file, name)).length;
  const [theorems, counterexamples] = [count('Theorems.v'), count('Counterexamples.v')];
  return { theorems, counterexamples, axioms, text: output.trim() };
}

function isIn(file: string, name = ''): boolean {
  return new RegExp(`^(?:Theorem|Lemma) ${name} :`, 'm').test(sourceOf(file));
}

/** Proofs that are left open. */
export function admitted(): number {
  const all = sources().map((file) => sourceOf(file).match(/\b(?:Admitted|admit|give_up)\b/g));
  return all.flatMap((found) => found ?? []).length;
}

export function lines(): number {
  const all = [...sources(), 'Check.v', 'Extract.v'].map((file) => sourceOf(file));
  return all.reduce((sum, each) => sum + each.split('\n').length - 1, 0);
}
