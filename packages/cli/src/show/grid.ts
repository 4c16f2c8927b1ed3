import Table from 'cli-table3';
import { widthOf, wrap } from './wrap.ts';

/** A row of cells, or a title above rows that belong together. */
export type GridRow = readonly (string | number)[] | { readonly above: string };

/** Columns that borders and spaces take of a title's line. */
const frame = 4;

/**
 * A table whose numbers stand right-aligned, ruled off below its head alone. It is as wide as its
 * cells: a title that is longer goes on in the next line.
 */
export function grid(head: readonly string[], rows: readonly GridRow[]): string {
  const plain = rows.filter((row) => !('above' in row));
  const columns = widest(drawn(head, plain)) - frame;
  const titled = rows.map((row) => {
    return 'above' in row ? { above: wrap(row.above, { columns, indent: 2 }).join('\n') } : row;
  });
  return drawn(head, titled);
}

/** The columns that the longest line takes. */
export function widest(text: string): number {
  return Math.max(...text.split('\n').map(widthOf));
}

function drawn(head: readonly string[], rows: readonly GridRow[]): string {
  const isRight = head.map((_, at) => rows.every((row) => 'above' in row || isFigure(row[at])));
  const made = new Table({
    head: [...head],
    colAligns: isRight.map((right) => (right ? 'right' : 'left')),
    style: { head: [], border: [] },
  });
  for (const row of rows) {
    if ('above' in row) made.push([{ colSpan: head.length, hAlign: 'left', content: row.above }]);
    else made.push(row.map(String));
  }
  // The library rules off every row or none.
  const lines = made.toString().split('\n');
  const end = lines.findIndex((line) => line.startsWith('├'));
  return lines.filter((line, at) => at <= end || !line.startsWith('├')).join('\n');
}

/** A number, a share, or the dash that stands where there is none. */
function isFigure(cell: string | number | undefined): boolean {
  return typeof cell === 'number' || /^(?:[\d.]+%?|–)$/.test(cell ?? '');
}
