import path from 'node:path';
import { dayText, durationText, machineText } from '../research/src/report/suites/result-words.ts';
import { readSuiteResults } from '../research/src/report/suite-result-file.ts';
import type { ResultTable, SuiteResult } from '../research/src/report/suite-result.ts';

/** A committed result by the name of its file, without `.json`. */
export type KeptResults = (name: string) => SuiteResult;

const folder = 'research/results';
const block = /<!-- kept: (\S+)((?: "[^"\n]+")*)((?: [\w.*()+,:@-]+)*) -->\n[^]*?<!-- \/kept -->/g;
const link = /\[([^\][]+)\]\(((?:\.\.\/)*research\/results\/([\w.-]+)\.json) "([^"]+)"\)/g;

/** The results that are committed. Throws where one is named that is not. */
export function keptResults(root: string): KeptResults {
  const { results, files } = readSuiteResults(path.join(root, folder));
  const known = new Map(results.map((each, at) => [path.parse(files[at] ?? '').name, each]));
  return (name) => {
    const found = known.get(name);
    if (found === undefined) throw new Error(`there is no result ${folder}/${name}.json`);
    return found;
  };
}

/**
 * The page with what it quotes of committed results written anew: blocks with tables or figures,
 * and links whose title names a figure and whose text is that figure, as precise as it was.
 */
export function quotedFrom(page: string, kept: KeptResults): string {
  const renewed = page.replaceAll(block, (...[, name, titles, patterns]: readonly string[]) =>
    blockOf({ name, titles, patterns }, kept),
  );
  return renewed.replaceAll(link, (...[, shown = '', at, name = '', figure = '']: string[]) => {
    const value = kept(name).figures[figure];
    if (value === undefined) throw new Error(`${name}.json has no figure ${figure}`);
    return `[${likeShown(value, shown)}](${at} "${figure}")`;
  });
}

interface Block {
  readonly name: string | undefined;
  readonly titles: string | undefined;
  readonly patterns: string | undefined;
}

function blockOf({ name = '', titles = '', patterns = '' }: Block, kept: KeptResults): string {
  const result = kept(name);
  const body = bodyOf(result, { titles: quotesIn(titles), patterns: wordsIn(patterns) });
  const caption = `${captionOf(result)} ([raw](../${folder}/${name}.json)):`;
  return `<!-- kept: ${name}${titles}${patterns} -->\n\n${caption}\n\n${body}\n\n<!-- /kept -->`;
}

/** A figure written as precisely, and in the same way, as one that is shown. */
export function likeShown(value: number, shown: string): string {
  const [, whole = '', decimals = '', percent = ''] =
    /^-?([\d,]*)(?:\.(\d+))?(%?)$/.exec(shown) ?? [];
  const text = (percent === '' ? value : 100 * value).toFixed(decimals.length);
  const grouped = text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
  return `${whole === '' ? grouped.replace(/^(-?)0\./, '$1.') : grouped}${percent}`;
}

interface Chosen {
  readonly titles: readonly string[];
  readonly patterns: readonly string[];
}

function bodyOf({ tables, figures, suite }: SuiteResult, { titles, patterns }: Chosen): string {
  if (patterns.length > 0) {
    const names = Object.keys(figures).filter((name) => patterns.some((each) => fits(name, each)));
    if (names.length === 0) throw new Error(`${suite} has no figure ${patterns.join(' ')}`);
    return names.map((name) => `- \`${name}\`: ${Number(figures[name]?.toFixed(4))}`).join('\n');
  }
  const wanted = titles.length === 0 ? tables.map(({ title }) => title) : titles;
  return wanted
    .map((title) => {
      const table = tables.find((each) => each.title === title);
      if (table === undefined) throw new Error(`${suite} has no table "${title}"`);
      return `${title}:\n\n${markdownOf(table)}`;
    })
    .join('\n\n');
}

function fits(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  return name.startsWith(first) && name.endsWith(rest.at(-1) ?? '');
}

function captionOf(result: SuiteResult): string {
  const { command, atMs, seconds } = result;
  return `\`${command}\`, ${dayText(atMs)}, ${durationText(seconds)}, ${machineText(result)}`;
}

function quotesIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, each = '']) => each);
}

function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((each) => each !== '');
}

/** With columns as wide as their widest cell, as the formatter writes them. */
function markdownOf({ head, rows }: ResultTable): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  const [first = [], ...rest] = cells;
  return [first, rule, ...rest].map(line).join('\n');
}
