import { casesOf, type NamedLedger } from './cases.ts';
import { columnsShown, costColumns, outcomeColumns, type Cell, type Column } from './columns.ts';
import { notMeasurable } from '../measure/measurable.ts';
import { plain } from './plain.ts';
import { worldsOf, worstCaseNotice, type TableKey } from './worlds.ts';

/**
 * Tables for a page in Markdown: for each benchmark, model and attack the figures of the defences,
 * of the versions that each ledger ends with. What does not count is said below.
 */
export function reportMarkdown(ledgers: readonly NamedLedger[]): string {
  const { sets, leftOut } = casesOf(ledgers);
  const worlds = worldsOf(sets);
  const others =
    leftOut === 0 ? [] : [`${leftOut} lines of older versions or repeated left out.\n`];
  if (worlds.length === 0) return ['No trials.\n', ...others].join('\n');
  return [...worlds.map(worldMarkdown), ...others].join('\n');
}

/** A name of a ledger as text in a cell: none of it is read as Markdown or as HTML. */
export function markdownText(text: string): string {
  return plain(text).replaceAll(/[\\`*_[\]<>&|#~!]/g, String.raw`\$&`);
}

function worldMarkdown(world: TableKey): string {
  const { benchmark, model, attack, isWorstCase, rows, versions } = world;
  const names = [benchmark, model, ...(attack === undefined ? [] : [attack])];
  const notice = isWorstCase ? ` (${worstCaseNotice})` : '';
  const all = [outcomeColumns, costColumns].map((columns) => {
    const shown = columnsShown(columns, rows);
    return table(world, shown);
  });
  const head = `**${names.map(markdownText).join(', ')}**${notice}, versions ${versions}`;
  return [head, ...all].map((part) => `${part}\n`).join('\n');
}

function table({ rows, notMeasured: others }: TableKey, columns: readonly Column[]): string {
  const head = ['defence', ...columns.map((column) => column.head)];
  const body = rows.map((row) => {
    return [markdownText(row.defence), ...columns.map(({ cell }) => cellText(cell(row)))];
  });
  const marked = others.map((defence) => {
    return [markdownText(defence), ...columns.map((_, at) => (at === 0 ? notMeasurable : ''))];
  });
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [head, rule, ...body, ...marked].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellText({ text, details, alarm }: Cell): string {
  const shown = [text, alarm].filter((part) => part !== '').join(', ');
  return details.length === 0 ? shown : `${shown} (${details.map(markdownText).join(' ')})`;
}
