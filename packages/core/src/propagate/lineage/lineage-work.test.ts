import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  answers,
  fields,
  historyOf,
  inputOf,
  result,
  secret,
  sends,
  space,
  turn,
  untrusted,
} from '../../../test/propagate/histories.ts';
import type { History } from '../../history/history.ts';
import { limits } from '../../limits.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import { proves } from '../../testing/proves.ts';
import { LineageIndex } from './lineage-index.ts';
import { lineage, traceDraft } from '../lineage.ts';
import { Work } from './work.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const filled = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

const listOf = (length: number, each: (at: number) => unknown): readonly unknown[] =>
  Array.from({ length }, (_, at) => each(at));

/** Texts and drafts that strangers may bring about, of about so many characters. */
const hostile: readonly (readonly [
  string,
  (length: number) => string,
  (length: number) => unknown,
])[] = [
  ['punctuation', (n) => filled(`1${'!'.repeat(2040)}~ `, n), () => '1234567'],
  ['slashes', (n) => filled(`http://${'/'.repeat(2030)}x `, n), (n) => `www.${'/'.repeat(n)}x`],
  [
    'one word again and again, searched by many values',
    (n) => filled('a ', n),
    (n) => listOf(n / 300, (at) => `b${at} ${filled('a ', 298)}`),
  ],
  [
    'one digit again and again, searched by many identifiers',
    (n) => filled('1 ', n),
    (n) => listOf(n / 60, (at) => `${'1'.repeat(40)}${200_000 + at}`),
  ],
  ['numbers', (n) => filled('123 456 ', n), (n) => listOf(n / 8, (at) => at * 7_919)],
  [
    'values that all stand there',
    (n) => filled('12345678 ', n),
    (n) => listOf(n / 10, () => '12345678'),
  ],
  [
    'common words, and long values of them',
    (n) => filled('the quick brown fox jumps over lazy dogs ', n),
    (n) => listOf(n / 400, (at) => filled(`quick lazy${at} brown dogs over the fox `, 390)),
  ],
  [
    'distinctive words',
    (n) => filled('ab1 cd2 ef3 ', n),
    (n) => listOf(1, () => listOf(n / 8, (at) => `xx${at}`).join(' ')),
  ],
  ['months', (n) => filled('march 3 ', n), () => 'march 3'],
  ['escapes', (n) => filled(String.raw`\u0041\\`, n), () => 'march 3'],
  ['letters that unfold', (n) => filled('\u{fdfa} ', n / 18), () => 'march 3'],
];

function worldOf(
  text: (length: number) => string,
  value: (length: number) => unknown,
  length: number,
): { readonly history: History; readonly draft: ModelReply } {
  const history = historyOf(turn('user', 'Do it.'), result(text(length)));
  return { history, draft: sends({ to: value(length / 2) }) };
}

/** How much was looked at, by its own count. */
function spentOn(given: { readonly history: History; readonly draft: ModelReply }): number {
  const work = new Work();
  const steps = traceDraft(space, { ...given, index: new LineageIndex(), rules: [] }, work);
  while (steps.next().done !== true);
  return work.spent;
}

/** How many characters the engine was given to search, whoever counts. */
function countSearched(): { readonly characters: number } {
  const counted = { characters: 0 };
  const includes = vi.spyOn(String.prototype, 'includes');
  const counting = function (this: string, part: string): boolean {
    counted.characters += this.length;
    return this.indexOf(part) !== -1;
  };
  includes.mockImplementation(counting);
  vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text: string) {
    counted.characters += text.length;
    return this.exec(text) !== null;
  });
  return counted;
}

proves('lineage/linear', async () => {
  for (const [, text, value] of hostile) {
    expect(spentOn(worldOf(text, value, 40_000))).toBeLessThan(
      3 * spentOn(worldOf(text, value, 20_000)),
    );
  }
  for (const [, text, value] of hostile) {
    const world = worldOf(text, value, 100_000);
    const counted = countSearched();
    await lineage().relevant({ ...inputOf(world.history), draft: world.draft });
    vi.restoreAllMocks();
    expect(counted.characters).toBeLessThan(100 * 100_000);
  }
});

describe('in a field of many', () => {
  test('each is looked at once, whatever the number of values', () => {
    const many = fields(Array.from({ length: 500 }, (_, at) => [`name${at} of ${at}`, secret]));
    const history = historyOf(turn('user', 'Do it.'), many);
    const one = spentOn({ history, draft: sends({ to: ['name7 of 7'] }) });
    const hundred = listOf(100, (at) => `name${at} of ${at}`);
    expect(spentOn({ history, draft: sends({ to: hundred }) })).toBeLessThan(10 * one);
  });
});

