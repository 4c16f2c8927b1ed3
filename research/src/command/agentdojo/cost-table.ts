import type { Row } from '../../measure/rows.ts';
import type { ResultTable } from '../../report/suite-result.ts';

/** RTBAS, table 4: the mean price of a user task of banking, by the names of defences here. */
const paperUsd: Readonly<Record<string, number>> = {
  none: 0.014_712,
  'tool-filter': 0.008_653,
  attention: 0.027_531,
  judge: 0.031_672,
};

/** Rows of the paper that have no counterpart where their trials are not there, and why. */
const missing: Readonly<Record<string, string>> = {
  'tool-filter': 'not measurable with a reader: it asks the model which tools it needs',
  attention: 'not run here: name `attention` as a defence; it needs a local model',
  judge: 'not run here: name `judge:local` as a defence; its own tokens are then not in USD',
  'pi-detector':
    'not run here: it needs a classifier; one served over HTTP would do, none is shipped',
};

/**
 * RTBAS, table 4: what a task of banking costs, and how many times as much as without a defence.
 * `rows` are of one model, suites among them; none of banking, no table.
 */
export function costTable(rows: readonly Row[]): readonly ResultTable[] {
  const banking = rows.filter(({ suite, measures }) => {
    return suite === 'banking' && measures.cost.usd !== undefined;
  });
  if (banking.length === 0) return [];
  const names = new Set(banking.map(({ defence }) => familyOf(defence)));
  const absent = Object.entries(missing).filter(([name]) => !names.has(name));
  return [
    {
      title: 'RTBAS, table 4: cost of a task of banking, nobody attacks or is asked',
      head: ['', 'USD', 'tokens', 'ms', 'times none, USD', 'times none, ms', 'paper, times none'],
      rows: [
        ...banking.map(costRow),
        ...absent.map(([name, why]) => [name, '–', '–', '–', why, '–', paperTimes(name)]),
      ],
      paperColumns: [6],
    },
  ];
}

function costRow({ defence, measures: { cost }, costRatio }: Row): readonly string[] {
  const { usd = 0, inputTokens = 0, outputTokens = 0, ms = 0 } = cost;
  return [
    defence,
    usd.toFixed(5),
    (inputTokens + outputTokens).toFixed(0),
    ms.toFixed(0),
    times(costRatio?.usd),
    times(costRatio?.ms),
    paperTimes(defence),
  ];
}

function paperTimes(defence: string): string {
  const [usd, none] = [paperUsd[familyOf(defence)], paperUsd['none']];
  return times(usd === undefined || none === undefined ? undefined : usd / none);
}

/** `judge:local(reads=draft)` is a judge. */
function familyOf(defence: string): string {
  return defence.split(/[:(]/)[0] ?? '';
}

function times(ratio: number | undefined): string {
  return ratio === undefined ? '–' : ratio.toFixed(2);
}
