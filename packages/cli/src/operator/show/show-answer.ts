import { holdsLinks } from '@sluice/core';
import type { Detail } from '../api/answers.ts';
import { answerBlocks, type AnswerBlock } from './answer-blocks.ts';
import { longText } from '@sluice/console/text';
import type { Line, Paints } from './show-arguments.ts';
import { quoted, visible } from './visible.ts';

/** A block is shown whole up to so many lines; of a longer one its ends, and what matters. */
const linesMax = 120;
const allMax = 400;
const betweenMax = 40;
const blocksMax = 40;
const nameMax = 120;

/** Shorter pieces than this have any number of sources. */
const pieceMin = 12;

/**
 * An answer that its client acts on, as what the client would do with it; `undefined` where it is
 * words alone. Lines that repeat what stands above the ceiling are marked.
 */
export function answerLines(detail: Detail, paints: Paints): readonly Line[] | undefined {
  const blocks = answerBlocks(detail.args);
  if (blocks.every(({ kind }) => kind === 'text')) return undefined;
  const pieces = piecesOf(detail);
  let left: number = allMax;
  const legend = pieces.size === 0 ? '' : '; `!`: words that stand in what is above the ceiling';
  const shown = blocks.slice(0, blocksMax);
  const more = blocks.length - shown.length;
  return [
    `  the answer, as its client may act on it${legend}`,
    ...shown.flatMap((block) => {
      const head = { text: `    ${headOf(block)}`, paint: paints.bold };
      const lines = linesOf(block, { pieces, max: Math.min(linesMax, left) });
      left = Math.max(0, left - lines.length);
      return [head, ...lines];
    }),
    ...(more === 0 ? [] : [{ text: `    and ${more} more blocks`, paint: paints.bold }]),
  ];
}

function headOf(block: AnswerBlock): string {
  switch (block.kind) {
    case 'edit':
      return `edits ${fileOf(block.file ?? 'a file that it does not name')}`;
    case 'file':
      return `writes all of ${fileOf(block.file)}`;
    case 'diff':
      return 'changes files by a diff';
    case 'command':
      return `a command that may be run (${fileOf(block.language)})`;
    case 'code':
      return block.language === '' ? 'a block of code' : `code (${fileOf(block.language)})`;
    case 'text':
      return 'text';
  }
}

function fileOf(name: string): string {
  const { length } = name;
  return length <= nameMax ? quoted(name) : `${quoted(name.slice(0, nameMax))}... (${length})`;
}

interface Marked {
  readonly sign: string;
  readonly line: string;
}

interface Showing {
  readonly pieces: ReadonlySet<string>;
  readonly max: number;
}

function linesOf(block: AnswerBlock, { pieces, max }: Showing): readonly string[] {
  const all = markedLines(block);
  const isMarked = ({ line }: Marked): boolean => isOf(line, pieces);
  const write = (one: Marked): string =>
    `    ${isMarked(one) ? '!' : ' '} | ${one.sign}${written(one.line)}`;
  if (all.length <= max) return all.map(write);
  const third = Math.floor(max / 3);
  const middle = all.slice(third, all.length - third);
  const matters = (one: Marked): boolean => isMarked(one) || holdsLinks(one.line);
  const between = middle.filter(matters).slice(0, betweenMax);
  return [
    ...all.slice(0, third).map(write),
    `      ... ${middle.length - between.length} lines are not shown here`,
    ...between.map(write),
    ...all.slice(all.length - third).map(write),
  ];
}

/** Backslashes are doubled, so that no text looks like what `visible` writes. */
function written(text: string): string {
  return longText(text, [], (part) => visible(part.replaceAll('\\', '\\\\')));
}

function markedLines(block: AnswerBlock): readonly Marked[] {
  if (block.kind !== 'edit') return block.lines.map((line) => ({ sign: '', line }));
  return [
    ...block.before.map((line) => ({ sign: '- ', line })),
    ...block.after.map((line) => ({ sign: '+ ', line })),
  ];
}

/** Pieces of the sources whose label is why a person is asked. */
function piecesOf({ evidence, label }: Detail): ReadonlySet<string> {
  const above = evidence.filter((each) => each.label === label);
  return new Set(above.flatMap(({ excerpt }) => windowsOf(excerpt)));
}

function isOf(line: string, pieces: ReadonlySet<string>): boolean {
  return pieces.size > 0 && windowsOf(line).some((piece) => pieces.has(piece));
}

function windowsOf(text: string): readonly string[] {
  const count = Math.max(0, text.length - pieceMin + 1);
  return Array.from({ length: count }, (_, at) => text.slice(at, at + pieceMin));
}
