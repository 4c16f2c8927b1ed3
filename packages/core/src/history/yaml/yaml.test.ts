import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { parseStructured, type DocumentNode, type UnreadableReason } from '../structured.ts';
import { parseYaml } from './yaml.ts';

describe('a value runs from its indicator to the end of the line before the next', () => {
  test.each<[string, string, readonly [string, string, unknown][]]>([
    [
      'plain scalars',
      'a: 1\nb: two words\n',
      [
        ["$['a']", ' 1', 1],
        ["$['b']", ' two words', 'two words'],
      ],
    ],
    [
      'a null that is not written',
      'a:\nb: 1\n',
      [
        ["$['a']", '', null],
        ["$['b']", ' 1', 1],
      ],
    ],
    [
      'a null and blank lines',
      '- \n\n- 1',
      [
        ['$[0]', ' \n', null],
        ['$[1]', ' 1', 1],
      ],
    ],
    [
      'several lines',
      'a: x\n  y\n\n  z\nb: 1\n',
      [
        ["$['a']", ' x\n  y\n\n  z', 'x y\nz'],
        ["$['b']", ' 1', 1],
      ],
    ],
    [
      'quotes over several lines',
      "a: \"x\n  y\"\nb: 'it''s\n  z'\n",
      [
        ["$['a']", ' "x\n  y"', 'x y'],
        ["$['b']", " 'it''s\n  z'", "it's z"],
      ],
    ],
    [
      'a block scalar',
      'a: |\n  x\n  # no comment\nb: 1\n',
      [
        ["$['a']", ' |\n  x\n  # no comment', 'x\n# no comment\n'],
        ["$['b']", ' 1', 1],
      ],
    ],
    [
      'a folded one, kept',
      '- >2+\n   x\n\n\n- 1\n',
      [
        ['$[0]', ' >2+\n   x\n\n', ' x\n\n\n'],
        ['$[1]', ' 1', 1],
      ],
    ],
    ['a kept one at the end', 'a: |+\n  x\n\n\n', [["$['a']", ' |+\n  x\n\n', 'x\n\n\n']]],
    ['the end of the document', 'a: 1\n...\n', [["$['a']", ' 1\n...', 1]]],
    [
      'Windows line breaks',
      'a: 1\r\nb: 2\r\n',
      [
        ["$['a']", ' 1', 1],
        ["$['b']", ' 2', 2],
      ],
    ],
    [
      'no line break at the end',
      '- 1\n- 2',
      [
        ['$[0]', ' 1', 1],
        ['$[1]', ' 2', 2],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(rangesOf(text).slice(1)).toEqual(expected);
  });
});

describe('what is around a container does not tell that it is one', () => {
  test.each<[string, string, readonly [string, string][]]>([
    [
      'an indentless sequence',
      'a:\n- 1\n- 2\nb: 3\n',
      [
        ["$['a']", '\n- 1\n- 2'],
        ["$['a'][0]", ' 1'],
        ["$['a'][1]", ' 2'],
        ["$['b']", ' 3'],
      ],
    ],
    [
      'an indented mapping',
      'a:\n  x: 1\n\nb: 3\n',
      [
        ["$['a']", '\n  x: 1\n'],
        ["$['a']['x']", ' 1\n'],
        ["$['b']", ' 3'],
      ],
    ],
    [
      'compact nesting',
      '- - 1\n  - x: 2\n    y: 3\n',
      [
        ['$[0]', ' - 1\n  - x: 2\n    y: 3'],
        ['$[0][0]', ' 1'],
        ['$[0][1]', ' x: 2\n    y: 3'],
        ["$[0][1]['x']", ' 2'],
        ["$[0][1]['y']", ' 3'],
      ],
    ],
    [
      'a flow sequence',
      'a: [1,  [ ], "x" ,]\n',
      [
        ["$['a']", ' [1,  [ ], "x" ,]'],
        ["$['a'][0]", '1'],
        ["$['a'][1]", '[ ]'],
        ["$['a'][2]", '"x"'],
      ],
    ],
    [
      'a flow mapping',
      '{a: 1, "b":2, \'c\': x y, d: {}}',
      [
        ["$['a']", '1'],
        ["$['b']", '2'],
        ["$['c']", 'x y'],
        ["$['d']", '{}'],
      ],
    ],
    [
      'a dictionary as Python prints it',
      "{'message': 'it is \"done\"', 'n': 2}",
      [
        ["$['message']", '\'it is "done"\''],
        ["$['n']", '2'],
      ],
    ],
    ['a document start', '---\n- 1\n', [['$[0]', ' 1']]],
  ])('%s', (_, text, expected) => {
    expect(
      rangesOf(text)
        .slice(1)
        .map(([path, source]) => [path, source]),
    ).toEqual(expected);
  });
});

describe('a text that is not exactly one plain document is unreadable', () => {
  test.each<[string, string, UnreadableReason]>([
    ['nothing', '', 'not-a-container'],
    ['prose', 'Hello there, all of you.', 'not-a-container'],
    ['an unclosed bracket', 'a: [1', 'syntax'],
    ['an unclosed quote', 'a: "1', 'syntax'],
    ['bad indentation', 'a: 1\n  b: 2\n', 'syntax'],
    ['prose after a mapping', 'a: 1\nHello\n', 'syntax'],
    ['a tab as indentation', 'a:\n\t- 1\n', 'syntax'],
    ['a control character', 'a: \u001f1\n', 'syntax'],
    ['a lone carriage return', 'a: 1\rb: 2\n', 'syntax'],
    ['a byte order mark', '\ufeffa: 1\n', 'syntax'],
    ['one key twice', 'a: 1\n"a": 2\n', 'duplicate-keys'],
    ['one key twice in flow', '{a: 1, a: 1}', 'duplicate-keys'],
    ['keys that the schema makes one', '1: a\n1.0: b\n', 'unusual-syntax'],
    ['a key that is null', '~: a\n', 'unusual-syntax'],
    ['an empty key', ': a\n', 'unusual-syntax'],
    ['an explicit key', '? a\n: b\n', 'unusual-syntax'],
    ['a key that is a list', '[a]: b\n', 'unusual-syntax'],
    ['a set in flow', '{a, b}', 'unusual-syntax'],
    ['nothing where a value belongs in flow', '{a: , b: 1}', 'unusual-syntax'],
    ['a pair in a flow sequence', '[a: 1]', 'unusual-syntax'],
    ['an anchor', 'a: &x 1\n', 'aliases-or-tags'],
    ['an alias', 'a: &x 1\nb: *x\n', 'aliases-or-tags'],
    ['a tag', 'a: !!str 1\n', 'aliases-or-tags'],
    ['a merge key', '<<: {a: 1}\n', 'aliases-or-tags'],
    ['a merge key in flow', '{<<: {a: 1}}', 'aliases-or-tags'],
    ['a directive', '%YAML 1.1\n---\na: 1\n', 'aliases-or-tags'],
    ['a comment after a value', 'a: 1 # the secret is 2\n', 'comments'],
    ['a comment between values', 'a: 1\n# the secret is 2\nb: 2\n', 'comments'],
    ['a comment before the document', '# x\n---\na: 1\n', 'comments'],
    ['a comment at the end', 'a: 1\n... # x\n', 'comments'],
    ['a comment after a block header', 'a: | # x\n  y\n', 'comments'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'several-documents'],
    ['two documents, one empty', 'a: 1\n---\n', 'several-documents'],
    ['a flow sequence over two lines', 'a: [1,\n  2]\n', 'broken-lines'],
    ['a scalar in flow over two lines', 'a: [x\n  y]\n', 'broken-lines'],
  ])('%s', (_, text, because) => {
    expect(parseYaml(text)).toMatchObject({ kind: 'unreadable', because });
  });
});

proves('history/unreadable', () => {
  const characters = limits.yamlCharactersMax;
  const depth = limits.structuredDepthMax;
  const cases: [string, UnreadableReason][] = [
    ['['.repeat(10_000_000), 'too-large'],
    ['a: 1\n'.repeat(characters), 'too-large'],
    ['# note\n'.repeat(characters), 'too-large'],
    [`\n  - ${'word '.repeat(characters)}`, 'too-large'],
    // A text that cannot be a document, whatever follows, is none, however long it is.
    ['Dear all\nkey: value\n'.repeat(characters), 'not-a-container'],
    [' \n'.repeat(characters), 'not-a-container'],
    ['['.repeat(characters), 'too-deep'],
    ['{a: '.repeat(characters / 4), 'too-deep'],
    ['- '.repeat(characters / 2), 'too-deep'],
    ['? '.repeat(characters / 2), 'too-deep'],
    ['a: '.repeat(characters / 4), 'too-deep'],
    [Array.from({ length: depth + 1 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''), 'too-deep'],
    ['- 1\n'.repeat(limits.yamlLexemesMax / 4 + 1), 'too-large'],
    ['\n'.repeat(characters), 'too-large'],
  ];
  for (const [text, because] of cases) {
    expect(parseYaml(text)).toMatchObject({ kind: 'unreadable', because });
  }
  // A list of a thousand mails is read.
  const mail = '- sender: a@x.example\n  subject: hello there\n  body: the whole text of it\n';
  expect(parseYaml(mail.repeat(1_000)).kind).toBe('document');
});

test('nesting up to the limit is read', () => {
  const depth = limits.structuredDepthMax;
  expect(parseYaml('['.repeat(depth) + ']'.repeat(depth)).kind).toBe('document');
  const lines = Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}a:\n`).join('');
  expect(parseYaml(lines).kind).toBe('document');
});

test('keys that name parts of a prototype are plain data', () => {
  const read = rangesOf('__proto__:\n  polluted: true\nconstructor: {prototype: 1}\n');
  expect(read.map(([path]) => path)).toEqual([
    '$',
    "$['__proto__']",
    "$['__proto__']['polluted']",
    "$['constructor']",
    "$['constructor']['prototype']",
  ]);
  expect(Object.hasOwn({}, 'polluted')).toBe(false);
});

describe('the format decides who reads', () => {
  test.each<[string, 'json' | 'yaml' | 'auto', string]>([
    ['{"a": 1}', 'json', 'document'],
    ['{"a": 1}', 'yaml', 'document'],
    ['{\n  "a": 1\n}', 'yaml', 'document'],
    ['a: 1\n', 'yaml', 'document'],
    ['a: 1\n', 'auto', 'document'],
    ['a: 1\n', 'json', 'syntax'],
    ["{'a': 1}", 'auto', 'document'],
    ['{"a": 1, "a": 2}', 'auto', 'duplicate-keys'],
    ['"a"', 'auto', 'not-a-container'],
  ])('%j as %s', (text, format, outcome) => {
    const read = parseStructured(text, format);
    expect(read.kind === 'unreadable' ? read.because : read.kind).toBe(outcome);
  });
});

function rangesOf(text: string): [string, string, unknown][] {
  const read = parseYaml(text);
  expect(read).toMatchObject({ kind: 'document', root: { start: 0, end: text.length } });
  return read.kind === 'document' ? rows(text, read.root) : [];
}

function rows(text: string, node: DocumentNode): [string, string, unknown][] {
  const { path, start, end, value } = node;
  return [
    [path, text.slice(start, end), value],
    ...node.children.flatMap((child) => rows(text, child)),
  ];
}
