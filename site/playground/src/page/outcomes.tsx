import { limits, placeholder } from '@sluice/core';
import type { JSX } from 'preact';
import type {
  Piece,
  Played,
  PlayedAnswer,
  PlayedCall,
  PlayedMessage,
  ShownMessage,
  Word,
} from '../play.ts';
import { seen } from '../seen.ts';

/** A conversation as Sluice sees it: labels as colours, each step with what the model was shown. */
export function Outcomes({ played }: { readonly played: Played | undefined }): JSX.Element {
  if (played === undefined) {
    return <p class="hint">Nothing is played until policy and conversation can be read.</p>;
  }
  const { allow, ask, deny } = played.counts;
  return (
    <>
      <p class="counts" role="status">
        <strong>{allow}</strong> {allow === 1 ? 'call runs' : 'calls run'} without a question,{' '}
        <strong>{ask}</strong> {ask === 1 ? 'waits' : 'wait'} for a person, <strong>{deny}</strong>{' '}
        {deny === 1 ? 'is' : 'are'} refused
      </p>
      {played.isCutShort ? (
        <p class="error">
          A turn of more than {limits.stepsPerTurnMax} steps ends there: the rest of it was not
          played.
        </p>
      ) : null}
      <p class="legend">
        <span class="piece public">trusted and public</span>{' '}
        <span class="piece secret">not for everyone</span>{' '}
        <span class="piece stranger">a stranger may have written it</span>
      </p>
      <ol class="messages">
        {played.messages.map((message, at) => (
          <li key={at}>
            <OneMessage message={message} />
          </li>
        ))}
      </ol>
      <p class="hint">
        Where a call waits, this page goes on as if the person had said yes. The agent is the
        recorded one: it makes a call again only where it can still see what it needs.
      </p>
    </>
  );
}

function OneMessage({ message }: { readonly message: PlayedMessage }): JSX.Element {
  if (message.kind === 'said') {
    return (
      <div class="said">
        <p class="who">
          <Written text={message.by} /> <Label text={message.label} />
        </p>
        <Text pieces={message.pieces} />
      </div>
    );
  }
  const { number, label, how, shown, hides, text, calls, answer } = message;
  return (
    <div class="step">
      <p class="who">
        agent, step {number} <Label text={label} />
      </p>
      {text.length === 0 ? null : <Text pieces={text} />}
      {calls.map((call, at) => (
        <OneCall key={at} call={call} />
      ))}
      {answer === undefined ? null : <Answer answer={answer} isSilent={text.length === 0} />}
      <details>
        <summary>
          {hides
            ? 'What the model was shown: not all of it'
            : 'What the model was shown: all of it'}
        </summary>
        <p class="hint">{how}</p>
        <ol class="shown">
          {shown.map((one, at) => (
            <li key={at}>
              <Shown message={one} />
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

interface AnswerOptions {
  readonly answer: PlayedAnswer;
  readonly isSilent: boolean;
}

function Answer({ answer, isSilent }: AnswerOptions): JSX.Element {
  const { word, reason, rule } = answer;
  return (
    <div class={`call ${word}`}>
      <p>
        <strong>answer</strong>{' '}
        <b class={`word ${word}`}>{word === 'allow' ? 'goes out' : words[word]}</b>{' '}
        <span class="hint">
          {reason} ({rule})
        </span>
      </p>
      {isSilent ? (
        <p class="hint">
          It is empty: the recorded agent says nothing where text is hidden. A real one would answer
          from what it was shown.
        </p>
      ) : null}
    </div>
  );
}

function Label({ text }: { readonly text: string }): JSX.Element {
  return <span class="label">{text}</span>;
}

function Text({ pieces }: { readonly pieces: readonly Piece[] }): JSX.Element {
  return (
    <pre>
      {pieces.map((piece, at) => (
        <span key={at} class={`piece ${piece.tone}`} title={piece.label}>
          <Written text={piece.text} />
        </span>
      ))}
    </pre>
  );
}

const words: Readonly<Record<Word, string>> = {
  allow: 'runs',
  ask: 'waits for a person',
  deny: 'is refused',
};

function OneCall({ call }: { readonly call: PlayedCall }): JSX.Element {
  return (
    <div class={`call ${call.word}`}>
      <p>
        <strong>
          <Written text={call.tool} />
        </strong>{' '}
        <b class={`word ${call.word}`}>{words[call.word]}</b>{' '}
        <span class="hint">
          {call.reason} ({call.rule})
        </span>
      </p>
      <Text pieces={call.args} />
      <dl>
        <dt>label</dt>
        <dd>
          <span class={`piece ${call.tone}`}>{call.label}</span>
        </dd>
        <dt>ceiling</dt>
        <dd>
          {call.ceiling}
          {call.ceilings.map((each) => (
            <span key={each}>; {each}</span>
          ))}
        </dd>
        {call.sources.map(({ argument, place, how, excerpt, tone, label }) => (
          <Source key={`${argument} ${place}`} argument={argument}>
            from {place} ({how}):{' '}
            <q class={`piece ${tone}`}>
              <Written text={excerpt} />
            </q>{' '}
            <Label text={label} />
          </Source>
        ))}
        {call.unsourced.map((argument) => (
          <Source key={argument} argument={argument}>
            nothing visible: the model’s own words
          </Source>
        ))}
      </dl>
    </div>
  );
}

function Source({
  argument,
  children,
}: {
  readonly argument: string;
  readonly children: JSX.Element | readonly (JSX.Element | string)[] | string;
}): JSX.Element {
  return (
    <>
      <dt>{argument}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Shown({ message }: { readonly message: ShownMessage }): JSX.Element {
  const parts = message.text.split(placeholder);
  return (
    <>
      <span class="who">{message.by}</span>
      <pre>
        {parts.map((part, at) => (
          <span key={at}>
            {at === 0 ? null : <span class="hidden">hidden</span>}
            <Written text={part} />
          </span>
        ))}
      </pre>
    </>
  );
}

function Written({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {seen(text).map((part, at) =>
        part.marked ? (
          <mark key={at} title="a screen would hide it, obey it, or show it as another">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
