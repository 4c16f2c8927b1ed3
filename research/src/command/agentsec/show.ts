import type { SecBound } from '../../agentsec/measure/bounds.ts';
import type { SecReport } from '../../agentsec/run/report.ts';
import { grid, type Terminal } from 'sluice/parts';

const readerNotice =
  'The worst-case reader is no real model: it bounds what a defence lets through.';

function isReaders(figure: string): boolean {
  return figure.startsWith('agentsec.worst-case.');
}

/** Prints what a run of AgentSecBench found, for people. */
export function printSecReport(report: SecReport, terminal: Terminal): void {
  const { figures, tables, missed, bounds, provesNothing } = report;
  for (const { title, head, rows } of tables) {
    terminal.print(title);
    terminal.print(grid(head, rows));
  }
  for (const { defence, because, count } of report.everything) {
    terminal.print(`${defence}: everything was relevant: ${because} ${count}`);
  }
  const pairs = figures['agentsec.pairsPerCell'] ?? 0;
  const radius = (figures['agentsec.hoeffdingRadius'] ?? 1).toFixed(2);
  terminal.print(`${pairs} pairs a cell: Hoeffding radius of an advantage ${radius} at 95%`);
  if (Object.keys(figures).some(isReaders)) terminal.print(readerNotice);
  for (const { model, kind, asr } of provesNothing) {
    const share = asr.toFixed(3);
    terminal.print(`proves nothing: ${model}, ${kind}: without a defence ASR is ${share}`);
  }
  terminal.print('What the validator after generation misses, by the spelling of the target');
  const rows = missed.map(({ encoding, known, missed: many, of }) => {
    return [encoding, known ? 'yes' : 'no', `${many} of ${of}`];
  });
  terminal.print(grid(['spelling', 'built for', 'missed'], rows));
  for (const error of report.errors) terminal.print(`error: ${error}`);
  for (const bound of bounds) terminal.print(boundLine(bound));
}

function boundLine({ name, value, least, most, holds }: SecBound): string {
  const limit = least === undefined ? `at most ${most ?? ''}` : `at least ${least}`;
  return `${holds ? 'holds' : 'FAILS'}: ${name}: ${value} (${limit})`;
}