proves('lineage/counted', async () => {
  const reached = { kind: 'all', because: 'limit-reached' };
  const much = historyOf(
    turn('user', 'Do it.'),
    ...Array.from({ length: 12 }, (_, at) => result(`${at}${'text'.repeat(1_000_000)}`)),
  );
  expect(await lineage().relevant({ ...inputOf(much), draft: sends({ to: 'x' }) })).toEqual(
    reached,
  );
  const long = historyOf(result('text'.repeat(limits.contentCharactersMax / 2)));
  expect(await lineage().relevant({ ...inputOf(long), draft: sends({ to: 'x' }) })).toEqual(
    reached,
  );
  // Pointers of a hundred thousand characters, ten thousand times.
  const keyed = sends({ ['k'.repeat(100_000)]: listOf(10_000, () => 1) });
  const small = historyOf(turn('user', 'Do it.'), result('text'));
  expect(await lineage().relevant({ ...inputOf(small), draft: keyed })).toEqual(reached);
  // Earlier questions change nothing: all regions count, remembered or not.
  const index = new LineageIndex();
  for (const time of [1, 2, 3]) {
    const found = await lineage({ index }).relevant({
      ...inputOf(much),
      draft: sends({ to: 'x' }),
    });
    expect([time, found]).toEqual([time, reached]);
  }
});

/** How many characters a text of one letter, again and again, was folded to, and what was found. */
async function foldedOf(letter: string, length: number) {
  const normalized = vi.spyOn(String.prototype, 'normalize');
  const history = historyOf(turn('user', 'Do it.'), result(filled(letter, length)));
  const found = await lineage({ index: new LineageIndex() }).relevant({
    ...inputOf(history),
    draft: sends({ to: 'Eve' }),
  });
  const folded = normalized.mock.results.map(({ value }) => String(value).length);
  vi.restoreAllMocks();
  return { found, folded: folded.reduce((sum, each) => sum + each, 0) };
}

proves('lineage/counted', async () => {
  // Each of them stands for a sentence: folding is the most costly work on a character.
  const unfolding = await foldedOf('\u{fdfa}', 1_000_000);
  expect(unfolding.found).toEqual({ kind: 'all', because: 'limit-reached' });
  expect(unfolding.folded).toBeLessThan(limits.tracedWorkMax / 4);
  for (const letter of ['漢字', 'привет ', 'e\u{301}té ']) {
    expect((await foldedOf(letter, 2_000_000)).found).toMatchObject({ kind: 'regions' });
  }
});

/** How often a long search waits by a function of the platform. */
async function turnsBy(wait: 'setImmediate' | 'setTimeout'): Promise<number> {
  const long = historyOf(
    turn('user', 'Do it.'),
    result(filled('pay 12 to Bob on May 3. ', 3_000_000)),
  );
  const turns = vi.spyOn(globalThis, wait);
  const found = lineage().relevant({ ...inputOf(long), draft: sends({ to: 'pay 12 to Eve' }) });
  expect(found).toBeInstanceOf(Promise);
  expect(await found).toMatchObject({ kind: 'regions' });
  return turns.mock.calls.length;
}

proves('lineage/yields', async () => {
  expect(await turnsBy('setImmediate')).toBeGreaterThan(10);
  expect(await turnsBy('setTimeout')).toBe(0);
});

test('where there is no `setImmediate`, as in browsers, it waits by timers', async () => {
  vi.stubGlobal('setImmediate', undefined);
  expect(await turnsBy('setTimeout')).toBeGreaterThan(10);
});

test('an aborted search ends at its next turn', async () => {
  const long = historyOf(turn('user', 'Do it.'), result(filled('pay 12 to Bob. ', 1_500_000)));
  const stop = new AbortController();
  const draft = sends({ to: 'pay 12 to Eve' });
  const found = lineage().relevant({ ...inputOf(long), signal: stop.signal, draft });
  stop.abort();
  await expect(found).rejects.toThrow('aborted');
});

test('an ordinary page and an ordinary mail are traced in one turn', () => {
  const page = filled(
    'Transfer 1,250.50 EUR to DE89370400440532013000, says a@x.example. ',
    50_000,
  );
  const past = historyOf(turn('user', 'Do it.'), result(page, untrusted));
  const found = lineage().relevant({ ...inputOf(past), draft: answers('Transfer 1250.5 EUR') });
  expect(found).toMatchObject({ kind: 'regions', unsourced: [] });
});

test('arguments nested deeper than any call may be are not read', async () => {
  const args = `{"to":${'['.repeat(300)}1${']'.repeat(300)}}`;
  const draft = { text: '', stop: 'complete', calls: [{ tool: 'send', args }] } as const;
  const small = historyOf(turn('user', 'Do it.'), result('text'));
  const found = await lineage().relevant({ ...inputOf(small), draft });
  expect(found).toEqual({ kind: 'all', because: 'draft-unreadable' });
});
