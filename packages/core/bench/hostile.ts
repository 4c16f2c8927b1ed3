/** A page that a stranger wrote, and what they make a model draft after it. */
interface HostileText {
  readonly name: string;
  readonly page: () => string;
  /** The tool that reads it; default `read_page`, whose results are text. */
  readonly tool?: 'read_map';
  readonly args: () => Readonly<Record<string, unknown>>;
}

interface HostileDocument {
  readonly name: string;
  readonly text: () => string;
}

const kb = 1_000;
const mb = 1_000 * kb;

const filled = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

const listOf = (length: number, each: (at: number) => unknown): readonly unknown[] =>
  Array.from({ length }, (_, at) => each(at));

const numbered = (count: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${String(at)}`, at]));

const ids = (count: number): readonly unknown[] =>
  listOf(count, (at) => `${'1'.repeat(50)}${200_000 + at}`);

const common = 'the quick brown fox jumps over lazy dogs ';

/** Repetitive, nested and large ones; many values, and long ones. */
export const hostileTexts: readonly HostileText[] = [
  {
    name: 'one digit again and again, 100 identifiers',
    page: () => filled('1 ', 600 * kb),
    args: () => ({ ids: ids(100) }),
  },
  {
    name: 'one digit again and again, 1,000 identifiers',
    page: () => filled('1 ', 2 * mb),
    args: () => ({ ids: ids(1_000) }),
  },
  {
    name: 'one word again and again, 500 phrases',
    page: () => filled('a ', 2 * mb),
    args: () => ({ list: listOf(500, (at) => `b${at} ${filled('a ', 300)}`) }),
  },
  {
    name: 'punctuation in chunks',
    page: () => filled(`1${'!'.repeat(2040)}~ `, 2 * mb),
    args: () => ({ to: '1234567' }),
  },
  {
    name: 'slashes in chunks',
    page: () => filled(`http://${'/'.repeat(2030)}x `, 2 * mb),
    args: () => ({ to: `http://${'/'.repeat(100 * kb)}x` }),
  },
  {
    name: 'numbers, 1,000 of them asked for',
    page: () => filled('123 456 ', 2 * mb),
    args: () => ({ list: listOf(1_000, (at) => at * 7_919) }),
  },
  {
    name: 'values that all stand there',
    page: () => filled('12345678 ', 2 * mb),
    args: () => ({ list: listOf(10_000, () => '12345678') }),
  },
  {
    name: 'common words, 1,000 long values of them',
    page: () => filled(common, mb),
    args: () => ({ list: listOf(1_000, (at) => `x${at} ${filled(common, 150)}`) }),
  },
  {
    name: 'a long draft of common words',
    page: () => filled(common, 2 * mb),
    args: () => ({ body: filled(`${common}and `, 150 * kb) }),
  },
  {
    name: 'escapes',
    page: () => filled(String.raw`\u0041\\`, 4 * mb),
    args: () => ({ to: 'march 3' }),
  },
  {
    name: 'letters that unfold',
    page: () => filled('\u{fdfa}', 500 * kb),
    args: () => ({ to: 'march 3' }),
  },
  {
    name: 'a script without spaces',
    page: () => filled('漢字é', 2 * mb),
    args: () => ({ body: filled('漢字é ', 100 * kb) }),
  },
  {
    name: 'dates',
    page: () => filled('march 3 2024 ', 2 * mb),
    args: () => ({ list: listOf(1_000, (at) => `2024-03-${10 + (at % 20)}`) }),
  },
  {
    name: 'as much text as one result may have',
    page: () => filled('pay 12 to Bob. ', 8 * mb),
    args: () => ({ to: 'pay 12 to Eve' }),
  },
  {
    name: 'nested arguments',
    page: () => filled('text ', 100 * kb),
    args: () => ({
      to: JSON.parse(`${'['.repeat(150)}${filled('1,', 100 * kb)}1${']'.repeat(150)}`) as unknown,
    }),
  },
  {
    name: '20,000 arguments',
    page: () => filled('text ', 100 * kb),
    args: () => numbered(20_000),
  },
  {
    name: 'sentences in one letter',
    page: () => filled('\u{fdfa}', 7 * mb),
    args: () => ({ to: 'march 3' }),
  },
  {
    name: 'a map of 80,000 keys',
    tool: 'read_map',
    page: () => JSON.stringify(numbered(80_000)),
    args: () => ({ to: 'march 3' }),
  },
  {
    name: 'as much of a script without spaces as one result may have',
    page: () => filled('漢字é', 7 * mb),
    args: () => ({ to: 'march 3' }),
  },
  {
    name: 'long keys in arguments',
    page: () => filled('text ', 100 * kb),
    args: () => ({ ['k'.repeat(90 * kb)]: listOf(20_000, () => 1) }),
  },
];

const mails = (count: number): string =>
  JSON.stringify(listOf(count, (at) => ({ a: `u${at}@b.example`, b: `v${at}`, c: 'text' })));

/** Documents of the kinds that results have, as large as limits let them be, and larger. */
export const hostileDocuments: readonly HostileDocument[] = [
  { name: 'numbers', text: () => `[${filled('1,', 250 * kb)}1]` },
  { name: 'one long number', text: () => `[1${filled('0', 8 * mb - 4)}1]` },
  { name: 'more numbers than are read', text: () => `[${filled('1,', 8 * mb)}1]` },
  { name: '1,000 mails', text: () => mails(1_000) },
  { name: '20,000 mails', text: () => mails(20_000) },
  {
    name: 'keys that are all different',
    text: () => JSON.stringify(numbered(60_000)),
  },
  { name: 'as many keys as are read', text: () => JSON.stringify(numbered(99_990)) },
  {
    name: 'nested mappings',
    text: () => `[${listOf(700, () => `${'{"a":'.repeat(90)}{"b":1}${'}'.repeat(90)}`).join()}]`,
  },
  { name: 'a long key', text: () => `{"${'k'.repeat(4 * mb)}":[${filled('1,', 100 * kb)}1]}` },
  {
    name: 'long lists of readers',
    text: () =>
      JSON.stringify(
        listOf(100, (at) => ({ a: listOf(500, (other) => `u${at}x${other}@b`), b: 'me' })),
      ),
  },
  { name: 'one key twice', text: () => `{${filled('"k":1,', 4 * mb)}"k":1}` },
  { name: 'half a document', text: () => `[${filled('{"a":1},', 8 * mb)}` },
  { name: 'a string that does not end', text: () => `["${filled('\\\\', 8 * mb)}` },
  {
    name: 'keys that are cut off',
    text: () => JSON.stringify(listOf(11, (at) => `${'-----BEGIN A-----'.repeat(330)}${at}`)),
  },
  { name: 'plain text', text: () => filled('a@b.c or not. ', 64 * kb) },
  { name: 'a YAML list', text: () => filled('- 1\n', 45 * kb) },
  {
    name: 'a YAML mapping',
    text: () => listOf(8_000, (at) => `k${String(at)}: v${String(at)}\n`).join(''),
  },
  { name: 'nested YAML', text: () => filled(`${'- '.repeat(150)}1\n`, 80 * kb) },
  { name: 'more YAML than is read', text: () => filled('a: [1, 2, 3]\n', 4 * mb) },
];
