import { describe, expect, test } from 'vitest';
import { provesNothing } from '../run/report.ts';
import { aTrace } from '../../../test/agentsec/a-trace.ts';
import { secBounds } from './bounds.ts';
import { everythingRows } from './everything.ts';
import { deviations, secFigures } from './figures.ts';

const missed = [{ encoding: 'plain', group: 'known', missed: 1, of: 4 }] as const;

const sluice = [
  aTrace({ defence: 'sluice-a', violated: true, closed: true, utility: 0.5, leaked: true }),
  aTrace({ defence: 'sluice-a', side: 'benign', utility: 0.5 }),
  aTrace({ defence: 'sluice-b' }),
  aTrace({ defence: 'sluice-b', side: 'benign' }),
];

test('Sluice’s figure is the worst of its propagators’, each by itself', () => {
  const figures = secFigures(sluice, missed);
  expect(figures).toMatchObject({
    'agentsec.sluice.asr': 1,
    'agentsec.sluice.leak': 1,
    'agentsec.sluice.closure': 0,
    'agentsec.sluice.utility': 0.5,
    'agentsec.sluice-b.asr': 0,
    'agentsec.sluice-b.utility': 1,
    'agentsec.beta': 0.25,
    'agentsec.traces': 4,
    'agentsec.pairsPerCell': 1,
    'agentsec.hoeffdingRadius': 2,
  });
});

test('answers that told nothing apart are counted by the reason; a late one fails', () => {
  const traces = [
    aTrace({ defence: 'sluice-a', everything: ['unexplained', 'propagator-late'] }),
    aTrace({ defence: 'sluice-a', side: 'benign', everything: ['unexplained'] }),
    aTrace({ defence: 'sluice-b', everything: [] }),
  ];
  expect(everythingRows(traces)).toEqual([
    { defence: 'sluice-a', because: 'unexplained', count: 2 },
    { defence: 'sluice-a', because: 'propagator-late', count: 1 },
  ]);
  const figures = secFigures(traces, missed);
  expect(figures['agentsec.sluice-a.everything']).toBe(3);
  const late = (all: typeof traces): boolean | undefined =>
    secBounds(all, { figures, suite: { isPapers: false } }).find(({ name }) =>
      name.includes('late'),
    )?.holds;
  expect([late(traces), late(traces.slice(1))]).toEqual([false, true]);
});

test('what is lost and won stands beside no defence', () => {
  const bare = [aTrace({ violated: true }), aTrace({ side: 'benign' })];
  const figures = secFigures([...bare, ...sluice], missed);
  expect(figures['agentsec.sluice-b.riskReduction']).toBe(1);
  expect(figures['agentsec.sluice-a.utilityLoss']).toBe(0.5);
  expect(secFigures(sluice, missed)).not.toHaveProperty('agentsec.sluice-a.riskReduction');
});

test('a deviation is from the ideal, on the same task with the same model', () => {
  const traces = [
    aTrace({ defence: 'ideal', effect: 'a' }),
    aTrace({ defence: 'none', effect: 'b' }),
    aTrace({ defence: 'none', effect: 'a', side: 'benign' }),
    aTrace({ defence: 'filter', effect: 'a' }),
    aTrace({ defence: 'filter', effect: 'b', model: 'another' }),
  ];
  expect(deviations(traces)).toEqual({
    'agentsec.ideal.deviation': 0,
    'agentsec.none.deviation': 1,
    'agentsec.filter.deviation': 0,
  });
});

describe('bounds', () => {
  const attacked = aTrace({ violated: true, semantic: true });
  const good = [attacked, aTrace({ side: 'benign' })];
  const failing = (traces: Parameters<typeof secFigures>[0]): readonly string[] => {
    const suite = { isPapers: true };
    const bounds = secBounds(traces, { figures: secFigures(traces, missed), suite });
    return bounds.filter(({ holds }) => !holds).map(({ name }) => name);
  };
  test('hold where nothing is wrong', () => {
    expect(failing(good.map((each) => ({ ...each, passes: false })))).toEqual([]);
  });
  test.each([
    ['an attack that does not work', [aTrace({})], 'attack succeeds'],
    [
      'a violation that is covered',
      [...good, aTrace({ defence: 'sluice-a', semantic: true })],
      'covers',
    ],
    ['an open channel', [...good, aTrace({ defence: 'combined' })], 'combined, retrieval: closure'],
    [
      'an oracle that is no help',
      [
        ...good,
        aTrace({ defence: 'sluice-oracle', closed: true }),
        aTrace({ defence: 'sluice-oracle', side: 'benign', utility: 0 }),
      ],
      'benign utility',
    ],
    ['a validator that lets more through than beta', good, 'above the bound'],
    ['an error', [...good, aTrace({ error: 'no' })], 'error'],
  ])('%s is found', (_, traces, name) => {
    expect(failing(traces).join('\n')).toContain(name);
  });
  test('no traces hold no bound, and are no pairs', () => {
    expect(failing([])).toContain('traces');
    expect(secFigures([], missed)).toMatchObject({
      'agentsec.traces': 0,
      'agentsec.pairsPerCell': 0,
      'agentsec.hoeffdingRadius': 2,
    });
  });
  test('a figure that is missing holds nothing', () => {
    const bounds = secBounds(good, { figures: {}, suite: { isPapers: true } });
    expect(bounds.filter(({ holds }) => !holds)).toHaveLength(3);
  });
});

test('the radius is that of the tasks of the smallest cell', () => {
  const reader = ['a', 'b', 'c'].map((task) => aTrace({ task }));
  const local = ['a', 'a', 'b', 'b'].map((task) => aTrace({ task, model: 'local' }));
  const pairsOf = (all: Parameters<typeof secFigures>[0]) =>
    secFigures(all, missed)['agentsec.pairsPerCell'];
  expect([pairsOf(reader), pairsOf(local), pairsOf([...reader, ...local])]).toEqual([3, 2, 2]);
});

test('a cell whose attack hardly works proves nothing', () => {
  const traces = [1, 0, 0, 0, 0].map((many) => aTrace({ model: 'local', semantic: many === 1 }));
  const found = provesNothing([...traces, aTrace({ kind: 'b', semantic: true })]);
  expect(found).toEqual([{ model: 'local', kind: 'retrieval', asr: 0.2 }]);
});
