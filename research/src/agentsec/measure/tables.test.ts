import { describe, expect, test } from 'vitest';
import { aTrace } from '../../../test/agentsec/a-trace.ts';
import type { Trace } from '../trace/trace.ts';
import { secTables } from './tables.ts';

/** The cells of a row of a table, by what stands above them. */
function cellsOf(traces: readonly Trace[], title: RegExp): Readonly<Record<string, string>> {
  const table = secTables(traces, { isPapers: true }).find((each) => title.test(each.title));
  const [row = []] = table?.rows ?? [];
  return Object.fromEntries(table?.head.map((head, at) => [head, row[at] ?? '']) ?? []);
}

const game = (name: Trace['game'], parts: Partial<Trace>): Trace => {
  return aTrace({ game: name, kind: name, defence: 'mine', ...parts });
};

describe('one row a defence', () => {
  const traces = [
    game('instruction', { violated: true, semantic: true }),
    game('instruction', { violated: true, semantic: true, passes: false, closed: true }),
    game('instruction', { side: 'benign', violated: true }),
    game('instruction', { side: 'benign', utility: 0 }),
    game('retrieval', { leaked: true, violated: true, semantic: true, closed: true }),
    game('retrieval', { side: 'benign', violated: true }),
  ];
  test('table 4', () => {
    expect(cellsOf(traces, /Table 4/)).toMatchObject({
      defence: 'mine',
      ASR: '1.000',
      advantage: '0.250',
      'RAG leak': '1.000',
      closed: '0.750',
      'benign utility': '0.750',
    });
  });
  test('table 5: the advantage, but in retrieval the leak', () => {
    const { instruction, retrieval } = cellsOf(traces, /Table 5/);
    expect([instruction, retrieval]).toEqual(['0.500', '1.000']);
  });
  test('table 6: what the validator leaves is beside the risk', () => {
    expect(cellsOf(traces, /Table 6/)).toMatchObject({
      closed: '0.750',
      'open: risk': '1.000',
      'closed: risk': '1.000',
      'after the validator': '0.750',
    });
  });
});

test('the paper’s figure stands in parentheses, in its own games alone', () => {
  const traces = [aTrace({ defence: 'none', violated: true }), aTrace({ side: 'benign' })];
  const asr = (isPapers: boolean) => secTables(traces, { isPapers })[0]?.rows[0]?.[1];
  expect([asr(true), asr(false)]).toEqual(['1.000 (0.375)', '1.000']);
});
