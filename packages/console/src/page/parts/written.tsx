import type { JSX } from 'preact';
import { escaped, piecesOf, type Why } from '../../text/index.ts';

const names: Readonly<Record<Why, string>> = {
  control: 'a control character',
  direction: 'changes the direction of what is read',
  invisible: 'invisible',
  space: 'a space that is none',
  mark: 'a mark that would cover what stands around it',
  alphabet: 'a letter of another alphabet, or dressed up',
  broken: 'half a character',
};

/** Text of a stranger, every character of it seen: what is not shown as it is, by its number. */
export function Written({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {piecesOf(text).map((piece, at) =>
        piece.kind === 'plain' ? (
          piece.text
        ) : (
          <mark key={at} class="marked" title={names[piece.why]}>
            {escaped(piece.text)}
          </mark>
        ),
      )}
    </>
  );
}

/** The same of running text, whose lines are broken where they end. */
export function Lines({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split('\n').map((line, at) => (
        <>
          {at > 0 && <br />}
          <Written text={line} />
        </>
      ))}
    </>
  );
}
