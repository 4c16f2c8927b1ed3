import type { Relevance } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { madeCall } from '../../../test/choosing/made-call.ts';
import { judge, type Verdict } from './judge.ts';

const cost = { modelCalls: 1, tokens: 2, seconds: 3 };

function named(...regions: readonly string[]): Relevance {
  return { kind: 'regions', regions, evidence: [], unsourced: [] };
}

type Sources = Parameters<typeof madeCall>[0];

function verdict(sources: Sources, relevance: Relevance): Verdict {
  return judge(madeCall(sources), { relevance, cost });
}

// The first two are sources; the receipt `m7.0` is trusted, so that every view shows it.
const both: Sources = [[['m3.0']], [['m5.0']]];

describe('an answer is judged by the regions that not every view shows', () => {
  test.each<[string, Relevance, readonly number[]]>([
    ['both', named('m3.0', 'm5.0'), [2, 2, 0, 0]],
    ['one, and the view shows the other', named('m3.0'), [1, 2, 0, 0]],
    ['what every view shows', named('m7.0'), [0, 2, 0, 0]],
    ['everything', { kind: 'all', because: 'naive' }, [2, 2, 0, 0]],
  ])('%s', (_, relevance, [hits, all, wrong, others]) => {
    const { found, wrong: taken } = verdict(both, relevance);
    expect([found.hits, found.all, taken.hits, taken.all]).toEqual([hits, all, wrong, others]);
  });

  test('a region that is no source is a false positive', () => {
    const { found, wrong } = verdict([[['m3.0']]], named('m3.0', 'm5.0'));
    expect([found, wrong]).toEqual([
      { hits: 1, all: 1 },
      { hits: 1, all: 1 },
    ]);
  });
});

proves('choosing/alternatives', () => {
  const either: Sources = [[['m3.0'], ['m5.0']]];
  expect(verdict(either, named('m5.0')).found).toEqual({ hits: 1, all: 1 });
  const together: Sources = [[['m3.0', 'm5.0']]];
  expect(verdict(together, named('m5.0')).found).toEqual({ hits: 0, all: 1 });
  // An alternative is no false positive, and one that every view shows asks for nothing.
  expect(verdict(either, named('m3.0', 'm5.0')).wrong).toEqual({ hits: 0, all: 0 });
  expect(verdict([[['m3.0'], ['m7.0']]], named()).found).toEqual({ hits: 0, all: 0 });
});

describe('labels', () => {
  const cases: readonly {
    readonly what: string;
    readonly sources: Sources;
    readonly relevance: Relevance;
    readonly expected: Partial<Verdict>;
  }[] = [
    {
      what: 'all that it needs',
      sources: both,
      relevance: named('m3.0'),
      expected: { isExact: true, isComplete: true, isAsked: true, isNeedless: false },
    },
    {
      what: 'too little',
      sources: both,
      relevance: named(),
      expected: { isExact: false, isComplete: false, isAsked: false },
    },
    {
      what: 'too much',
      sources: [],
      relevance: named('m3.0'),
      expected: { isExact: false, isComplete: true, isNeedless: true },
    },
    {
      what: 'nothing',
      sources: [],
      relevance: named(),
      expected: { isExact: true, isComplete: true, isAsked: false },
    },
    {
      what: 'a region that is none',
      sources: [],
      relevance: named('m99'),
      expected: { isExact: false, isAsked: true },
    },
  ];

  test.each(cases)('$what', ({ sources, relevance, expected }) => {
    expect(verdict(sources, relevance)).toMatchObject(expected);
  });

  test('an answer that is a label names what flows to it', () => {
    const { space } = madeCall([]);
    const { found, wrong } = verdict([[['m3.0']]], { kind: 'label', label: space.top });
    expect([found.hits, wrong.hits]).toEqual([1, 1]);
    const low = verdict([[['m3.0']]], { kind: 'label', label: space.bottom });
    expect([low.found.hits, low.wrong.hits]).toEqual([0, 0]);
  });
});

test.each([
  ['naive', false],
  ['limit-reached', true],
])('everything because of `%s` is a failure: %s', (because, isFailed) => {
  expect(verdict(both, { kind: 'all', because }).isFailed).toBe(isFailed);
});
