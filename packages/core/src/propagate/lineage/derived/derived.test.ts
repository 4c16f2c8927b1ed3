import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answers,
  called,
  declared,
  drafts,
  fields,
  historyOf,
  inputOf,
  result,
  said,
  secret,
  sends,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../../../test/propagate/histories.ts';
import { contentOfDocument } from '../../../../test/document-content.ts';
import { History } from '../../../history/history.ts';
import type { Message } from '../../../history/message.ts';
import { regionsOf } from '../../../history/regions.ts';
import { parseStructured } from '../../../history/structured.ts';
import type { Label } from '../../../label/label.ts';
import type { ModelReply } from '../../../model/chat-model.ts';
import { proves } from '../../../testing/proves.ts';
import { labelOf } from '../../label-of.ts';
import { LineageIndex } from '../lineage-index.ts';
import { lineage, type LineageRule } from '../../lineage.ts';
import type { Relevance } from '../../propagator.ts';
import { contentWords } from './content-words.ts';

const all: readonly LineageRule[] = ['days', 'everything', 'fields', 'mentions', 'sums'];
const narrow: readonly LineageRule[] = ['days', 'fields', 'mentions', 'sums'];

interface Asked {
  readonly draft: ModelReply;
  readonly rules: readonly LineageRule[];
  readonly index?: LineageIndex;
}

function find(history: History, { draft, rules, index = new LineageIndex() }: Asked): Relevance {
  const relevance = lineage({ rules, index }).relevant({ ...inputOf(history), draft });
  if (relevance instanceof Promise) throw new Error('lineage answers at once');
  return relevance;
}

/** Evidence beside the declaration of the tool, as `argument region how`. */
function evidenceFor(
  history: History,
  draft: ModelReply,
  ...rules: readonly LineageRule[]
): readonly string[] {
  const relevance = find(history, { draft, rules });
  if (relevance.kind !== 'regions') return [relevance.kind];
  for (const { region } of relevance.evidence) expect(relevance.regions).toContain(region);
  const own = relevance.evidence.filter(({ how }) => how !== 'declaration');
  return own.map(({ argument, region, how }) => `${argument} ${region} ${how}`);
}

const asked = (request: string, ...values: readonly (readonly [unknown, Label])[]): History =>
  historyOf(turn('user', request), fields(values));

describe('fields', () => {
  const history = asked('Tell them.', ['Kelso Lane', secret], ['lunch', secret], ['out', secret]);

  test.each([
    ['a field of two words', 'I live in Kelso Lane, now.', ['/body m1.0.0 field']],
    ['a field of one word', 'That is for lunch!', ['/body m1.0.1 field']],
    ['a field in other letters', 'For LUNCH in kelso lane.', ['m1.0.0 field', 'm1.0.1 field']],
    ['a part of a word', 'The luncheon.', []],
    ['a word that names nothing', 'I am out of it.', []],
  ])('%s', (_, body, expected) => {
    const found = evidenceFor(history, sends({ body }), 'fields');
    expect(found.map((each) => each.replace(/^\/body /, ''))).toEqual(
      expected.map((each) => each.replace(/^\/body /, '')),
    );
    expect(evidenceFor(history, sends({ body })).filter((each) => each.includes('field'))).toEqual(
      [],
    );
  });

  test('what is shown anyway is no evidence', () => {
    const shown = asked('Tell them of lunch.', ['lunch', secret]);
    expect(evidenceFor(shown, sends({ body: 'About lunch today.' }), 'fields')).not.toContain(
      '/body m1.0.0 field',
    );
  });

  test('the least restrictive of several places counts', () => {
    const twice = asked('Tell them.', ['Kelso', top], ['Kelso', secret], ['Kelso', untrusted]);
    const found = evidenceFor(twice, sends({ body: 'To Kelso now.' }), 'fields');
    expect(found).toEqual(['/body m1.0.1 field']);
  });

  test('an answer is looked through, too', () => {
    const found = find(history, { draft: answers('It was for lunch.'), rules: ['fields'] });
    expect(labelOf(space, history, found)).toBe(secret);
  });
});

