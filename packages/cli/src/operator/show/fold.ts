import type { Terminal } from '../../terminal.ts';

/**
 * The rest of a broken line stands behind this, so that nothing in it passes for a line of ours.
 */
const margin = '          | ';

const columnsMin = 20;
const columnsOfPipe = 100;

/**
 * Breaks a line before the screen does it, which would let what goes on begin where our lines do.
 * The text holds no colours and no line breaks.
 */
export function folded(
  line: string,
  { columns = columnsOfPipe }: Pick<Terminal, 'columns'>,
): readonly string[] {
  const widthMax = Math.max(columns, columnsMin);
  const lines: string[] = [];
  let current = '';
  let width = 0;
  for (const character of line) {
    // A screen gives some characters two columns, and never more.
    const wide = /[^\p{ASCII}]/u.test(character) ? 2 : 1;
    if (width + wide > widthMax) {
      lines.push(current);
      current = margin;
      width = margin.length;
    }
    current += character;
    width += wide;
  }
  return [...lines, current];
}

/** A line of a list: broken on a screen, and whole in a pipe, for other programs. */
export function listed(line: string, terminal: Pick<Terminal, 'columns'>): readonly string[] {
  return terminal.columns === undefined ? [line] : folded(line, terminal);
}
