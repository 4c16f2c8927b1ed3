import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  arbitraryDocument,
  arbitraryTree,
  asJson,
  asYaml,
  childrenOf,
  contentOf,
  disguised,
  endless,
  valueOf,
  type Tree,
} from '../../test/labelled-trees.ts';
import { smallLattices } from '../../test/small-lattices.ts';
import { Content } from '../history/content.ts';
import { contentOfDocument } from '../../test/document-content.ts';
import { regionsBySpans } from '../history/known/spans.ts';
import { parseStructured } from '../history/structured.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { fourPoint } from '../../test/paper-spaces.ts';
import { proves } from '../testing/proves.ts';
import { placeholder, redactContent } from './redact-content.ts';

const space = fourPoint();
const low = space.bottom;
const secret = space.parse('trusted & private');

const formats = [
  { name: 'JSON', write: asJson, read: (text: string): unknown => JSON.parse(text) },
  { name: 'YAML', write: asYaml, read: (text: string): unknown => parse(text) },
];
const cases = smallLattices.flatMap((small) => formats.map((format) => ({ ...format, ...small })));

proves('history/exact-ranges', () => {
  for (const { lattice, label, write, read } of cases) {
    fc.assert(
      fc.property(arbitraryDocument(label), label, (tree, cleared) => {
        const text = write(tree);
        const shown = redactContent(lattice, contentOf(lattice, tree, text), cleared);
        const hidden = hiddenIn(lattice, tree, cleared);
        if (hidden.has(tree)) expect(shown).toBe(placeholder);
        else expect(read(shown)).toEqual(valueOf(tree, standsFor(hidden)));
      }),
    );
  }
});

proves('redact/parseable', () => {
  const label = fc.constant(low);
  for (const { write, read } of formats) {
    fc.assert(
      fc.property(arbitraryDocument(label), fc.nat(), (tree, pick) => {
        const all = descendants(tree);
        fc.pre(all.length > 0);
        const one = all[pick % all.length];
        const labelled = relabelled(tree, one);
        const shown = redactContent(space, contentOf(space, labelled, write(tree)), low);
        const standIn = (each: Tree): string | undefined =>
          each === one ? placeholder : undefined;
        expect(read(shown)).toEqual(valueOf(tree, standIn));
      }),
    );
  }
});

proves('redact/noninterference', () => {
  for (const { lattice, label, write } of cases) {
    const noise = fc.array(arbitraryTree(label), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(arbitraryDocument(label), noise, label, (tree, others, cleared) => {
        const isHidden = (each: Label): boolean => !lattice.flowsTo(each, cleared);
        fc.pre(!isHidden(tree.label));
        const other = disguised(lattice, tree, { isHidden, noise: endless(others) });
        const [shown, shownOther] = [tree, other].map((each) =>
          redactContent(lattice, contentOf(lattice, each, write(each)), cleared),
        );
        expect(shownOther).toBe(shown);
      }),
    );
  }
});

proves('redact/exact', () => {
  for (const { lattice, label, write } of cases) {
    fc.assert(
      fc.property(arbitraryDocument(label), (tree) => {
        const text = write(tree);
        const content = contentOf(lattice, tree, text);
        expect(redactContent(lattice, content, content.label)).toBe(text);
        expect(redactContent(lattice, content, lattice.top)).toBe(text);
      }),
    );
  }
});

describe('in running text', () => {
  test.each<[string, readonly string[], string]>([
    ['nothing is hidden', ['a', 'b'], 'ab'],
    ['a hidden stretch is one placeholder', ['a', '!b', 'c'], 'a[redacted]c'],
    ['neighbours are one placeholder', ['a', '!b', '?c', '!d', 'e'], 'a[redacted]e'],
    ['stretches apart are several', ['!a', 'b', '?c'], '[redacted]b[redacted]'],
    ['a text that is hidden in all its pieces', ['!a', '?b'], '[redacted]'],
  ])('%s', (_, pieces, shown) => {
    expect(redactContent(space, inPieces(pieces), low)).toBe(shown);
  });

  test('the number and length of hidden neighbours cannot be seen', () => {
    const hidden = fc.array(fc.stringMatching(/^[!?][a-z]+$/), { minLength: 1, maxLength: 3 });
    const shown = fc.stringMatching(/^[a-z]+$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(shown, hidden, hidden), { minLength: 1 }), (stretches) => {
        const one = stretches.flatMap(([text, first]) => [text, ...first]);
        const other = stretches.flatMap(([text, , second]) => [text, ...second]);
        const view = stretches.map(([text]) => `${text}${placeholder}`).join('');
        expect(redactContent(space, inPieces(one), low)).toBe(view);
        expect(redactContent(space, inPieces(other), low)).toBe(view);
      }),
    );
  });
});

