import fc from 'fast-check';
import { parseTree, type Node } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { withPlainNumbers } from './exact-number.ts';
import { parseJson } from './json.ts';
import type { DocumentNode } from '../structured.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly parts: readonly Range[];
}

const documents = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/);

test('ranges and values are those that another parser finds', () => {
  fc.assert(
    fc.property(documents, fc.array(space, { minLength: 1 }), (value, gaps) => {
      const text = spaced(JSON.stringify(value), gaps);
      const read = parseJson(text);
      const tree = parseTree(text);
      if (read.kind !== 'document' || tree === undefined) throw new Error('not read');
      expect(read.root.value).toEqual(JSON.parse(text));
      expect(read.root.children.map(ours)).toEqual(partsOf(tree).map(theirs));
    }),
  );
});

test('members are read whatever their order and however many they are', () => {
  const few = parseJson('{"b":[1],"2":"two","a":{"1":1,"0":0},"10":10,"1":true}');
  if (few.kind !== 'document') throw new Error('not read');
  expect(few.root.children.map(({ key, value }) => [key, value])).toEqual([
    ['b', [1]],
    ['2', 'two'],
    ['a', { 0: 0, 1: 1 }],
    ['10', 10],
    ['1', true],
  ]);
  const record = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, at]));
  const many = parseJson(JSON.stringify([record, record]));
  if (many.kind !== 'document') throw new Error('not read');
  const read = many.root.children.map(({ children }) => children.map(({ key }) => key));
  expect(read).toEqual([Object.keys(record), Object.keys(record)]);
});

test('what is read, and what it says, is what `JSON.parse` says', () => {
  const text = fc.oneof(
    documents.map((value) => JSON.stringify(value)),
    fc.json(),
  );
  const piece = fc.oneof(
    fc.stringMatching(/^[[\]{},:"\\u01.eE+/ \n\t-]$/),
    fc.constantFrom('null', 'tru', '\u0000', '"a":'),
  );
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), piece), { maxLength: 3 });
  fc.assert(
    fc.property(text, edits, (whole, changes) => {
      const changed = changes.reduce((before, [place, length, inserted]) => {
        const at = place % (before.length + 1);
        return before.slice(0, at) + inserted + before.slice(at + length);
      }, whole);
      const read = parseJson(changed);
      const plain = (value: unknown): unknown => withPlainNumbers(value, (one) => Number(one.text));
      expect(read.kind === 'document' ? plain(read.root.value) : read.because).toEqual(
        outcome(changed),
      );
    }),
    { numRuns: 1_000 },
  );
});

/** The value of a document, or why it is none. */
function outcome(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'syntax';
  }
  if (typeof value !== 'object' || value === null) return 'not-a-container';
  const tree = parseTree(text);
  return tree !== undefined && repeatsKey(tree) ? 'duplicate-keys' : value;
}

function repeatsKey({ type, children = [] }: Node): boolean {
  const keys = type === 'object' ? children.map((property) => property.children?.[0]?.value) : [];
  return new Set(keys).size < keys.length || children.some(repeatsKey);
}

const key = fc.constantFrom('"a"', String.raw`"\u0061"`, '"ab"', String.raw`"a\"b"`, '"1"', '"0"');
const member = fc.tuple(key, fc.constantFrom('1', '"x"', String.raw`"a\": 1, \""`, '[]'));
const mapping = fc.array(member, { maxLength: 5 });

test('an object with one key twice is unreadable, wherever it stands and however it is written', () => {
  fc.assert(
    fc.property(fc.array(mapping, { minLength: 1, maxLength: 6 }), (mappings) => {
      const isRepeated = mappings.some((members) => {
        const keys = members.map(([written]) => decoded(written));
        return new Set(keys).size < keys.length;
      });
      const objects = mappings.map(
        (members) => `{${members.map(([written, value]) => `${written}: ${value}`).join()}}`,
      );
      const text = `[${objects.join()}]`;
      const read = parseJson(text);
      expect(read.kind === 'unreadable' && read.because).toBe(isRepeated && 'duplicate-keys');
      if (read.kind === 'unreadable') return;
      const tree = parseTree(text);
      expect(read.root.children.map(ours)).toEqual(tree && partsOf(tree).map(theirs));
      const keys = read.root.children.map((node) => node.children.map((child) => child.key));
      expect(keys).toEqual(mappings.map((members) => members.map(([written]) => decoded(written))));
    }),
  );
});

function decoded(written: string): unknown {
  return JSON.parse(written);
}

/** Puts white space around the punctuation that stands in no string. */
function spaced(json: string, gaps: readonly string[]): string {
  let at = 0;
  const gap = (): string => gaps[(at += 1) % gaps.length] ?? '';
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
    token.startsWith('"') ? token : `${gap()}${token}${gap()}`,
  );
}

function ours({ kind, start, end, value, children }: DocumentNode): Range {
  // The other parser gives values of scalars alone.
  const own = kind === 'scalar' ? value : undefined;
  return { start, end, value: own, parts: children.map(ours) };
}

function theirs(node: Node): Range {
  const { offset: start, length, value } = node;
  const parts = partsOf(node).map(theirs);
  return { start, end: start + length, value, parts };
}

/** Values only: a property is its key and its value. */
function partsOf({ type, children = [] }: Node): readonly Node[] {
  return type === 'object'
    ? children.flatMap((property) => property.children?.[1] ?? [])
    : children;
}
