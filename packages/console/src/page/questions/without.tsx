import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { type Detail, type Draft, draftShape, type Who } from '../api/shapes.ts';
import { wordsOf } from '../api/words.ts';
import { Written } from '../parts/written.tsx';
import { isSameCall } from './same-call.ts';

interface WithoutProps {
  readonly detail: Detail;
  readonly who: Who;
}

/** The agent's draft from what the ceiling admits, beside the call that is asked about. */
export function Without({ detail, who }: WithoutProps): JSX.Element | null {
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { id, tool, state } = detail;
  if (state !== 'open' || !who.roles.includes('approver') || tool === '') return null;
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      setDraft(await call(`/questions/${id}/without`, draftShape, { method: 'POST', body: {} }));
      setProblem(undefined);
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <section class="without" aria-label="Without the text">
      {draft === undefined && (
        <button type="button" disabled={isBusy} aria-busy={isBusy} onClick={() => void ask()}>
          What would the agent do without this text?
        </button>
      )}
      <div role="status">
        {problem !== undefined && <p class="notice">{problem}</p>}
        {draft !== undefined && <Beside detail={detail} draft={draft} />}
      </div>
    </section>
  );
}

function Beside({ detail, draft }: { readonly detail: Detail; readonly draft: Draft }) {
  const { calls, text, label } = draft;
  const isSame = calls.some((each) => isSameCall(each, detail));
  return (
    <>
      <h2>
        {isSame
          ? 'Without this text the agent would make the same call.'
          : 'Without this text the agent would not make this call.'}
      </h2>
      <div class="sides">
        <figure>
          <figcaption>With it</figcaption>
          <Call tool={detail.tool} args={detail.args} />
        </figure>
        <figure>
          <figcaption>
            Without it <span class="label">{label}</span>
          </figcaption>
          {calls.map(({ tool, args }, at) => (
            <Call key={at} tool={tool} args={args} />
          ))}
          {text !== '' && (
            <blockquote tabIndex={0}>
              <Written text={text.slice(0, textMax)} />
              {text.length > textMax && '...'}
            </blockquote>
          )}
          {calls.length === 0 && text === '' && <p class="quiet">It would do nothing.</p>}
        </figure>
      </div>
      <p class="quiet">A draft: nobody carries it out, and the agent does not see it.</p>
    </>
  );
}

const textMax = 1_200;

function Call({ tool, args }: { readonly tool: string; readonly args: string }): JSX.Element {
  return (
    <p>
      <code>
        <Written text={`${tool}(${args.slice(0, textMax)}${args.length > textMax ? '...' : ''})`} />
      </code>
    </p>
  );
}
