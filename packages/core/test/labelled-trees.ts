import fc from 'fast-check';
import { Content } from '../src/history/content.ts';
import { contentOfDocument } from './document-content.ts';
import { parseStructured, type DocumentNode } from '../src/history/structured.ts';
import type { Label, LabelSpace } from '../src/label/label.ts';

/** A document as it will be written: every value with its label, and what is written where. */
export interface Tree {
  readonly label: Label;
  readonly node:
    | { readonly kind: 'scalar'; readonly json: string; readonly style: number }
    | { readonly kind: 'sequence'; readonly items: readonly Tree[]; readonly style: number }
    | {
        readonly kind: 'mapping';
        readonly entries: readonly (readonly [string, Tree])[];
        readonly style: number;
      };
}

const words = fc.constantFrom('pay', 'the rent', 'x', 'IBAN 12', 'it is, well: done', '[redacted]');
const scalar = fc.oneof(
  fc.oneof(words, fc.string({ maxLength: 6 })).map((text) => JSON.stringify(text)),
  fc.constantFrom('1', '-2.5', 'true', 'null', '""', '1e3', '"a\\nb\\n"', '"- a: b"', '"#"'),
);
const key = fc.oneof(
  fc.constantFrom('a', 'b', 'amount', 'from', '__proto__', "it's", 'k: v', '-', '#', '1', ''),
  fc.string({ maxLength: 4 }),
);

/** Any tree, of containers and scalars with arbitrary labels and layouts. */
export function arbitraryTree(label: fc.Arbitrary<Label>): fc.Arbitrary<Tree> {
  const style = fc.nat(5);
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
    const items = fc.array(tie('tree'), { maxLength: 3 });
    const entries = fc.uniqueArray(fc.tuple(key, tie('tree')), {
      maxLength: 3,
      selector: ([name]) => name,
    });
    const node: fc.Arbitrary<Tree['node']> = fc.oneof(
      { maxDepth: 4, depthIdentifier: 'tree' },
      fc.record({ kind: fc.constant('scalar' as const), json: scalar, style }),
      fc.record({ kind: fc.constant('sequence' as const), items, style }),
      fc.record({ kind: fc.constant('mapping' as const), entries, style }),
    );
    return { tree: fc.record({ label, node }) };
  });
  return tree;
}

/** A tree that is a mapping or a sequence, as documents are. */
export function arbitraryDocument(label: fc.Arbitrary<Label>): fc.Arbitrary<Tree> {
  return arbitraryTree(label).filter(({ node }) => node.kind !== 'scalar');
}

export function childrenOf({ node }: Tree): readonly Tree[] {
  if (node.kind === 'sequence') return node.items;
  return node.kind === 'mapping' ? node.entries.map(([, child]) => child) : [];
}

/** The JavaScript value; what `hidden` says of a subtree stands in its place. */
export function valueOf(tree: Tree, hidden: (tree: Tree) => string | undefined): unknown {
  const stands = hidden(tree);
  if (stands !== undefined) return stands;
  const { node } = tree;
  if (node.kind === 'scalar') return JSON.parse(node.json);
  if (node.kind === 'sequence') return node.items.map((item) => valueOf(item, hidden));
  const members = node.entries.map(([name, child]) => `${JSON.stringify(name)}:${json(child)}`);
  return JSON.parse(`{${members.join(',')}}`);

  function json(child: Tree): string {
    return JSON.stringify(valueOf(child, hidden));
  }
}

/** JSON with the white space that the styles say. */
export function asJson({ node }: Tree): string {
  const gap = ['', ' ', '\n  ', '', '\t', ''][node.style] ?? '';
  if (node.kind === 'scalar') return node.json;
  const members =
    node.kind === 'sequence'
      ? node.items.map(asJson)
      : node.entries.map(([name, child]) => `${JSON.stringify(name)}:${gap}${asJson(child)}`);
  const inside = members.length === 0 ? gap : `${gap}${members.join(`${gap},${gap}`)}${gap}`;
  return node.kind === 'sequence' ? `[${inside}]` : `{${inside}}`;
}

/** A document of YAML, in block and flow collections, with many ways to write a scalar. */
export function asYaml(tree: Tree): string {
  const text = block(tree, { indent: 0, parent: -1 });
  return `${tree.node.style === 5 ? '---' : ''}${text}\n`
    .replace(/^\n/, '')
    .replace(/^ (?=\S)/, '');
}

interface Indent {
  readonly indent: number;
  /** The column that continuation lines must be right of. */
  readonly parent: number;
}

