import { markdownText } from '../report-markdown.ts';
import type { ResultTable, SuiteResult } from '../suite-result.ts';
import type { RankedResult } from './ranked.ts';
import {
  ageText,
  claimsText,
  dayText,
  durationText,
  nameOf,
  overviewHeads,
  overviewRows,
} from './result-words.ts';

/** The same in Markdown: a table of all suites, then each with its tables. */
export function resultsMarkdown(
  results: readonly RankedResult[],
  leftOut: readonly string[],
): string {
  if (results.length + leftOut.length === 0) return '';
  const missing = leftOut.map((text) => `Left out: ${markdownText(text)}`);
  const overview = tableText(overviewHeads, overviewRows(results));
  const parts = ['**Suites**', ...missing, overview, ...results.flatMap(resultParts)];
  return `${parts.join('\n\n')}\n`;
}

function resultParts(ranked: RankedResult): readonly string[] {
  const { result } = ranked;
  const age = ageText(ranked);
  return [
    `**${markdownText(nameOf(result))}**, ${claimsText(result)}, ${whenText(result)}`,
    ...(age === undefined ? [] : [markdownText(age)]),
    ...(result.notices.length === 0 ? [] : [bullets(result.notices)]),
    ...result.tables.map(tableOf),
    ...failing(result),
  ];
}

function whenText({ atMs, seconds, command }: SuiteResult): string {
  return `${dayText(atMs)}, ${durationText(seconds)}: ${markdownText(command)}`;
}

function failing({ claims }: SuiteResult): readonly string[] {
  const failed = claims.filter(({ holds }) => !holds);
  if (failed.length === 0) return [];
  return [bullets(failed.map(({ name, detail }) => `fails: ${name}: ${detail}`))];
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${markdownText(text)}`).join('\n');
}

function tableOf({ title, head, rows }: ResultTable): string {
  return `${markdownText(title)}\n\n${tableText(head, rows)}`;
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  const lines = [head.map(markdownText), rule, ...rows.map((row) => row.map(markdownText))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
