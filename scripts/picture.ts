/**
 * Draws coloured terminal text as an SVG, so that the README shows what a run really printed. Every
 * UTF-16 code unit takes one column, which holds for all that the demo prints.
 */

const columnPx = 8.4;
const rowPx = 19;
const marginPx = 16;
const columnsMax = 112;

/** The sixteen colours of a terminal, by SGR code; both directions read on the dark background. */
const colours: Readonly<Record<number, string>> = {
  30: '#6e7681',
  31: '#ff7b72',
  32: '#7ee787',
  33: '#f2cc60',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  37: '#e6edf3',
  90: '#8b949e',
};

interface Style {
  readonly colour: string | undefined;
  readonly ground: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
}

interface Run {
  readonly text: string;
  readonly style: Style;
}

const plain: Style = {
  colour: undefined,
  ground: undefined,
  bold: false,
  dim: false,
  inverse: false,
};

export function picture(output: string, title: string): string {
  const rows = runsOf(output.trimEnd()).flatMap(wrap).map(drawRow);
  const columns = Math.max(...rows.map(({ columns: width }) => width));
  const width = Math.ceil(columns * columnPx + 2 * marginPx);
  const height = rows.length * rowPx + 2 * marginPx;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" fill="#e6edf3">`,
    ...rows.map(({ draw }, row) => draw(marginPx + (row + 1) * rowPx - 5)),
    '</g></svg>\n',
  ].join('\n');
}

/** One list of runs a line; a style goes on over the end of a line. */
function runsOf(output: string): readonly (readonly Run[])[] {
  let style = plain;
  return output.split('\n').map((line) => {
    const runs: Run[] = [];
    // oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
    for (const [, codes, text = ''] of line.matchAll(/(?:\u001b\[([\d;]*)m)?([^\u001b]*)/g)) {
      if (codes !== undefined) style = codes.split(';').map(Number).reduce(restyle, style);
      if (text !== '') runs.push({ text, style });
    }
    return runs;
  });
}

/** Breaks a long line where it is full, as a terminal does. */
function wrap(runs: readonly Run[]): readonly (readonly Run[])[] {
  const rows: Run[][] = [[]];
  let column = 0;
  for (const { text, style } of runs) {
    for (let rest = text; rest !== '';) {
      if (column === columnsMax) {
        rows.push([]);
        column = 0;
      }
      const piece = rest.slice(0, columnsMax - column);
      rows.at(-1)?.push({ text: piece, style });
      column += piece.length;
      rest = rest.slice(piece.length);
    }
  }
  return rows;
}

function restyle(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 27) return { ...style, inverse: false };
  if (code === 39) return { ...style, colour: undefined };
  if (code === 49) return { ...style, ground: undefined };
  const ground = colours[code - 10];
  if (colours[code] !== undefined) return { ...style, colour: colours[code] };
  return ground === undefined ? style : { ...style, ground };
}

function drawRow(runs: readonly Run[]): {
  readonly columns: number;
  readonly draw: (y: number) => string;
} {
  let column = 0;
  const placed = runs.map((run) => {
    const at = column;
    column += run.text.length;
    return { ...run, at };
  });
  return { columns: column, draw: (y) => placed.map((run) => drawRun(run, y)).join('') };
}

function drawRun({ text, style, at }: Run & { readonly at: number }, y: number): string {
  const x = (marginPx + at * columnPx).toFixed(1);
  const length = (text.length * columnPx).toFixed(1);
  const ground = style.inverse ? (style.colour ?? '#e6edf3') : style.ground;
  const colour = style.inverse || ground !== undefined ? '#0d1117' : style.colour;
  const attributes = [
    colour === undefined ? '' : ` fill="${colour}"`,
    style.bold ? ' font-weight="bold"' : '',
    style.dim ? ' opacity="0.65"' : '',
  ].join('');
  const box =
    ground === undefined
      ? ''
      : `<rect x="${x}" y="${y - 14}" width="${length}" height="${rowPx}" fill="${ground}"/>`;
  // Spaces that no reader folds: `xml:space` is not heeded everywhere.
  return `${box}<text x="${x}" y="${y}" textLength="${length}"${attributes}>${escape(text).replaceAll(' ', '\u00A0')}</text>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
