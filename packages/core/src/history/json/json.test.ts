import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { parseJson } from './json.ts';
import type { DocumentNode, StructuredText, UnreadableReason } from '../structured.ts';

test('a node has the range of its token, and the root that of the text', () => {
  expect(rangesOf(' {"a": [1, "b\\u0041"], "c": {}} \n')).toEqual([
    ['$', ' {"a": [1, "b\\u0041"], "c": {}} \n', { a: [1, 'bA'], c: {} }],
    ["$['a']", '[1, "b\\u0041"]', [1, 'bA']],
    ["$['a'][0]", '1', 1],
    ["$['a'][1]", '"b\\u0041"', 'bA'],
    ["$['c']", '{}', {}],
  ]);
});

test.each<[string, string]>([
  ['a quote', "$['it\\'s']"],
  ['a backslash', String.raw`$['\\']`],
  ['named control characters', String.raw`$['\b\t\n\f\r']`],
  ['other control characters', String.raw`$['\u0001\u001f']`],
  ['no ASCII', "$['Zoë 🦊']"],
])('a path is normalized (RFC 9535): %s', (name, path) => {
  const keys: Record<string, string> = {
    'a quote': "it's",
    'a backslash': '\\',
    'named control characters': '\b\t\n\f\r',
    'other control characters': '\u0001\u001f',
    'no ASCII': 'Zoë 🦊',
  };
  expect(rangesOf(JSON.stringify({ [keys[name] ?? '']: 1 }))[1]?.[0]).toBe(path);
});

describe('a text that is not exactly JSON is unreadable', () => {
  test.each<[string, string, readonly [UnreadableReason, number]]>([
    ['nothing', '', ['syntax', 0]],
    ['prose', 'Hello', ['syntax', 0]],
    ['a comment', '{"a": 1 /* b */}', ['syntax', 8]],
    ['a trailing comma', '[1,]', ['syntax', 3]],
    ['single quotes', "{'a': 1}", ['syntax', 1]],
    ['a bare key', '{a: 1}', ['syntax', 1]],
    ['two values', '[1] [2]', ['syntax', 4]],
    ['half a document', '{"a": [1', ['syntax', 8]],
    ['a raw line break in a string', '["a\nb"]', ['syntax', 1]],
    ['a leading zero', '[01]', ['syntax', 2]],
    ['NaN', '[NaN]', ['syntax', 1]],
    ['a byte order mark', '\ufeff[]', ['syntax', 0]],
    ['a bare string', '"a"', ['not-a-container', 0]],
    ['a bare null', 'null', ['not-a-container', 0]],
    ['one key twice', '{"a": 1, "a": 1}', ['duplicate-keys', 9]],
    ['one key twice, once escaped', String.raw`[{"a": 1, "\u0061": 1}]`, ['duplicate-keys', 10]],
    ['__proto__ twice', '{"__proto__": 1, "__proto__": 2}', ['duplicate-keys', 17]],
  ])('%s', (_, text, [because, at]) => {
    expect(parseJson(text)).toEqual({ kind: 'unreadable', because, at });
  });
});

proves('history/unreadable', () => {
  const depth = limits.structuredDepthMax;
  const nodes = limits.structuredNodesMax;
  const cases: [string, UnreadableReason | undefined][] = [
    ['['.repeat(10_000_000), 'too-large'],
    ['['.repeat(limits.contentCharactersMax), 'too-deep'],
    ['[{"a":'.repeat(1_000_000), 'too-deep'],
    ['['.repeat(depth + 1) + ']'.repeat(depth + 1), 'too-deep'],
    ['['.repeat(depth) + ']'.repeat(depth), undefined],
    [`["${'['.repeat(depth + 1)}\\"${'['.repeat(depth + 1)}"]`, undefined],
    [`[${Array(nodes).fill('1').join(',')}]`, 'too-large'],
    [
      `[${Array(nodes - 1)
        .fill('1')
        .join(',')}]`,
      undefined,
    ],
  ];
  for (const [text, because] of cases) expect(reasonOf(parseJson(text))).toBe(because);
});

test('keys that name parts of a prototype are plain data', () => {
  const text = '{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}, "toString": 2}';
  expect(rangesOf(text).map(([path, source]) => [path, source])).toEqual([
    ['$', text],
    ["$['__proto__']", '{"polluted": true}'],
    ["$['__proto__']['polluted']", 'true'],
    ["$['constructor']", '{"prototype": 1}'],
    ["$['constructor']['prototype']", '1'],
    ["$['toString']", '2'],
  ]);
  expect(Object.hasOwn({}, 'polluted')).toBe(false);
  const read = parseJson(text);
  const value = read.kind === 'document' ? read.root.value : undefined;
  expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor', 'toString']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

function reasonOf(read: StructuredText): UnreadableReason | undefined {
  return read.kind === 'unreadable' ? read.because : undefined;
}

function rangesOf(text: string): [string, string, unknown][] {
  const read = parseJson(text);
  expect(read.kind).toBe('document');
  return read.kind === 'document' ? rows(text, read.root) : [];
}

function rows(text: string, node: DocumentNode): [string, string, unknown][] {
  const { path, start, end, value } = node;
  return [
    [path, text.slice(start, end), value],
    ...node.children.flatMap((child) => rows(text, child)),
  ];
}

test('a path is cut where keys make it too long, and only there', () => {
  const pathsOf = (key: string): readonly string[] => {
    const read = parseJson(JSON.stringify({ [key]: [{ a: 1 }, 2] }));
    if (read.kind === 'unreadable') throw new Error(read.because);
    const [list] = read.root.children;
    return [list, ...(list?.children ?? []), list?.children[0]?.children[0]].map(
      (node) => node?.path ?? '',
    );
  };
  expect(pathsOf('key')).toEqual(["$['key']", "$['key'][0]", "$['key'][1]", "$['key'][0]['a']"]);
  for (const path of pathsOf('k'.repeat(1_000))) expect(path).toContain("k']");
  for (const path of pathsOf('k'.repeat(1_100))) {
    expect(path).toHaveLength(limits.pathCharactersMax);
    expect(path.endsWith('k…')).toBe(true);
  }
});
