import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Example } from '../examples.ts';
import { written, type Shared } from '../share.ts';
import { Editor, type Mark } from './editor.tsx';
import { Outcomes } from './outcomes.tsx';
import { outcomeOf, sceneOf, type Outcome, type Scene } from './scene.ts';
import { Stranger } from './stranger.tsx';

interface AppOptions {
  readonly examples: readonly Example[];
  readonly shared: Shared | undefined;
  /** The address should have held a scene, and holds none that can be read. */
  readonly isBroken: boolean;
}

const brokenLink = 'The link cannot be read: a part of it is missing. This is the first example.';

const ways: Readonly<Record<string, string>> = {
  lineage: 'lineage: what a call was copied from',
  naive: 'naive: all that the model saw',
  'redact-all': 'redact-all: nothing that a stranger wrote',
  roles: 'roles: lineage, with labels per argument',
};

export function App({ examples, shared, isBroken }: AppOptions): JSX.Element {
  const [first] = examples;
  if (first === undefined) throw new Error('there is no example');
  const [example, setExample] = useState(shared === undefined ? first : undefined);
  const [scene, setScene] = useState<Scene>(() => begin(first, shared));
  const { outcome, isOld } = useOutcome(scene);
  const [said, setSaid] = useState(isBroken ? brokenLink : '');
  const change = (part: Partial<Scene>): void => {
    setSaid('');
    setScene((before) => ({ ...before, ...part }));
  };
  const share = async (): Promise<void> => {
    const { isAttacked, attack, ...rest } = scene;
    const hash = await written(isAttacked ? { ...rest, attack } : rest);
    history.replaceState(undefined, '', `#${hash}`);
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    setSaid('The link is in the address bar. It holds everything; nothing was sent.');
  };
  return (
    <>
      <Top
        examples={examples}
        example={example}
        onExample={(chosen) => {
          history.replaceState(undefined, '', location.pathname);
          setExample(chosen);
          setSaid('');
          setScene(sceneOf(chosen));
        }}
        onShare={() => void share()}
        said={said}
      />
      <main>
        <section class="inputs" aria-label="What goes in">
          {example === undefined ? <OfALink /> : <Lesson example={example} />}
          <Inputs scene={scene} outcome={outcome} onChange={change} />
        </section>
        <section class="outcomes" aria-label="What comes out" aria-busy={isOld}>
          <Way name={scene.way} onChange={(way) => change({ way })} />
          <Outcomes played={outcome?.played} />
        </section>
      </main>
    </>
  );
}

/** A long conversation is not played again for each letter that somebody types. */
const pauseMs = 150;

/** The outcome of the newest scene: an older one that comes late is dropped. */
function useOutcome(scene: Scene): { outcome: Outcome | undefined; isOld: boolean } {
  const [settled, setSettled] = useState<{ scene: Scene; outcome: Outcome }>();
  useEffect(() => {
    let isOld = false;
    const settle = async (): Promise<void> => {
      const found = await outcomeOf(scene);
      if (!isOld) setSettled({ scene, outcome: found });
    };
    const timer = setTimeout(() => void settle(), pauseMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [scene]);
  return { outcome: settled?.outcome, isOld: settled?.scene !== scene };
}

function OfALink(): JSX.Element {
  return (
    <div class="lesson">
      <h2>A scene from a link</h2>
      <p>Whoever made the link wrote all of it. Choose an example above to begin with another.</p>
    </div>
  );
}

function Lesson({ example }: { readonly example: Example }): JSX.Element {
  return (
    <div class="lesson">
      <h2>{example.title}</h2>
      <p>{withCode(example.learn)}</p>
      <p>
        <strong>Try: </strong>
        {withCode(example.task)}
      </p>
    </div>
  );
}

interface InputOptions {
  readonly scene: Scene;
  readonly outcome: Outcome | undefined;
  readonly onChange: (part: Partial<Scene>) => void;
}

function Inputs({ scene, outcome, onChange }: InputOptions): JSX.Element {
  const marks = useMemo(() => (outcome?.problems ?? []).map(markOf), [outcome?.problems]);
  return (
    <>
      <h2>Policy</h2>
      <Editor
        label="Policy, in YAML"
        text={scene.policy}
        marks={marks}
        completes={true}
        onChange={(policy) => onChange({ policy })}
      />
      <Problems outcome={outcome} />
      <h2>Conversation</h2>
      <Editor
        label="Conversation, in YAML or JSON"
        text={scene.conversation}
        marks={none}
        completes={false}
        onChange={(conversation) => onChange({ conversation })}
      />
      <p class="hint">
        A list of <code>user</code>, <code>call</code> and <code>answer</code>, or paste messages of
        OpenAI, Anthropic or AgentDojo. It stays in this page.
      </p>
      {outcome?.unread === undefined ? null : <p class="error">{outcome.unread}</p>}
      <Stranger scene={scene} fields={outcome?.fields ?? []} onChange={onChange} />
    </>
  );
}

interface WayOptions {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

function Way({ name, onChange }: WayOptions): JSX.Element {
  return (
    <label class="way">
      A call depends on{' '}
      <select value={name} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(ways).map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

const none: readonly Mark[] = [];

/** A text in which what stands between backticks is code. */
function withCode(text: string): readonly (JSX.Element | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>));
}

function begin(example: Example, shared: Shared | undefined): Scene {
  if (shared === undefined) return sceneOf(example);
  const { attack = example.attack, ...rest } = shared;
  return { ...rest, attack, isAttacked: shared.attack !== undefined };
}

function markOf({ line, severity, message, hint }: Outcome['problems'][number]): Mark {
  return { line, severity, message: `${message}; ${hint}` };
}

function Problems({ outcome }: { readonly outcome: Outcome | undefined }): JSX.Element | null {
  const problems = outcome?.problems ?? [];
  if (problems.length === 0) return <p class="hint">No problem found. Ctrl-Space offers keys.</p>;
  return (
    <ul class="problems" aria-label="Problems of the policy">
      {problems.map(({ line, severity, message, hint }) => (
        <li key={`${line} ${message}`} class={severity}>
          <strong>
            line {line}, {severity}:
          </strong>{' '}
          {message}. <span class="hint">{hint}</span>
        </li>
      ))}
    </ul>
  );
}

interface TopOptions {
  readonly examples: readonly Example[];
  readonly example: Example | undefined;
  readonly onExample: (example: Example) => void;
  readonly onShare: () => void;
  readonly said: string;
}

function Top({ examples, example, onExample, onShare, said }: TopOptions): JSX.Element {
  return (
    <header>
      <h1>
        <a href="../">Sluice</a> playground
      </h1>
      <label>
        Example{' '}
        <select
          value={example?.name ?? ''}
          onChange={(event) => {
            const chosen = examples.find(({ name }) => name === event.currentTarget.value);
            if (chosen !== undefined) onExample(chosen);
          }}
        >
          {example === undefined ? <option value="">from a link</option> : null}
          {examples.map(({ name, title }, at) => (
            <option key={name} value={name}>
              {at + 1}. {title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={onShare}>
        Share a link
      </button>
      <span role="status">{said}</span>
    </header>
  );
}
