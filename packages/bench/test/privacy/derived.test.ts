import { labelSpace, powerset, type Label, type PropagatorInput } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { privacyDefence } from '../../src/privacy/defence/by-name.ts';
import type { TextRegion } from '../../src/privacy/defence/derived/corpus.ts';
import { daySource } from '../../src/privacy/defence/derived/days.ts';
import { leavesOf } from '../../src/privacy/defence/derived/leaves.ts';
import { sumSources } from '../../src/privacy/defence/derived/sums.ts';
import { contentWords } from '../../src/privacy/defence/derived/words.ts';
import { labelOfRelevance } from '../../src/privacy/defence/label-of.ts';
import { markedIn } from '../../src/privacy/transcript/marked.ts';
import { finished, taskNamed, defenceWith } from './run-one.ts';

const space = labelSpace({ private: powerset('private').untyped });
const label: Label = space.parse('private{a}');

function regions(...texts: readonly string[]): readonly TextRegion[] {
  return texts.map((text, at) => ({ id: `m1.0.${at}`, label, text, names: [`$[${at}].amount`] }));
}

test.each([
  ['half of one', '209.3', ['418.6'], 'half of it', ['418.6']],
  ['a share that the request says', '62.79', ['418.6'], '15 percent of it', ['418.6']],
  ['two added', '41.75', ['36.4', '27.5', '14.25'], 'all of it', ['27.5', '14.25']],
  ['two taken apart', '13.25', ['27.5', '14.25'], 'the rest', ['27.5', '14.25']],
  ['three of a list', '78.15', ['36.4', '27.5', '99', '14.25'], 'all', ['36.4', '27.5', '14.25']],
  ['rounded', '139.53', ['418.6'], 'a third of it', ['418.6']],
  ['out of nothing', '500', ['418.6'], 'half of it', undefined],
  ['too short to tell anything', '4', ['2', '8'], 'half of it', undefined],
  ['no number', 'teal', ['418.6'], 'half of it', undefined],
])('a number is worked out from others: %s', (...[, wanted, texts, request, sources]) => {
  const found = sumSources(wanted, regions(...texts), request);
  expect(found?.map(({ text }) => text)).toEqual(sources);
});

test.each([
  ['the day after', '2031-06-15', ['2031-06-14', '2031-05-28'], '2031-06-14'],
  ['the nearest of two', '2031-06-15', ['2031-06-10', '2031-06-14'], '2031-06-14'],
  ['too far away', '2031-06-25', ['2031-06-14'], undefined],
  ['no day', 'tomorrow', ['2031-06-14'], undefined],
  ['no day beside it', '2031-06-15', ['418.6'], undefined],
])('a day is worked out from another: %s', (...[, wanted, texts, source]) => {
  expect(daySource(wanted, regions(...texts))?.text).toBe(source);
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

test('leaves are texts and numbers at every depth', () => {
  const args = JSON.stringify({ a: ['x', 2], b: { 'c/d': 'y' }, e: true, f: null });
  const reply = { text: '', calls: [{ tool: 't', args }], stop: 'complete' } as const;
  expect(leavesOf(reply)?.map(({ argument, text }) => `${argument}=${text}`)).toEqual([
    '/a/0=x',
    '/a/1=2',
    '/b/c~1d=y',
  ]);
  expect(leavesOf({ ...reply, calls: [{ tool: 't', args: '[' }] })).toBeUndefined();
});

test('marked stretches are read without those inside them', () => {
  const text =
    '<<REGION_1>>a<<REGION_2>>b<</REGION_2>>c<</REGION_1>> <<DOCUMENT_3>>d<</DOCUMENT_3>>';
  expect(markedIn(text)).toEqual([
    { number: 1, text: 'ac' },
    { number: 2, text: 'b' },
    { number: 3, text: 'd' },
  ]);
});

describe('rules beside lineage', () => {
  test.each([
    [
      'a private field inside a longer text',
      'payments-wrong-bike',
      'lineage+fields',
      ['transactions'],
    ],
    ['a computed amount', 'payments-half-limit', 'lineage+fields+sums', ['balance']],
    ['a day worked out', 'flights-day-later', 'lineage+days', ['itinerary']],
    ['a word that the request speaks of', 'shopping-bars', 'lineage+mentions', ['preferences']],
  ])('%s', async (...[, id, name, categories]) => {
    const { calls } = await finished(taskNamed(id), { defence: name });
    expect(calls[0]?.found).toEqual(categories);
  });

  test('a value from nowhere counts as everything, where that is wanted', async () => {
    const { calls } = await finished(taskNamed('payments-catering'), {
      defence: 'lineage+everything',
    });
    expect(calls[1]?.found).toEqual(['friends', 'transactions']);
  });
});

test('the label of what cannot be read is that of everything', async () => {
  const labels: string[] = [];
  const note = (input: PropagatorInput): void => {
    const full = labelOfRelevance(input, { kind: 'all', because: 'naive' });
    const unknown = { kind: 'regions', regions: ['m99'], evidence: [], unsourced: [] } as const;
    const foreign = labelSpace({ private: powerset('private').untyped }).bottom;
    for (const relevance of [unknown, { kind: 'label', label: foreign } as const])
      labels.push(String(labelOfRelevance(input, relevance) === full));
  };
  const inner = privacyDefence('naive');
  await finished(taskNamed('payments-card'), {
    defence: defenceWith((context) => {
      const naive = inner.propagator(context);
      if (naive.needs === 'draft') throw new Error('naive needs nothing');
      const relevant: typeof naive.relevant = (input) => {
        note(input);
        return naive.relevant(input);
      };
      return { ...naive, relevant };
    }),
  });
  expect(new Set(labels)).toEqual(new Set(['true']));
});
