import { findNodeAtLocation, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import type { ServerEntry, Word, WordList } from './server-entry.ts';

const options = { allowTrailingComma: true };

/** The value of JSON with comments; `undefined` where it is none, or says a name twice. */
export function jsonValue(text: string): unknown {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, options);
  if (root === undefined || errors.length > 0 || saysTwice(root)) return undefined;
  return parse(text, [], options);
}

/** Clients differ in which of the two they take. */
function saysTwice(node: Node): boolean {
  const names = membersOf(node).map(({ name }) => name);
  return new Set(names).size < names.length || (node.children ?? []).some(saysTwice);
}

/** The servers below these keys; `*` stands for any. */
export function jsonEntries(text: string, at: readonly string[]): readonly ServerEntry[] {
  const root = parseTree(text, [], options);
  return root === undefined ? [] : mapsIn(root, at, []).flatMap(entriesOf);
}

interface Found {
  readonly node: Node;
  readonly at: readonly string[];
}

function mapsIn(
  node: Node,
  [key, ...rest]: readonly string[],
  at: readonly string[],
): readonly Found[] {
  if (key === undefined) return [{ node, at }];
  return membersOf(node)
    .filter(({ name }) => key === '*' || name === key)
    .flatMap((member) => mapsIn(member.value, rest, [...at, member.name]));
}

function entriesOf({ node, at }: Found): readonly ServerEntry[] {
  return membersOf(node).map(({ name, value }) => ({
    at: [...at, name],
    name,
    start: startIn(value),
  }));
}

function startIn(entry: Node): ServerEntry['start'] {
  const command = findNodeAtLocation(entry, ['command']);
  const args = findNodeAtLocation(entry, ['args']);
  if (command === undefined) {
    const names = membersOf(entry).map(({ name }) => name);
    return { kind: names.some((name) => /url$/i.test(name)) ? 'address' : 'unknown' };
  }
  const line = listOf(command);
  if (line !== undefined && line.words.length > 0) return { kind: 'line', list: line };
  const program = wordOf(command);
  const list = args && listOf(args);
  if (program === undefined || (args !== undefined && list === undefined)) {
    return { kind: 'unknown' };
  }
  return { kind: 'command', command: program, args: list, newArgs: ', "args": [' };
}

function membersOf(node: Node): readonly { readonly name: string; readonly value: Node }[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [{ name: String(key.value), value }],
  );
}

function listOf(node: Node): WordList | undefined {
  if (node.type !== 'array') return undefined;
  const words = (node.children ?? []).map(wordOf);
  const known = words.filter((word) => word !== undefined);
  if (known.length < words.length) return undefined;
  return { words: known, start: node.offset, end: node.offset + node.length };
}

function wordOf({ type, value, offset, length }: Node): Word | undefined {
  if (type !== 'string') return undefined;
  return { value: String(value), start: offset, end: offset + length };
}
