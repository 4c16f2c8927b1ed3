import type { JSX } from 'preact';
import type { Span } from '../api/shapes.ts';
import { toneOf } from './label.ts';
import { Lines } from './written.tsx';

interface SpansProps {
  readonly spans: readonly Span[];
  /** So many characters are shown, and the number of the others. */
  readonly max: number;
}

/** Regions of a message, each marked by its label. */
export function Spans({ spans, max }: SpansProps): JSX.Element {
  const shown: JSX.Element[] = [];
  let left = max;
  for (const [at, span] of spans.entries()) {
    if (left <= 0) break;
    shown.push(<One key={at} span={span} max={left} />);
    left -= span.text?.length ?? 0;
  }
  const more = spans.reduce((total, { text }) => total + (text?.length ?? 0), 0) - max;
  return (
    <>
      {shown}
      {more > 0 && <span class="quiet"> ({more} characters more)</span>}
    </>
  );
}

function One({ span: { label, text }, max }: { readonly span: Span; readonly max: number }) {
  if (text === null) {
    return <span class="hidden">{label === null ? 'above your clearance' : 'no text'}</span>;
  }
  return (
    <span class="region" data-tone={toneOf(label)} title={label ?? undefined}>
      <Lines text={text.slice(0, max)} />
    </span>
  );
}
