import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { factOf, nameOf, passagesOf, type Source, valueOf } from '../../text/index.ts';
import type { Context, Detail, Message } from '../api/shapes.ts';
import { toneOf } from '../parts/label.ts';
import { Spans } from '../parts/spans.tsx';
import { Lines, Written } from '../parts/written.tsx';

interface FactProps {
  readonly detail: Detail;
  readonly context: Context | undefined;
}

/** The one fact to look at first, beside what the user asked for. */
export function FactCard({ detail, context }: FactProps): JSX.Element {
  const { sentence, argument, source } = factOf(detail);
  const value = argument === '' ? '' : valueOf(detail.args, argument);
  const tone = toneOf(source?.label ?? detail.label);
  return (
    <section class="fact" data-tone={tone} aria-label="What decides">
      <h2>{sentence}</h2>
      {value !== '' && (
        <p class="value">
          <span class="quiet">{nameOf(argument)}</span>
          <code>
            <Written text={value.slice(0, valueMax)} />
            {value.length > valueMax && '...'}
          </code>
        </p>
      )}
      <div class="sides">
        <Quote source={source} value={value} tone={tone} />
        <figure>
          <figcaption>The user asked</figcaption>
          <Instruction message={context?.instruction} value={value} />
        </figure>
      </div>
    </section>
  );
}

interface QuoteProps {
  readonly source: Source | undefined;
  readonly value: string;
  readonly tone: string;
}

/** The text that the value came from, with the value marked in it. */
function Quote({ source, value, tone }: QuoteProps): JSX.Element {
  const quote = useRef<HTMLQuoteElement>(null);
  useEffect(() => {
    const { current } = quote;
    const hit = current?.querySelector<HTMLElement>('mark.hit');
    // However little room there is, the value is in view.
    if (current && hit) current.scrollTop = hit.offsetTop - current.clientHeight / 2;
  }, [source, value]);
  if (source === undefined) {
    return (
      <figure>
        <figcaption>No single text that it came from</figcaption>
      </figure>
    );
  }
  return (
    <figure>
      <figcaption>
        From <Written text={source.from} />
        <span class="label" data-tone={tone}>
          {source.label}
        </span>
      </figcaption>
      <blockquote ref={quote} tabIndex={0}>
        {passagesOf(source.excerpt, value).map(({ text, isHit }, at) =>
          isHit ? (
            <mark key={at} class="hit">
              <Lines text={text} />
            </mark>
          ) : (
            <Lines key={at} text={text} />
          ),
        )}
      </blockquote>
    </figure>
  );
}

const valueMax = 240;

interface InstructionProps {
  readonly message: Message | null | undefined;
  readonly value: string;
}

function Instruction({ message, value }: InstructionProps): JSX.Element {
  if (message === undefined) return <blockquote aria-busy="true" />;
  if (message === null) {
    return (
      <blockquote class="quiet">The run no longer holds the turn it was asked after.</blockquote>
    );
  }
  return (
    <>
      <blockquote tabIndex={0}>
        <Spans spans={message.spans} max={instructionMax} />
      </blockquote>
      {value !== '' && !textOf(message).includes(value) && (
        <p class="quiet">It does not say this value.</p>
      )}
    </>
  );
}

const instructionMax = 1_200;

function textOf({ spans }: Message): string {
  return spans.map(({ text }) => text ?? '').join('');
}
