import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { type Detail, summaryShape, type Who } from '../api/shapes.ts';
import { wordsOf } from '../api/words.ts';
import { isTyping } from '../parts/keys.ts';
import { Written } from '../parts/written.tsx';
import { factOf } from '../../text/index.ts';

interface AnswerProps {
  readonly detail: Detail;
  /** What became of the question since it was shown. */
  readonly changed: readonly string[];
  readonly who: Who;
  /** The person has read what changed. */
  readonly onAccept: () => void;
}

type Outcome = { readonly kind: 'done' | 'refused'; readonly text: string };

/** Nothing is chosen beforehand, and no key answers by itself. */
export function AnswerBar({ detail, changed, who, onAccept }: AnswerProps): JSX.Element {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const { id, hash, state } = detail;
  const act = async (path: 'approve' | 'deny', reason?: string): Promise<void> => {
    setBusy(true);
    try {
      const body = reason === undefined ? { hash } : { hash, reason };
      const { waitingFor } = await call(`/questions/${id}/${path}`, summaryShape, {
        method: 'POST',
        body,
      });
      setOutcome({ kind: 'done', text: doneText(path, waitingFor) });
    } catch (error) {
      setOutcome({ kind: 'refused', text: wordsOf(error) });
    }
    setBusy(false);
  };
  const isDone = outcome?.kind === 'done';
  const isOpen = state === 'open' && !isDone && changed.length === 0;
  return (
    <footer class="answers" aria-label="Answer">
      <div role="status">{outcome !== undefined && <Told outcome={outcome} />}</div>
      {changed.length > 0 && !isDone && <Changed changed={changed} onAccept={onAccept} />}
      {state !== 'open' && !isDone && <p class="notice">This question is {state}.</p>}
      {isOpen && (
        <Choices
          detail={detail}
          mayAnswer={who.roles.includes('approver')}
          isBusy={isBusy}
          onApprove={() => void act('approve')}
          onDeny={(reason) => void act('deny', reason)}
        />
      )}
    </footer>
  );
}

function doneText(path: 'approve' | 'deny', waitingFor: readonly string[]): string {
  if (path === 'deny') return 'Denied. The call is not made.';
  if (waitingFor.length > 0) return `Noted. It still needs ${waitingFor.join(' and ')}.`;
  return 'Approved. Exactly this call runs, once.';
}

function Told({ outcome: { kind, text } }: { readonly outcome: Outcome }): JSX.Element {
  return <p class={kind === 'done' ? 'done' : 'notice'}>{text}</p>;
}

interface ChangedProps {
  readonly changed: readonly string[];
  readonly onAccept: () => void;
}

function Changed({ changed, onAccept }: ChangedProps): JSX.Element {
  return (
    <div class="changed" role="alert">
      <p>
        <strong>This changed while you read it.</strong>
      </p>
      <ul>
        {changed.map((text) => (
          <li key={text}>
            <Written text={text} />
          </li>
        ))}
      </ul>
      <button type="button" onClick={onAccept}>
        Show it as it is now
      </button>
    </div>
  );
}

interface ChoicesProps {
  readonly detail: Detail;
  readonly mayAnswer: boolean;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onDeny: (reason: string | undefined) => void;
}

function Choices({ detail, mayAnswer, isBusy, onApprove, onDeny }: ChoicesProps): JSX.Element {
  const [reason, setReason] = useState('');
  const yes = useRef<HTMLButtonElement>(null);
  const why = useRef<HTMLTextAreaElement>(null);
  useFocusKeys({ a: yes, d: why });
  if (!mayAnswer) return <p class="notice">You may look. Answering takes the role “approver”.</p>;
  const deny = (): void => onDeny(reason.trim() === '' ? undefined : reason.trim());
  return (
    <div class="choices">
      <p class="recall">{factOf(detail).sentence}</p>
      <div class="no">
        <label for="reason">Reason for a no (the agent is told)</label>
        <textarea
          id="reason"
          ref={why}
          rows={1}
          maxLength={2_000}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) deny();
          }}
        />
      </div>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={deny} aria-describedby="no-means">
          Deny
        </button>
        <button
          type="button"
          ref={yes}
          disabled={isBusy}
          onClick={onApprove}
          aria-describedby="yes-means"
        >
          Approve once
        </button>
      </div>
      <Meaning waitingFor={detail.waitingFor} />
    </div>
  );
}

/** What happens on each answer. */
function Meaning({ waitingFor }: Pick<Detail, 'waitingFor'>): JSX.Element {
  return (
    <>
      <p class="quiet" id="no-means">
        A no: the call is not made, and the agent goes on without it.
      </p>
      <p class="quiet" id="yes-means">
        A yes: exactly this call runs, once. No text becomes trusted by it
        {waitingFor.length > 0 && `; it needs ${waitingFor.join(' and ')}`}.
      </p>
    </>
  );
}

/** Keys that go somewhere; none of them answers. */
function useFocusKeys(places: Readonly<Record<string, RefObject<HTMLElement | null>>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const place = Object.hasOwn(places, event.key) ? places[event.key] : undefined;
      if (place === undefined || isTyping(event)) return;
      event.preventDefault();
      place.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
