/**
 * The translation table: each declaration of the specification, with the definition of the model
 * that stands for it. A declaration that changes, or that is new, is a fault until the model and
 * its proofs have followed and the table says so.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sourceOf } from './coq.ts';

const spec = path.join(import.meta.dirname, '../../src/spec');
const table = path.join(import.meta.dirname, '../../../../proofs/table.tsv');

interface Declaration {
  readonly file: string;
  readonly name: string;
  /** A digest of its text, comments and spaces aside. */
  readonly print: string;
}

const opening = /^(?:export )?(?:async )?(?:function|const|class|interface|type) (\w+)/;

function declarationsIn(file: string): readonly Declaration[] {
  const found: { name: string; lines: string[] }[] = [];
  for (const line of readFileSync(path.join(spec, file), 'utf8').split('\n')) {
    const [, name] = opening.exec(line) ?? [];
    if (name !== undefined) found.push({ name, lines: [] });
    found.at(-1)?.lines.push(line);
  }
  return found.map(({ name, lines }) => {
    const text = lines.join('\n').replaceAll(/\/\*\*.*?\*\/|\/\/[^\n]*|\s+/gs, '');
    return { file, name, print: createHash('sha256').update(text).digest('hex').slice(0, 12) };
  });
}

/** All declarations of the specification. */
function declarations(): readonly Declaration[] {
  const files = readdirSync(spec).filter((name) => /^(?!index)[a-z-]+\.ts$/.test(name));
  return files.toSorted().flatMap((file) => declarationsIn(file));
}

interface Row {
  readonly file: string;
  readonly name: string;
  readonly model: string;
  readonly print: string;
}

function rows(): readonly Row[] {
  const lines = readFileSync(table, 'utf8').split('\n').slice(1);
  return lines.flatMap((line) => {
    const [file, name, model, print = ''] = line.split('\t');
    return file === undefined || name === undefined || model === undefined
      ? []
      : [{ file, name, model, print }];
  });
}

/** True if a file of the model declares the name: `Spec.v redact`. */
function isDeclared(model: string): boolean {
  const [file = '', name = ''] = model.split(' ');
  return new RegExp(String.raw`\b${name}\b`).test(sourceOf(file));
}

/** Everything in which the table, the specification and the model are not one. */
export function tableFaults(): readonly string[] {
  const known = rows();
  const all = declarations();
  const missing = all.flatMap(({ file, name, print }) => {
    const row = known.find((each) => each.file === file && each.name === name);
    if (row === undefined) return [`${file} ${name}: nothing in the model stands for it`];
    if (row.print !== print) return [`${file} ${name} has changed: \`${row.model}\` must follow`];
    return [];
  });
  const left = known.flatMap(({ file, name, model }) => {
    const isThere = all.some((each) => each.file === file && each.name === name);
    if (!isThere) return [`${file} ${name}: no longer in the specification`];
    return isDeclared(model) ? [] : [`${model}: no longer in the model`];
  });
  return [...missing, ...left];
}

/** Writes the digests of the specification as it stands: the model has followed. */
export function followed(): void {
  const all = declarations();
  const lines = rows().map(({ file, name, model }) => {
    const found = all.find((each) => each.file === file && each.name === name);
    return [file, name, model, found?.print ?? ''].join('\t');
  });
  writeFileSync(table, ['specification\tname\tmodel\tdigest', ...lines, ''].join('\n'));
}
