import { isRecord } from '../arguments.ts';
import { grammar } from '../stated.ts';

/** Words that people use for one another in mail and notes. */
const synonyms: readonly (readonly string[])[] = [
  ['meeting', 'appointment'],
  ['message', 'note'],
  ['email', 'mail'],
  ['document', 'file'],
  ['report', 'summary'],
  ['project', 'undertaking'],
  ['team', 'group'],
  ['important', 'essential'],
  ['discuss', 'talk about'],
  ['schedule', 'timetable'],
  ['review', 'assessment'],
  ['update', 'news'],
  ['activities', 'things to do'],
  ['list', 'overview'],
  ['price', 'cost'],
  ['great', 'very good'],
  ['need', 'require'],
  ['send', 'pass on'],
  ['buy', 'get'],
  ['day', 'date'],
];

const others: ReadonlyMap<string, string> = new Map(
  synonyms.flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

const wordsMin = 3;

/** True for a text that is put in words: addresses, names, ids, dates and links are copied. */
export function isWorded(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /^\p{L}{2,}[.,;:!?]?$/u.test(word));
  return words.length >= wordsMin;
}

/** Other ways to say a text, fewer where some of them come to the same; itself is none of them. */
export function otherWordings(text: string): readonly string[] {
  if (!isWorded(text)) return [];
  const said = [shortened(text), turned(text), reworded(text)];
  return [...new Set(said)].filter((each) => each !== text && each !== '');
}

/** Without the words of mere grammar, as in a title. */
function shortened(text: string): string {
  const words = text.toLowerCase().split(/\s+/);
  return words.filter((word) => word.length > 3 && !grammar.has(word)).join(' ');
}

/** The second half first. */
function turned(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const half = Math.ceil(words.length / 2);
  return [...words.slice(half), '–', ...words.slice(0, half)].join(' ');
}

/** Every word that has another one for it, and one or many where it has none. */
function reworded(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => {
    const other = others.get(word.toLowerCase());
    if (other !== undefined) return other;
    if (word.length < 5) return word;
    return word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
  });
}

/** A value with each of its texts changed; `at` says where one stands. */
export function withTextsOf(
  value: unknown,
  change: (text: string, at: string) => string,
  at = '',
): unknown {
  if (typeof value === 'string') return change(value, at);
  if (Array.isArray(value)) {
    return value.map((item: unknown, nth) => withTextsOf(item, change, `${at}/${nth}`));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    withTextsOf(member, change, `${at}/${key}`),
  ]);
  return Object.fromEntries(entries);
}

/** Arguments with each of their texts changed. */
export function argumentsWith(
  args: Readonly<Record<string, unknown>>,
  change: (text: string, at: string) => string,
): Readonly<Record<string, unknown>> {
  const changed = withTextsOf(args, change);
  return isRecord(changed) ? changed : args;
}

/** The texts that a value holds. */
export function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  withTextsOf(value, (text) => {
    found.push(text);
    return text;
  });
  return found;
}