/** The text after an indicator, its white space included. */
function block({ node }: Tree, at: Indent): string {
  if (node.kind === 'scalar') return blockScalar(node, at);
  const isEmpty = node.kind === 'sequence' ? node.items.length === 0 : node.entries.length === 0;
  if (isEmpty || node.style === 0) return ` ${flow({ node })}`;
  const pad = ' '.repeat(at.indent);
  const blank = node.style === 1 ? '\n' : '';
  const inner = { indent: at.indent + 2 + (node.style % 2), parent: at.indent };
  const lines =
    node.kind === 'sequence'
      ? node.items.map((item) => `-${block(item, inner)}`)
      : node.entries.map(([name, child]) => `${yamlKey(name)}:${block(child, inner)}`);
  return `\n${lines.map((line) => `${blank}${pad}${line}`).join('\n')}`;
}

function flow({ node }: Pick<Tree, 'node'>): string {
  const gap = node.style % 2 === 0 ? ' ' : '';
  if (node.kind === 'scalar') return node.json;
  if (node.kind === 'sequence') return `[${gap}${node.items.map(flow).join(`${gap}, `)}${gap}]`;
  const members = node.entries.map(([name, child]) => `${yamlKey(name)}: ${flow(child)}`);
  return `{${gap}${members.join(`${gap}, `)}${gap}}`;
}

function yamlKey(name: string): string {
  return /^[a-z]+$/.test(name) && name !== 'null' ? name : JSON.stringify(name);
}

function blockScalar(
  { json, style }: { readonly json: string; readonly style: number },
  { indent, parent }: Indent,
): string {
  const value: unknown = JSON.parse(json);
  const pad = ' '.repeat(Math.max(indent, parent + 1, 1));
  if (value === null) return ['', ' ~', ' null', '  ', '', '\n'][style] ?? '';
  if (typeof value !== 'string') return `  ${json}`;
  const isPlain = /^[a-z]+( [a-z]+)*$/.test(value) && value !== 'true' && value !== 'null';
  if (isPlain) {
    const broken = value.replaceAll(' ', `\n${pad}`);
    return (
      [` ${value}`, ` ${broken}`, ` '${value}'`, ` "${broken}"`, `\n${pad}${value}`, ` ${value} `][
        style
      ] ?? ''
    );
  }
  const isPrintable = /^[!-~][ -~]*(\n[!-~][ -~]*)*\n*$/.test(value);
  if (isPrintable && style > 1) return literal(value, pad);
  return style === 0 && /^[ -~]*$/.test(value) ? ` '${value.replaceAll("'", "''")}'` : ` ${json}`;
}

function literal(value: string, pad: string): string {
  const body = value.replace(/\n+$/, '');
  const breaks = value.length - body.length;
  const lines = body.split('\n').map((line) => `${pad}${line}`);
  const chomp = ['-', '', '+'][Math.min(breaks, 2)] ?? '';
  return ` |${chomp}\n${lines.join('\n')}${'\n'.repeat(Math.max(breaks - 1, 0))}`;
}

/** The content that the text of a tree is, each region with the label of its value. */
export function contentOf(space: LabelSpace, tree: Tree, text: string): Content {
  const read = parseStructured(text, 'auto');
  if (read.kind === 'unreadable') throw new Error(`${read.because} at ${read.at}: ${text}`);
  const labels = new Map<DocumentNode, Label>();
  const visit = (node: DocumentNode, { label, node: written }: Tree): void => {
    labels.set(node, label);
    for (const [at, child] of childrenOf({ label, node: written }).entries()) {
      const under = node.children[at];
      if (under === undefined) throw new Error('a value is missing');
      visit(under, child);
    }
  };
  visit(read.root, tree);
  const labelOf = (node: DocumentNode): Label => labels.get(node) ?? space.top;
  return contentOfDocument(space, text, { root: read.root, labelOf });
}

/** The same tree with other values, of any form, wherever `isHidden` says so of a joined label. */
export function disguised(
  space: LabelSpace,
  tree: Tree,
  { isHidden, noise }: { isHidden: (label: Label) => boolean; noise: Iterator<Tree> },
): Tree {
  const visit = ({ label, node }: Tree, around: Label): Tree => {
    const joined = space.join(label, around);
    if (isHidden(joined)) return { label: joined, node: take(noise).node };
    const under = (child: Tree): Tree => visit(child, joined);
    if (node.kind === 'sequence') return { label, node: { ...node, items: node.items.map(under) } };
    if (node.kind === 'scalar') return { label, node };
    const entries = node.entries.map(([name, child]) => [name, under(child)] as const);
    return { label, node: { ...node, entries } };
  };
  return visit(tree, space.bottom);
}

function take(noise: Iterator<Tree>): Tree {
  const next = noise.next();
  if (next.done === true) throw new Error('no noise left');
  return next.value;
}

/** The same trees again and again. */
export function* endless(trees: readonly Tree[]): Generator<Tree> {
  for (;;) yield* trees;
}
