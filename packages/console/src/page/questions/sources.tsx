import type { JSX } from 'preact';
import type { Context, Detail, Message, Span } from '../api/shapes.ts';
import { Spans } from '../parts/spans.tsx';
import { Written } from '../parts/written.tsx';

interface SourcesProps {
  readonly detail: Detail;
  readonly context: Context | undefined;
}

const sourceMax = 4_000;

/** The messages that the arguments came from, with the very regions marked. */
export function Sources({ detail, context }: SourcesProps): JSX.Element | null {
  const { sources = [], missing = 0 } = context ?? {};
  if (sources.length === 0 && missing === 0) return null;
  const named = new Set(detail.evidence.map(({ region }) => region));
  return (
    <details class="behind">
      <summary>The messages that it came from, whole</summary>
      {sources.map((message) => (
        <Source key={message.index} message={message} named={named} />
      ))}
      {missing > 0 && (
        <p class="quiet">
          {missing} more: the client has left {missing === 1 ? 'it' : 'them'} out of its history
          since the question was asked.
        </p>
      )}
    </details>
  );
}

interface SourceProps {
  readonly message: Message;
  readonly named: ReadonlySet<string>;
}

function Source({ message, named }: SourceProps): JSX.Element {
  const { from, index, spans } = message;
  const around = aroundNamed(spans, named);
  return (
    <figure class="message">
      <figcaption>
        <Written text={from} />
        <span class="quiet">message {index + 1}</span>
      </figcaption>
      <div class="text" tabIndex={0}>
        {around.isCut && <span class="quiet">... </span>}
        {around.spans.map((span, at) => (
          <span key={at} class={named.has(span.region) ? 'hit' : undefined}>
            <Spans spans={[span]} max={sourceMax} />
          </span>
        ))}
      </div>
    </figure>
  );
}

/** A long message from a little before the first region that matters. */
function aroundNamed(
  spans: readonly Span[],
  named: ReadonlySet<string>,
): { readonly spans: readonly Span[]; readonly isCut: boolean } {
  const first = spans.findIndex(({ region }) => named.has(region));
  const from = Math.max(0, first - 6);
  return { spans: spans.slice(from, from + 40), isCut: from > 0 };
}
