import stringWidth from 'string-width';
import type { Terminal } from '../terminal.ts';

const columnsOfPipe = 100;
const columnsMin = 40;

/** How wide a line may be. */
export function columnsOf({ columns = columnsOfPipe }: Terminal): number {
  return Math.max(columns, columnsMin);
}

/** Columns that text takes on a screen, colours aside. A tab takes at least one. */
export function widthOf(text: string): number {
  return stringWidth(text.replaceAll('\t', ' '));
}

/**
 * Breaks text after spaces and commas, or anywhere where there are none. What goes on stands
 * indented, so that no line of a stranger's begins where ours do. (`wrap-ansi` breaks at spaces
 * alone, and indents nothing.)
 */
export function wrap(
  text: string,
  { columns, indent }: { readonly columns: number; readonly indent: number },
): readonly string[] {
  const margin = ' '.repeat(indent);
  return text.split('\n').flatMap((line, at) => {
    const lines: string[] = [];
    let current = at === 0 ? '' : margin;
    for (const chunk of chunksOf(line, columns - indent)) {
      if (widthOf(current) + widthOf(chunk.trimEnd()) > columns) {
        lines.push(current.trimEnd());
        current = margin;
      }
      current += chunk;
    }
    return [...lines, current.trimEnd()];
  });
}

/** Pieces that stay together: up to a space or a comma, and never more than a line. */
function chunksOf(line: string, widthMax: number): readonly string[] {
  return line
    .split(/(?<=[ ,])/)
    .flatMap((chunk) => (widthOf(chunk) > widthMax ? cut(chunk, widthMax) : [chunk]));
}

function cut(chunk: string, widthMax: number): readonly string[] {
  const pieces = [''];
  let width = 0;
  // oxlint-disable-next-line no-control-regex -- a colour begins with a control character
  for (const [piece] of chunk.matchAll(/\u001B\[[\d;]*m|[^]/gu)) {
    const wide = widthOf(piece);
    if (width + wide > widthMax) {
      pieces.push('');
      width = 0;
    }
    width += wide;
    pieces[pieces.length - 1] += piece;
  }
  return pieces;
}
