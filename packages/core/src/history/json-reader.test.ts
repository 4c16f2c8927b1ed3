import fc from 'fast-check';
import { parseTree, type Node } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { parseJson } from './json.ts';
import type { DocumentNode } from './structured.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly parts: readonly Range[];
}

const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/);

test('ranges and values are those that another parser finds', () => {
  const documents = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
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
