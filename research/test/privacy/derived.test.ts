import { labelOf, labelSpace, powerset, type PropagatorInput } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { privacyDefence } from '../../src/privacy/defence/by-name.ts';
import { markedIn } from '../../src/privacy/reader/judge.ts';
import { defenceWith, finished, taskNamed } from './run-one.ts';

test('marked stretches are read without those inside them', () => {
  const text =
    '<<REGION_1>>a<<REGION_2>>b<</REGION_2>>c<</REGION_1>> <<DOCUMENT_3>>d<</DOCUMENT_3>>';
  expect(markedIn(text)).toEqual([
    { number: 1, text: 'ac' },
    { number: 2, text: 'b' },
    { number: 3, text: 'd' },
  ]);
});

test('lineage with the same rules is the same defence', () => {
  expect(privacyDefence('lineage(sums,fields)').name).toBe('lineage(fields,sums)');
  expect(privacyDefence('checked:lineage(sums,fields)').name).toBe('checked:lineage(fields,sums)');
  expect(() => privacyDefence('lineage(sum)')).toThrow('has no rule `sum`');
});

describe('controls', () => {
  test('what finds nothing is made good by the wrapper alone, except for the label', async () => {
    const task = taskNamed('payments-museum');
    const drafted = await finished(task, { defence: 'nothing' });
    expect(drafted.calls).toMatchObject([{ asked: true, found: [] }]);
    const bars = taskNamed('shopping-bars');
    expect((await finished(bars, { defence: 'nothing' })).calls[0]?.asked).toBe(false);
    expect((await finished(bars, { defence: 'checked:nothing' })).calls[0]?.asked).toBe(true);
  });

  test('a random judge can be run as those that are measured are', async () => {
    const task = taskNamed('payments-museum');
    const alone = await finished(task, { defence: 'judge-random' });
    const drafted = await finished(task, { defence: 'judge-random-drafted' });
    expect(alone.calls).toEqual([]);
    expect(drafted.calls).toMatchObject([{ asked: true }]);
  });

  test.each(['nothing', 'checked:nothing', 'judge-random-drafted'])(
    '%s is never the best',
    (name) => {
      expect(privacyDefence(name).local).toBe(false);
    },
  );
});

describe('rules beside lineage', () => {
  test.each([
    [
      'a private field inside a longer text',
      'payments-wrong-bike',
      'lineage(fields)',
      ['transactions'],
    ],
    ['a computed amount', 'payments-half-limit', 'lineage(fields,sums)', ['balance']],
    ['a day worked out', 'flights-day-later', 'lineage(days)', ['itinerary']],
    ['a word that the request speaks of', 'shopping-bars', 'lineage(mentions)', ['preferences']],
  ])('%s', async (...[, id, name, categories]) => {
    const { calls } = await finished(taskNamed(id), { defence: name });
    expect(calls[0]?.found).toEqual(categories);
  });

  test('a value from nowhere counts as everything, where that is wanted', async () => {
    const { calls } = await finished(taskNamed('payments-catering'), {
      defence: 'lineage(everything)',
    });
    expect(calls[1]?.found).toEqual(['friends', 'transactions']);
  });
});

test('the label of what cannot be read is that of everything', async () => {
  const labels: string[] = [];
  const note = (input: PropagatorInput): void => {
    const full = labelOf(input.space, input.history, { kind: 'all', because: 'naive' });
    const unknown = { kind: 'regions', regions: ['m99'], evidence: [], unsourced: [] } as const;
    const foreign = labelSpace({ private: powerset('private').untyped }).bottom;
    for (const relevance of [unknown, { kind: 'label', label: foreign } as const])
      labels.push(String(labelOf(input.space, input.history, relevance) === full));
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