describe('sums', () => {
  test.each([
    ['half of one', 209.3, [418.6], 'half of it', [0]],
    ['a share that the request says', 62.79, [418.6], '15 percent of it', [0]],
    ['two added', 41.75, [36.4, 27.5, 14.25], 'all of it', [1, 2]],
    ['two taken apart', 13.25, [27.5, 14.25], 'the rest', [0, 1]],
    ['three of a list', 78.15, [36.4, 27.5, 99, 14.25], 'all', [0, 1, 3]],
    ['rounded', 139.53, [418.6], 'a third of it', [0]],
    ['a number in quotes', '209.30', ['418.60'], 'half of it', [0]],
    ['a number with a currency', '$1,000.00', ['$2,000.00'], 'half of it', [0]],
    ['out of nothing', 500, [418.6], 'half of it', []],
    ['too short to tell anything', 4, [2, 8], 'half of it', []],
    ['no number', 'teal', [418.6], 'half of it', []],
  ])('%s', (...[, wanted, numbers, request, sources]) => {
    const history = asked(request, ...numbers.map((each) => [each, secret] as const));
    const found = evidenceFor(history, sends({ amount: wanted }), 'sums');
    expect(found).toEqual(sources.map((at) => `/amount m1.0.${at} sum`));
    expect(evidenceFor(history, sends({ amount: wanted }))).toEqual([]);
  });

  test('all of a long list, and of its numbers only the first in other sums', () => {
    const numbers = Array.from({ length: 15 }, (_, at) => 1_000 + ((at * 7_919.37) % 9_000));
    const history = asked('Add them.', ...numbers.map((each) => [each, secret] as const));
    const sumOf = (some: readonly number[]): number =>
      Math.round(some.reduce((sum, each) => sum + each, 0) * 100) / 100;
    const found = (amount: number): number =>
      evidenceFor(history, sends({ amount }), 'sums').length;
    expect(found(sumOf(numbers))).toBe(15);
    expect(found(sumOf(numbers.slice(1, 9)))).toBe(8);
    expect(found(sumOf(numbers.slice(12)))).toBe(0);
  });

  test('a number that stands somewhere is not worked out', () => {
    const history = asked('Half of it, please.', [418.6, secret], [209.3, untrusted]);
    expect(evidenceFor(history, sends({ amount: 209.3 }), 'sums')).toEqual([
      '/amount m1.0.1 exact',
    ]);
  });
});

test.each([
  ['the day after', '2031-06-15', ['2031-06-14', '2031-05-28'], [0]],
  ['the nearest of two', '2031-06-15', ['2031-06-10', '2031-06-14'], [1]],
  ['written otherwise', '15.06.2031', ['6/14/2031'], [0]],
  ['too far away', '2031-06-25', ['2031-06-14'], []],
  ['no day', 'tomorrow', ['2031-06-14'], []],
  ['no day beside it', '2031-06-15', ['418.6'], []],
  ['over the end of a year', '2032-01-02', ['2031-12-30'], [0]],
  ['a month that there is not', '2031-13-31', ['2031-13-30'], []],
])('a day is worked out from another: %s', (...[, wanted, days, sources]) => {
  const history = asked('Go.', ...days.map((each) => [each, secret] as const));
  const found = evidenceFor(history, sends({ body: wanted }), 'days');
  expect(found).toEqual(sources.map((at) => `/body m1.0.${at} day`));
});

describe('values from nowhere', () => {
  const tools = [declared('view_diet'), declared('search', { query: {}, exact: {} })];
  const looked = called('view_diet', {});
  const history = (request: string): History =>
    History.of(tools, [
      looked,
      fields([['plant-based', secret]]),
      said('Done.'),
      turn('user', request),
    ]);
  const search = (args: object): ModelReply =>
    drafts({ tool: 'search', args: JSON.stringify(args) });

  test('count as what the request speaks of', () => {
    const vegan = search({ query: 'vegan bars' });
    const found = evidenceFor(history('Bars that suit my diet.'), vegan, 'mentions');
    expect(found).toContain('/query m1.0.0 mention');
    const other = evidenceFor(history('Bars, please.'), vegan, 'mentions');
    expect(other).not.toContain('/query m1.0.0 mention');
  });

  test('count as everything, where that is wanted', () => {
    const past = history('Bars that suit my diet.');
    const of = (args: object): Relevance =>
      find(past, { draft: search(args), rules: ['everything'] });
    expect(of({ query: 'vegan bars' })).toEqual({ kind: 'all', because: 'value-unsourced' });
    expect(of({ query: 'bars' }).kind).toBe('regions');
    expect(of({ query: 'plant-based bars' }).kind).toBe('regions');
    expect(of({ exact: true }).kind).toBe('regions');
    expect(find(past, { draft: answers('Vegan, then.'), rules: all }).kind).toBe('regions');
  });
});

test('content words have one form', () => {
  expect([...contentWords('My past orders')]).toEqual(['past', 'order']);
  expect([...contentWords("$['preferences']['shoeSize'] view_profile")]).toEqual([
    'preferenc',
    'shoe',
    'size',
    'profile',
  ]);
  expect(contentWords('to be or not 17').size).toBe(0);
});

