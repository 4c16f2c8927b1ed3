import { reveal, type Content, type Label, type LabelSpace, type Region } from '@sluice/core';
import { printable } from './printable.ts';
import type { Terminal } from '../terminal.ts';

/** Writes labelled text so that its regions can be told apart. */
export interface Painter {
  /** A label in its colour. */
  readonly label: (label: Label) => string;
  /** Text whose own regions are coloured; without colours they stand in `⟦label: …⟧`. */
  readonly content: (content: Content) => string;
}

/**
 * Colours say what a region's label means: green flows everywhere, cyan is only confidential, red
 * is text that a stranger may have written.
 */
export function painterFor(space: LabelSpace, terminal: Terminal): Painter {
  const { colours } = terminal;
  const colourOf = (label: Label): ((text: string) => string) => {
    if (label === space.bottom) return colours.green;
    const lowered = { ...label.values, integrity: space.bottom.values['integrity'] };
    const trusted = 'integrity' in label.values && space.of(lowered) === label;
    return trusted ? colours.cyan : colours.red;
  };
  const paint = (text: string, region: Region, around: Label): string => {
    let at = region.start;
    let out = '';
    const own = (end: number): string => colourOf(region.label)(printable(text.slice(at, end)));
    for (const part of region.parts) {
      out += own(part.start) + paint(text, part, region.label);
      at = part.end;
    }
    out += own(region.end);
    const marked = !colours.isColorSupported && region.label !== around;
    return marked ? `⟦${region.label.text}: ${out}⟧` : out;
  };
  return {
    label: (label) => colourOf(label)(label.text),
    content: (content) => paint(reveal(content), content.root, content.root.label),
  };
}
