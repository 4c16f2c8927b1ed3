import { reveal, type Content, type Label, type LabelSpace, type Region } from '@sluice/core';
import { printable } from './printable.ts';
import type { Terminal } from '../terminal.ts';
import { toneOf } from './tone.ts';

/** Writes labelled text so that its regions can be told apart. */
export interface Painter {
  /** A label in its colour. */
  readonly label: (label: Label) => string;
  /** Text whose own regions are coloured; without colours they stand in `⟦label: …⟧`. */
  readonly content: (content: Content) => string;
  /** A piece of it, by its offsets in the text. */
  readonly piece: (content: Content, start: number, end: number) => string;
}

/**
 * Colours say what a region's label means: green flows everywhere, cyan is only confidential, red
 * is text that a stranger may have written.
 */
export function painterFor(space: LabelSpace, terminal: Terminal): Painter {
  const { colours } = terminal;
  const colourOf = (label: Label): ((text: string) => string) => {
    switch (toneOf(label, space)) {
      case 'public':
        return colours.green;
      case 'secret':
        return colours.cyan;
      case 'stranger':
        return colours.red;
    }
  };
  const paint = (text: string, { region, around, from, to }: Painted): string => {
    let at = Math.max(region.start, from);
    let out = '';
    const own = (end: number): string =>
      colourOf(region.label)(printable(text.slice(at, Math.min(end, to))));
    for (const part of region.parts) {
      if (part.end <= from || part.start >= to) continue;
      out += own(part.start) + paint(text, { region: part, around: region.label, from, to });
      at = part.end;
    }
    out += own(region.end);
    const marked = !colours.isColorSupported && region.label !== around;
    return marked ? `⟦${region.label.text}: ${out}⟧` : out;
  };
  const piece: Painter['piece'] = (content, from, to) =>
    paint(reveal(content), { region: content.root, around: content.root.label, from, to });
  return {
    label: (label) => colourOf(label)(label.text),
    content: (content) => piece(content, 0, content.root.end),
    piece,
  };
}

interface Painted {
  readonly region: Region;
  /** The label of the text around it. */
  readonly around: Label;
  readonly from: number;
  readonly to: number;
}
