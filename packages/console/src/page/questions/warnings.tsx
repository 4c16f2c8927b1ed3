import type { JSX } from 'preact';
import { type Lookalike, lookalikesIn, nearMisses } from '../../text/lookalike.ts';
import { membersOf, uninspectableIn, unpackedIn } from '../../text/index.ts';
import type { Context, Detail } from '../api/shapes.ts';
import { Written } from '../parts/written.tsx';

interface WarningsProps {
  readonly detail: Detail;
  readonly context: Context | undefined;
}

/** What could mislead somebody who reads the call. */
export function Warnings({ detail, context }: WarningsProps): JSX.Element | null {
  const { args, tool } = detail;
  const request = (context?.instruction?.spans ?? []).map(({ text }) => text ?? '').join('');
  const near = nearMisses(args, request);
  const alike = lookalikesIn(`${tool} ${args}`);
  const packed = uninspectableIn(args);
  const open = unpackedIn(args);
  const isBroken = tool !== '' && membersOf(args) === undefined;
  if (near.length + alike.length + packed.length + open.length === 0 && !isBroken) return null;
  return (
    <section class="warnings" aria-label="Take care">
      <ul>
        <Alike words={near} means="which the user wrote: it only looks like it" />
        <Alike words={alike} means="but is written with other letters to look like it" />
        {packed.map((text) => (
          <li key={text}>
            <strong>Uninspectable:</strong> {text.length} characters that no person can read (
            <code>{text.slice(0, 12)}...</code>).
          </li>
        ))}
        {open.map(({ packed: text, text: inside }) => (
          <li key={text}>
            Packed as <code>{text.slice(0, 12)}...</code>, it reads:{' '}
            <code>
              <Written text={inside.slice(0, 400)} />
            </code>
          </li>
        ))}
        {isBroken && (
          <li>
            <strong>Uninspectable:</strong> the arguments are no JSON object. They are shown as they
            stand.
          </li>
        )}
      </ul>
    </section>
  );
}

interface AlikeProps {
  readonly words: readonly Lookalike[];
  readonly means: string;
}

function Alike({ words, means }: AlikeProps): JSX.Element {
  return (
    <>
      {words.map(({ word, looksLike }) => (
        <li key={word}>
          <code>
            <Written text={word} />
          </code>{' '}
          is not <code>{looksLike}</code>, {means}.
        </li>
      ))}
    </>
  );
}
