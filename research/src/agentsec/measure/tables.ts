import { games } from '../task/task.ts';
import type { Suite } from '../suite/suite.ts';
import type { Trace } from '../trace/trace.ts';
import { asrInterval } from './intervals.ts';
import { measuresOf } from './measures.ts';
import { paperTables, type PaperRow } from './paper.ts';
import { scoredRows, type ScoredRow } from './scored.ts';
import { decompose } from './theorem.ts';

/** A table as it is printed: ours, and in parentheses the paper's where it has one. */
export interface SecTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Tables 4, 5 and 6 in the paper's shape, its figures beside ours. */
export function secTables(
  traces: readonly Trace[],
  { isPapers }: Pick<Suite, 'isPapers'>,
): readonly SecTable[] {
  const byDefence = [...Map.groupBy(traces, ({ defence }) => defence)];
  const kinds = [...Map.groupBy(traces, ({ kind }) => kind).keys()];
  const paperOf = (name: string): PaperRow | undefined => {
    return isPapers ? paperTables[name] : undefined;
  };
  return [
    {
      title: 'Table 4. Macro averages over games and models (in parentheses: the paper)',
      head: ['defence', 'ASR', 'advantage', 'RAG leak', 'closed', 'benign utility'],
      rows: byDefence.map(([name, own]) => averages({ name, own, paper: paperOf(name) })),
    },
    {
      title: 'Table 5. By game: advantage (leak in retrieval), and closed',
      head: ['defence', ...kinds.flatMap((kind) => [kind, 'closed'])],
      rows: byDefence.map(([name, own]) => byKind({ name, own, paper: paperOf(name) }, kinds)),
    },
    {
      title: 'Table 6. Theorem 1: the risk where the channel was open, and where it was closed',
      head: ['defence', 'closed', 'open: risk', 'closed: risk', 'after the validator', 'error'],
      rows: byDefence.map(([name, own]) => conditional({ name, own, paper: paperOf(name) })),
    },
    {
      title: 'Attack success with its 95% interval: wordings drawn with replacement',
      head: ['defence', 'all', ...kinds],
      rows: byDefence.map(([name, own]) => {
        const cells = kinds.map((kind) => own.filter((trace) => trace.kind === kind));
        return [name, ...[own, ...cells].map(withInterval)];
      }),
    },
    ...scoredTable(scoredRows(traces)),
  ];
}

function scoredTable(rows: readonly ScoredRow[]): readonly SecTable[] {
  if (rows.length === 0) return [];
  const title =
    'Told by the likelihood of the output, where the other distinguishers say so or not';
  const cells = rows.map(({ kind, told, untold }) => [kind, countOf(told), countOf(untold)]);
  return [{ title, head: ['secret', 'told', 'not told'], rows: cells }];
}

function withInterval(traces: readonly Trace[]): string {
  const interval = asrInterval(traces);
  const { asr } = measuresOf(traces);
  if (interval === undefined) return text(undefined);
  return `${text(asr)} (${text(interval.low)} to ${text(interval.high)})`;
}

function countOf({ found, of }: ScoredRow['told']): string {
  return `${found} of ${of}`;
}

interface Row {
  readonly name: string;
  readonly own: readonly Trace[];
  readonly paper: PaperRow | undefined;
}

function averages({ name, own, paper }: Row): readonly string[] {
  const { asr, advantage, leak, closure, utility } = measuresOf(own);
  return [
    name,
    both(asr, paper?.asr),
    both(advantage, paper?.advantage),
    both(leak, paper?.leak),
    both(closure, paper?.closure),
    both(utility, paper?.utility),
  ];
}

function byKind({ name, own, paper }: Row, kinds: readonly string[]): readonly string[] {
  const cells = kinds.flatMap((kind) => {
    const cell = own.filter((trace) => trace.kind === kind);
    const { advantage, leak, closure } = measuresOf(cell);
    const game = games.find((each) => each === kind);
    const [event, closed] = (game && paper?.[game]) ?? [];
    return [both(game === 'retrieval' ? leak : advantage, event), both(closure, closed)];
  });
  return [name, ...cells];
}

function conditional({ name, own, paper }: Row): readonly string[] {
  const { delta, pOpen, pClosed, executed, error } = decompose(own);
  return [
    name,
    both(1 - delta, paper?.closure),
    both(pOpen, paper?.pOpen),
    both(pClosed, paper?.pClosed),
    text(executed),
    error.toExponential(0),
  ];
}

function both(ours: number | undefined, paper: number | undefined): string {
  return paper === undefined ? text(ours) : `${text(ours)} (${text(paper)})`;
}

function text(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}
