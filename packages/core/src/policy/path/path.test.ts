import fc from 'fast-check';
import { query, type JSONValue } from 'json-p3';
import { expect, test } from 'vitest';
import { pathOf } from '../../history/document.ts';
import { parseJson } from '../../history/json/json.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { limits } from '../../limits.ts';
import { readFullPath, type Path } from './path.ts';
import { PathStates, type PathState } from './path-states.ts';

const keys = ['a', 'b', "it's", '1', '__proto__', 'Zoë'];
const name = fc.constantFrom(...keys).map((key) => JSON.stringify(key));
const index = fc.integer({ min: -4, max: 4 });
const bound = fc.option(index, { nil: '' });
const slice = fc
  .tuple(bound, bound, fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }))
  .map(([start, stop, step]) => `${start}:${stop}${step === undefined ? '' : `:${step}`}`);
const selector = fc.oneof(name, index.map(String), slice, fc.constant('*'));
const segment = fc
  .tuple(fc.constantFrom('', '', '..'), fc.array(selector, { minLength: 1, maxLength: 3 }))
  .map(([dots, selectors]) => `${dots}[${selectors.join(',')}]`);
const somePath = fc.array(segment, { maxLength: 4 }).map((segments) => `$${segments.join('')}`);

/** JSON text, for a key `__proto__` is no member of an object that is written down. */
const { document } = fc.letrec<{ document: string; value: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom('0', '"x"', 'null'), tie('document')),
  document: fc.oneof(
    fc.array(tie('value'), { maxLength: 5 }).map((elements) => `[${elements.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key, maxLength: 4 })
      .map((members) => `{${members.map(([key, value]) => `${key}: ${value}`).join(', ')}}`),
  ),
}));

test('a path finds what the library finds', () => {
  fc.assert(
    fc.property(document, fc.array(somePath, { minLength: 1 }), (text, paths) => {
      const root = rootOf(text);
      for (const path of paths) expect(found(read(path).find(root))).toEqual(byLibrary(path, root));
    }),
  );
});

test('one walk finds what each of many paths finds', () => {
  fc.assert(
    fc.property(fc.array(document), fc.array(somePath), (texts, paths) => {
      const ends = paths.map((path, item) => ({ path: read(path), item }));
      // The states that one document needed are there for the next.
      const states = new PathStates<number, readonly number[]>(ends, (items) => items);
      for (const root of texts.map(rootOf)) {
        const walked = walk(root, states.start);
        for (const [item, path] of paths.entries()) {
          const nodes = walked.flatMap(({ node, items }) => (items.includes(item) ? [node] : []));
          expect(found(nodes)).toEqual(byLibrary(path, root));
        }
        for (const { items } of walked) expect(new Set(items).size).toBe(items.length);
      }
    }),
  );
});

test('the canonical text of a path finds the same', () => {
  fc.assert(
    fc.property(document, somePath, (text, written) => {
      const [path, root] = [read(written), rootOf(text)];
      const again = read(path.text);
      expect(again.text).toBe(path.text);
      expect(found(again.find(root))).toEqual(found(path.find(root)));
    }),
  );
  // The library prints a bound of 0 like none, and a step of 0 like 1.
  expect(['$[1:0]', '$[0::-1]', '$[::0]', '$[0:2]'].map((path) => read(path).text)).toEqual([
    '$[1:0:1]',
    '$[0::-1]',
    '$[::0]',
    '$[:2:1]',
  ]);
});

test('documents that need too many states are walked without keeping them', () => {
  // Which of the last levels were under `b` makes a difference: two to the power of their number.
  const levels = Math.ceil(Math.log2(limits.pathStatesMax)) + 1;
  const path = read(`$..b${'[*]'.repeat(levels)}`);
  let made = 0;
  const states = new PathStates([{ path, item: 0 }], (items) => {
    made += 1;
    return items;
  });
  const roots = Array.from({ length: 2 ** levels }, (_, bits) => {
    const names = Array.from({ length: levels }, (__, bit) => ((bits >> bit) & 1 ? 'b' : 'a'));
    return rootOf(names.reduce((inner, key) => `{"${key}": ${inner}}`, '{"a": {"a": 0}}'));
  });
  const count = (): number => {
    made = 0;
    for (const root of roots) {
      const items = walk(root, states.start).filter((each) => each.items.length > 0);
      expect(found(items.map(({ node }) => node))).toEqual(found(path.find(root)));
    }
    return made;
  };
  const first = count();
  const again = count();
  expect(first).toBeGreaterThan(limits.pathStatesMax);
  expect(again).toBe(first - limits.pathStatesMax);
});

function rootOf(text: string): DocumentNode {
  const parsed = parseJson(text);
  if (parsed.kind === 'unreadable') throw new Error(parsed.because);
  return parsed.root;
}

function read(text: string): Path {
  const reading = readFullPath(text);
  if (reading.kind === 'mistake') throw new Error(reading.message);
  return reading.path;
}

function found(nodes: readonly DocumentNode[]): readonly string[] {
  return nodes.map(({ path }) => path).toSorted();
}

/** Each value once: a path with several selectors may find one several times. */
function byLibrary(path: string, root: DocumentNode): readonly string[] {
  const nodes = [...query(path, root.value as JSONValue)];
  const paths = nodes.map(({ location }) => location.reduce(pathOf, '$'));
  return [...new Set(paths)].toSorted();
}

interface Walked {
  readonly node: DocumentNode;
  readonly items: readonly number[];
}

function walk(node: DocumentNode, state: PathState<readonly number[]>): readonly Walked[] {
  const inside = node.children.flatMap((child, place) => walk(child, state.down(node, place)));
  return [{ node, items: state.value }, ...inside];
}