test('a document with as many hidden values as there may be', () => {
  const text = `[${Array(150_000).fill('1').join(',')}]`;
  const read = parseStructured(text, 'json');
  if (read.kind === 'unreadable') throw new Error(read.because);
  const { root } = read;
  const labelOf = (node: { path: string }): Label => (node.path === '$' ? low : secret);
  const shown = redactContent(space, contentOfDocument(space, text, { root, labelOf }), low);
  expect(shown.split(placeholder)).toHaveLength(150_001);
});

describe('a placeholder in a document', () => {
  test.each<[string, string, readonly [string, string]]>([
    ['a JSON member', '{"a":1,"b":2}', ["$['a']", '{"a": "[redacted]","b":2}']],
    ['a JSON element', '[1, 2]', ['$[0]', '["[redacted]", 2]']],
    ['a JSON container', '[{"a": [1]}, 2]', ["$[0]['a']", '[{"a": "[redacted]"}, 2]']],
    ['a block scalar', 'a: |\n  x\n  y\nb: 1\n', ["$['a']", 'a: "[redacted]"\nb: 1\n']],
    ['a block sequence', 'a:\n- 1\n- 2\nb: 1\n', ["$['a']", 'a: "[redacted]"\nb: 1\n']],
    ['a block mapping', '- a: 1\n  b: 2\n- c: 3\n', ['$[0]', '- "[redacted]"\n- c: 3\n']],
    ['an empty list', 'a: []\nb: 1\n', ["$['a']", 'a: "[redacted]"\nb: 1\n']],
    ['a null', 'a:\nb: 1\n', ["$['a']", 'a: "[redacted]"\nb: 1\n']],
    ['the last value', 'a: 1\nb: |+\n  x\n\n\n', ["$['b']", 'a: 1\nb: "[redacted]"\n']],
    ['a member in flow', "{'a': 'x', 'b': 1}", ["$['a']", "{'a': \"[redacted]\", 'b': 1}"]],
    ['an element in flow', '[x, y z ]', ['$[1]', '[x, "[redacted]" ]']],
  ])('%s', (_, text, [path, shown]) => {
    const read = parseStructured(text, 'auto');
    if (read.kind === 'unreadable') throw new Error(read.because);
    const labelOf = (node: { path: string }): Label => (node.path === path ? secret : low);
    const content = contentOfDocument(space, text, { root: read.root, labelOf });
    expect(redactContent(space, content, low)).toBe(shown);
  });

  test.each(['{"a": 1}', 'a: 1\n', 'just text', ''])(
    'all of %j is the bare placeholder',
    (text) => {
      const read = parseStructured(text, 'auto');
      const content =
        read.kind === 'document'
          ? contentOfDocument(space, text, { root: read.root, labelOf: () => secret })
          : Content.whole(space, text, secret);
      expect(redactContent(space, content, low)).toBe(placeholder);
    },
  );
});

/** Text in pieces: one that begins with `!` is secret, with `?` untrusted, others are low. */
function inPieces(pieces: readonly string[]): Content {
  let text = '';
  const spans = pieces.flatMap((piece) => {
    const start = text.length;
    text += piece;
    if (!/^[!?]/.test(piece)) return [];
    const label = piece.startsWith('!') ? secret : space.parse('untrusted & public');
    return [{ start, end: text.length, label }];
  });
  return regionsBySpans(space, text, { spans, rest: low });
}

/** The topmost subtrees whose label, joined with those around, does not flow. */
function hiddenIn(lattice: LabelSpace, tree: Tree, cleared: Label): ReadonlySet<Tree> {
  const found = new Set<Tree>();
  const visit = (each: Tree, around: Label): void => {
    const joined = lattice.join(each.label, around);
    if (!lattice.flowsTo(joined, cleared)) found.add(each);
    else for (const child of childrenOf(each)) visit(child, joined);
  };
  visit(tree, lattice.bottom);
  return found;
}

function standsFor(hidden: ReadonlySet<Tree>): (tree: Tree) => string | undefined {
  return (tree) => (hidden.has(tree) ? placeholder : undefined);
}

function descendants(tree: Tree): readonly Tree[] {
  return childrenOf(tree).flatMap((child) => [child, ...descendants(child)]);
}

/** The same tree with one subtree secret. */
function relabelled(tree: Tree, one: Tree | undefined): Tree {
  const label = tree === one ? secret : tree.label;
  const { node } = tree;
  if (node.kind === 'scalar') return { label, node };
  if (node.kind === 'sequence') {
    return { label, node: { ...node, items: node.items.map((item) => relabelled(item, one)) } };
  }
  const entries = node.entries.map(([key, child]) => [key, relabelled(child, one)] as const);
  return { label, node: { ...node, entries } };
}
