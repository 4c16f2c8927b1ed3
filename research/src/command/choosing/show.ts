import { writeFileSync } from 'node:fs';
import { columnTexts, truthText } from '../../choosing/report/words.ts';
import { screenersCells, screenersHeads } from '../../choosing/report/screeners-table.ts';
import { screenersFigures, type ScreenersReport } from '../../choosing/figures/screeners-report.ts';
import { screenersHtml } from '../../choosing/report/screeners-page.ts';
import { grid, type Terminal } from 'sluice/parts';
import type { ScreenersOptions } from './measure.ts';
import type { OpenedForChoosing } from './open.ts';

export interface ScreenersShown {
  readonly leftOut: OpenedForChoosing['leftOut'];
  readonly options: Pick<ScreenersOptions, 'html' | 'json' | 'calls' | 'seed'>;
  readonly terminal: Terminal;
}

/** The table, the page where one is wanted, and the figures as the last line. */
export function showScreeners(
  report: ScreenersReport,
  { leftOut, options, terminal }: ScreenersShown,
): void {
  const { html, json, calls, seed } = options;
  terminal.print(truthText(report));
  if (calls !== undefined) terminal.print(`a sample of ${report.calls}, drawn with seed ${seed}`);
  terminal.print(grid(screenersHeads, report.worths.map(screenersCells)));
  for (const line of columnTexts) terminal.print(line);
  const { askedAtLeast } = report;
  terminal.print(`asked about with every label known: ${askedAtLeast.toFixed(2)} of the calls`);
  if (leftOut !== undefined) {
    terminal.print(`left out: ${leftOut.names.join(', ')}: ${leftOut.because}`);
  }
  if (html !== undefined) {
    writeFileSync(html, screenersHtml(report));
    terminal.print(`wrote ${html}`);
  }
  if (json !== true) return;
  const { truth } = report;
  const sample = calls === undefined ? undefined : { calls, seed };
  terminal.print(JSON.stringify({ truth, sample, leftOut, figures: screenersFigures(report) }));
}
