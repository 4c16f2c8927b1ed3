import type { SuiteResult } from '../../src/report/suite-result.ts';

/** A result of a made-up suite, but for what is given. */
export function someResult(own: Partial<SuiteResult>): SuiteResult {
  return {
    suite: 'harbour',
    slice: 'whole',
    command: 'sluice bench harbour',
    model: 'worst-case',
    atMs: Date.UTC(2026, 0, 5),
    seconds: 12,
    versions: { code: 'c0de', data: 'da7a' },
    figures: { 'harbour.boats': 3, 'harbour.share': 0.25 },
    headlines: [{ what: 'boats sent', here: '3', paper: '4' }],
    claims: [
      { name: 'no-storm', holds: true, detail: '0 of 3' },
      { name: 'all-back', holds: false, detail: '2 of 3' },
    ],
    notices: ['worst-case: not a real model’s figures'],
    tables: [
      {
        title: 'Boats',
        head: ['pier', 'here', 'paper'],
        rows: [['north', '3', '4']],
        paperColumns: [2],
      },
    ],
    charts: [
      {
        kind: 'bars',
        title: 'Boats by pier',
        of: 'amounts',
        series: ['here', 'paper'],
        rows: [
          { name: 'north', values: [3, 4] },
          { name: 'south', values: [1, null] },
        ],
      },
      {
        kind: 'points',
        title: 'Boats against storms',
        across: 'storms that passed',
        up: 'boats that came back',
        points: [
          { name: 'north', here: { across: 0.5, up: 1 }, paper: { across: 0.4, up: 0.9 } },
          { name: 'south', here: { across: 0.5, up: 0 }, paper: null },
        ],
      },
    ],
    ...own,
  };
}
