import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import type { Terminal } from '../terminal.ts';
import { printable } from './printable.ts';
import { columnsOf, widthOf, wrap } from './wrap.ts';

/** Text to show: as it is, and how a piece of it is written. */
export interface ShownText {
  readonly raw: string;
  readonly paint: (start: number, end: number) => string;
}

/** Where the text of a message begins; what goes on stands below it. */
export const textIndent = 7;

const rowIndent = textIndent + 2;

/** The last column has at least this much room, else a table helps nobody. */
const lastColumnMin = 24;

/**
 * A message's text within the terminal's width: a list of records as a table of their fields, all
 * else as it is. The keys and brackets of such a list are left out, nothing else.
 */
export function textLines(
  head: string,
  { text, tail = '' }: { readonly text: ShownText; readonly tail?: string },
  terminal: Terminal,
): readonly string[] {
  const columns = columnsOf(terminal);
  const rows = tableRows(text, terminal);
  if (rows === undefined) {
    const line = `${head} ${text.paint(0, text.raw.trimEnd().length)}${tail}`;
    return wrap(line, { columns, indent: textIndent });
  }
  const [names = '', ...records] = rows;
  const margin = ' '.repeat(textIndent);
  // The names stand beside a short head; a label would pass for one of them.
  const beside = tail === '' && widthOf(head) < textIndent;
  return [
    ...(beside ? [`${head} ${names}`] : [head + tail, margin + names]),
    ...records.flatMap((record) => wrap(margin + record, { columns, indent: rowIndent })),
  ];
}

/** One line, or more where it is too long. */
export function wrapped(
  line: string,
  terminal: Terminal,
  indent: number = textIndent,
): readonly string[] {
  return wrap(line, { columns: columnsOf(terminal), indent });
}

/** A line of findings: on a screen broken where it ends, in a pipe one line, for other programs. */
export function fitted(line: string, terminal: Terminal): readonly string[] {
  return terminal.columns === undefined ? [line] : wrapped(line, terminal, 2);
}

function tableRows(text: ShownText, terminal: Terminal): readonly string[] | undefined {
  const fields = fieldsOf(text.raw.trimEnd());
  if (fields === undefined) return undefined;
  const { names, cells } = cellsOf(fields, text);
  const widths = names.map((_, column) =>
    Math.max(...[names, ...cells].map((row) => widthOf(row[column] ?? ''))),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, textIndent);
  if (before + lastColumnMin > columnsOf(terminal)) return undefined;
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return [terminal.colours.dim(line(names)), ...cells.map(line)];
}

function cellsOf(
  { names, rows }: Fields,
  { paint }: ShownText,
): { readonly names: readonly string[]; readonly cells: readonly (readonly string[])[] } {
  return {
    names: names.map((name) => oneLine(printable(name))),
    cells: rows.map((row) => row.map(({ start, end }) => oneLine(paint(start, end)))),
  };
}

function oneLine(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Where a value stands in its text, without the quotes. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A list of records that have the same fields. */
interface Fields {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Span[])[];
}

const lengthMax = 20_000;

/** The records in a text; `undefined` where it is anything else than a JSON list of flat ones. */
export function fieldsOf(text: string): Fields | undefined {
  if (text.length > lengthMax || !isJson(text)) return undefined;
  const { contents } = parseDocument(text);
  if (!isSeq(contents) || contents.items.length < 2) return undefined;
  const records = contents.items.map((item) => recordOf(item, text));
  const names = [...(records[0]?.keys() ?? [])];
  const rows: (readonly Span[])[] = [];
  for (const record of records) {
    if (record === undefined || [...record.keys()].join('\n') !== names.join('\n'))
      return undefined;
    rows.push([...record.values()]);
  }
  return names.length === 0 ? undefined : { names, rows };
}

function recordOf(item: unknown, text: string): ReadonlyMap<string, Span> | undefined {
  if (!isMap(item)) return undefined;
  const record = new Map<string, Span>();
  for (const { key, value } of item.items) {
    const span = isScalar(value) ? spanOf(value, text) : undefined;
    if (!isScalar(key) || span === undefined) return undefined;
    record.set(String(key.value), span);
  }
  return record;
}

function spanOf({ range }: Scalar, text: string): Span | undefined {
  if (range === undefined || range === null) return undefined;
  const [start, end] = range;
  return text[start] === '"' ? { start: start + 1, end: end - 1 } : { start, end };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
