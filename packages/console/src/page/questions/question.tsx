import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Live } from '../api/live.ts';
import { type Context, contextShape, type Detail, detailShape, type Who } from '../api/shapes.ts';
import { useLoaded } from '../api/loaded.ts';
import { addresses } from '../route.ts';
import { AnswerBar } from './answer-bar.tsx';
import { Arguments } from './arguments.tsx';
import { differencesOf } from './differences.ts';
import { FactCard } from './fact-card.tsx';
import { Heading } from './heading.tsx';
import { Sources } from './sources.tsx';
import { Vouch } from './vouch.tsx';
import { Warnings } from './warnings.tsx';
import { Without } from './without.tsx';

interface QuestionProps {
  readonly id: string;
  readonly live: Live;
  readonly who: Who;
}

/** One question: the deciding fact first, then all of the call, then what can be answered. */
export function QuestionView({ id, live, who }: QuestionProps): JSX.Element {
  const { shown, latest, context, problem, accept } = useQuestion(id, live.changes);
  const top = useRef<HTMLElement>(null);
  useEffect(() => top.current?.focus({ preventScroll: true }), [shown === undefined]);
  if (shown === undefined) {
    return problem === undefined ? (
      <p class="empty" aria-busy="true">
        Reading the question
      </p>
    ) : (
      <p class="notice" role="alert">
        {problem}
      </p>
    );
  }
  const changed = latest === undefined ? [] : differencesOf(shown, latest);
  return (
    <article class="question" ref={top} tabIndex={-1} aria-label="Question">
      <p class="back">
        <a href={addresses.questions}>All questions</a>
      </p>
      <Heading detail={shown} />
      <FactCard detail={shown} context={context} />
      <Without detail={shown} who={who} />
      <Warnings detail={shown} context={context} />
      <Arguments detail={shown} />
      <Sources detail={shown} context={context} />
      <Vouch detail={shown} who={who} />
      <Behind detail={shown} />
      <AnswerBar detail={shown} changed={changed} who={who} onAccept={accept} />
    </article>
  );
}

function Behind({ detail }: { readonly detail: Detail }): JSX.Element {
  const { rule, label, ceiling, run, id, hash, tenant } = detail;
  return (
    <details class="behind">
      <summary>Rule, labels and hash</summary>
      <dl>
        <dt>Rule</dt>
        <dd>{rule}</dd>
        <dt>Label of the call</dt>
        <dd>{label}</dd>
        <dt>Runs by itself up to</dt>
        <dd>{ceiling ?? 'never: a person is always asked'}</dd>
        <dt>Run</dt>
        <dd>
          <a href={addresses.run(run)}>{run}</a> of {tenant}
        </dd>
        <dt>Question</dt>
        <dd>{id}</dd>
        <dt>Hash that a yes is bound to</dt>
        <dd>{hash}</dd>
      </dl>
    </details>
  );
}

interface Read {
  /** What the person reads: it stays as it is until they have taken note of a change. */
  readonly shown: Detail | undefined;
  /** What the gateway says by now. */
  readonly latest: Detail | undefined;
  readonly context: Context | undefined;
  readonly problem: string | undefined;
  readonly accept: () => void;
}

function useQuestion(id: string, changes: number): Read {
  const { value: latest, problem } = useLoaded(`/questions/${id}`, detailShape, changes);
  const { value: context } = useLoaded(`/questions/${id}/context`, contextShape, 0);
  const [kept, setKept] = useState<Detail>();
  const accept = useCallback(() => setKept(latest), [latest]);
  useEffect(() => setKept((before) => before ?? latest), [latest]);
  return { shown: kept, latest, context, problem, accept };
}
