import { escaped, piecesOf } from '@sluice/console/text';

/** Part of a text; `marked` where a screen would hide or obey it, and its number is shown. */
export interface Seen {
  readonly text: string;
  readonly marked: boolean;
}

/** A text of several lines, every character of it seen: a link may hold a stranger's words. */
export function seen(text: string): readonly Seen[] {
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(at === 0 ? [] : [{ text: '\n', marked: false }]),
      ...piecesOf(line).map((piece) =>
        piece.kind === 'plain' || piece.text === '\t'
          ? { text: piece.text, marked: false }
          : { text: escaped(piece.text), marked: true },
      ),
    ]);
}