const label = fc.constantFrom(trusted, untrusted, secret, top);
const value = fc.oneof(
  fc.constantFrom('lunch', 'Kelso Lane', 'for lunch in Kelso Lane', '2031-06-14', '2031-06-15'),
  fc.constantFrom(120.5, 240.25, 360.75, 1200, '600', 'private diet', 'half of it', true),
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.constantFrom('Pay half of it.', 'All of the diet.', 'Go.').map((each) => turn('user', each)),
  fc.tuple(fc.array(fc.tuple(value, label)), label).map(([items, of]) => fields(items, of)),
  fc.tuple(value, label).map(([each, of]) => result(String(each), of)),
  fc.tuple(value, label).map(([each, of]) => called('send', { to: each }, of)),
);
const past = fc.array(message, { maxLength: 8 }).map((messages) => historyOf(...messages));
const draft = fc.oneof(
  fc.record({ to: value, amount: value, body: fc.array(value) }).map(sends),
  value.map((each) => answers(String(each))),
);

proves('lineage/rules-add', () => {
  const rules = fc.subarray([...all]);
  fc.assert(
    fc.property(past, draft, rules, (history, drafted, some) => {
      const before = find(history, { draft: drafted, rules: [] });
      const after = find(history, { draft: drafted, rules: some });
      if (before.kind !== 'regions') throw new Error('lineage alone tells regions apart here');
      if (after.kind !== 'regions') {
        expect([after.kind, some.includes('everything')]).toEqual(['all', true]);
        return;
      }
      const ids = regionsOf(history).map(({ id }) => id);
      expect(after.regions).toEqual(ids.filter((id) => after.regions.includes(id)));
      expect(after.regions).toEqual(expect.arrayContaining([...before.regions]));
      expect(after.evidence).toEqual(expect.arrayContaining([...before.evidence]));
      for (const { region } of after.evidence) expect(after.regions).toContain(region);
      expect(before.unsourced).toEqual(expect.arrayContaining([...after.unsourced]));
    }),
  );
});

proves('lineage/rules-bounded', () => {
  const numbers = Array.from({ length: 7_000 }, (_, at) => [1_000.25 + at, secret] as const);
  const many = { draft: sends({ amount: 77.77 }), rules: ['sums'] } as const;
  expect(find(asked('Add them.', ...numbers), many)).toEqual(limitReached);
});

test('long keys make no long names of regions', async () => {
  const key = 'k'.repeat(200_000);
  const items = Array.from({ length: 300 }, (_, at) => at + 0.25);
  const text = JSON.stringify({ [key]: items });
  const read = parseStructured(text, 'json');
  if (read.kind === 'unreadable') throw new Error(read.because);
  const content = contentOfDocument(space, text, { root: read.root, labelOf: () => secret });
  const part = { kind: 'text', content } as const;
  const named = historyOf(turn('user', 'Go.'), {
    role: 'tool',
    callId: 'c',
    parts: [part],
    shape: trusted,
  });
  for (const rule of ['sums', 'mentions'] as const) {
    const drafted = sends({ amount: 77.77 });
    const found = await lineage({ rules: [rule] }).relevant({ ...inputOf(named), draft: drafted });
    expect(found).toMatchObject({ kind: 'regions' });
  }
});

test('many fields in a long note, and a long text that is shown anyway, are searched at once', async () => {
  const words = Array.from({ length: 2_000 }, (_, at) => `w${at.toString(36)}x${at % 7}q`);
  const shown = turn('user', 'and so on '.repeat(150_000));
  const long = historyOf(shown, fields(words.map((each) => [each, secret] as const)));
  const drafted = sends({ body: words.join(' ') });
  const found = await lineage({ rules: narrow }).relevant({ ...inputOf(long), draft: drafted });
  expect(found).toMatchObject({ kind: 'regions' });
  expect(labelOf(space, long, found)).toBe(secret);
});

const limitReached = { kind: 'all', because: 'limit-reached' };

test('rules look through a history of a megabyte', async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, at) => [`row ${at} of ${at * 3.5}`, secret] as const,
  );
  const long = asked('Half of it.', ...rows);
  for (const rules of [all, narrow]) {
    const drafted = sends({ amount: 41.75, body: 'for lunch, on 2031-06-15' });
    const found = await lineage({ rules }).relevant({ ...inputOf(long), draft: drafted });
    expect(found).not.toEqual(limitReached);
  }
});
