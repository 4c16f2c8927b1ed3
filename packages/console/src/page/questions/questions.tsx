import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Live } from '../api/live.ts';
import { pageShape, type QuestionPage, type Summary, type Who } from '../api/shapes.ts';
import { useLoaded } from '../api/loaded.ts';
import { isTyping } from '../parts/keys.ts';
import { spanOf, useNow } from '../parts/time.ts';
import { Written } from '../parts/written.tsx';
import { addresses } from '../route.ts';
import { QuestionView } from './question.tsx';

interface QuestionsProps {
  readonly live: Live;
  readonly who: Who;
  /** The one that is open, if any is. */
  readonly id?: string;
}

/** What waits for a person, in the order in which it ends, and the one that is looked at. */
export function Questions({ live, who, id }: QuestionsProps): JSX.Element {
  const { value: page, problem } = useLoaded('/questions?limit=200', pageShape, live.changes);
  useKeys(page?.questions ?? [], id);
  return (
    <div class="desk" data-view={id === undefined ? 'list' : 'one'}>
      <section class="list" aria-label="Questions that wait">
        <h1>
          Waiting for you
          {page !== undefined && <span class="count">{page.total}</span>}
        </h1>
        {problem !== undefined && <p class="notice">{problem}</p>}
        <ul>
          {page?.questions.map((each) => (
            <li key={each.id}>
              <Row summary={each} isHere={each.id === id} />
            </li>
          ))}
        </ul>
        {page !== undefined && <Rest page={page} />}
      </section>
      <section class="one" aria-label="The question">
        {id === undefined ? (
          <p class="empty wide">Choose a question to see what the agent is about to do.</p>
        ) : (
          <QuestionView key={id} id={id} live={live} who={who} />
        )}
      </section>
    </div>
  );
}

function Row({ summary, isHere }: { readonly summary: Summary; readonly isHere: boolean }) {
  const { id, tool, label, expiresMs, run } = summary;
  const nowMs = useNow();
  return (
    <a class="row" href={addresses.question(id)} aria-current={isHere ? 'true' : undefined}>
      <strong>{tool === '' ? 'An answer' : <Written text={tool} />}</strong>
      <span class="label">{label}</span>
      <span class="quiet">run {run.slice(0, 8)}</span>
      <span class="quiet ends">{spanOf(expiresMs - nowMs)} left</span>
    </a>
  );
}

function Rest({ page: { questions, total, hidden } }: { readonly page: QuestionPage }) {
  const more = total - questions.length;
  return (
    <>
      {questions.length === 0 && <p class="empty">No question waits for you.</p>}
      {more > 0 && <p class="quiet">and {more} more, which end later</p>}
      {hidden > 0 && <p class="quiet">{hidden} more are above your clearance</p>}
    </>
  );
}

function useKeys(questions: readonly Summary[], id: string | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'g') location.hash = addresses.questions;
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || questions.length === 0) return;
      const at = questions.findIndex((each) => each.id === id);
      const next = questions[Math.max(0, Math.min(questions.length - 1, at + step))];
      if (next !== undefined) location.hash = addresses.question(next.id);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [questions, id]);
}
