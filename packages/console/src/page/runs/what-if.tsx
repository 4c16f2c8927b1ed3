import type { JSX, RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { type WhatIf, whatIfShape } from '../api/shapes.ts';
import { wordsOf } from '../api/words.ts';
import { Written } from '../parts/written.tsx';

/** Tries an edited policy on the calls of a run. Nothing of it is put in force. */
export function WhatIfPanel({ run }: { readonly run: string }): JSX.Element {
  const [text, setText] = useState('');
  const [result, setResult] = useState<WhatIf>();
  const [problem, setProblem] = useState<string>();
  const editor = useRef<HTMLTextAreaElement>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const body = { policy: text };
      setResult(await call(`/runs/${run}/what-if`, whatIfShape, { method: 'POST', body }));
      setProblem(undefined);
    } catch (error) {
      const words = wordsOf(error);
      setResult(undefined);
      setProblem(words);
      selectLine(editor, Number(/policy\.yaml:(\d+)/i.exec(words)?.[1] ?? 0));
    }
  };
  return (
    <details class="behind">
      <summary>What if the policy were another?</summary>
      <form class="what-if" onSubmit={(event) => void submit(event)}>
        <p class="quiet">
          Decides the calls of this run again, at the labels that they had. Nothing is put in force.
        </p>
        <Editor editor={editor} text={text} isWrong={problem !== undefined} onText={setText} />
        <div role="status" id="policy-problem">
          {problem !== undefined && <p class="notice">{problem}</p>}
        </div>
        <button type="submit">Try it on this run</button>
      </form>
      <div role="status">{result !== undefined && <Result result={result} />}</div>
    </details>
  );
}

interface EditorProps {
  readonly editor: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly isWrong: boolean;
  readonly onText: (text: string) => void;
}

function Editor({ editor, text, isWrong, onText }: EditorProps): JSX.Element {
  return (
    <>
      <label for="policy-file">A policy file of yours</label>
      <input
        id="policy-file"
        type="file"
        accept=".yaml,.yml"
        onChange={({ currentTarget }) => {
          void currentTarget.files?.[0]?.text().then(onText);
        }}
      />
      <label for="policy-text">The policy, to edit</label>
      <textarea
        id="policy-text"
        ref={editor}
        rows={14}
        spellcheck={false}
        required
        aria-invalid={isWrong}
        aria-describedby="policy-problem"
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </>
  );
}

/** The line of the mistake, so that one sees it. */
function selectLine(editor: RefObject<HTMLTextAreaElement | null>, line: number): void {
  const { current } = editor;
  if (current === null || line === 0) return;
  const lines = current.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  current.focus();
  current.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

const words = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const;

function Result({ result: { calls, hidden } }: { readonly result: WhatIf }): JSX.Element {
  const changed = calls.filter(({ before, after }) => before !== after);
  return (
    <>
      <p>
        <strong>
          {changed.length} of {calls.length} calls would be decided otherwise.
        </strong>
        {hidden > 0 && ` ${hidden} more are above your clearance.`}
      </p>
      {changed.length > 0 && (
        <ul>
          {changed.map(({ call: id, tool, before, after, rule }) => (
            <li key={id}>
              <code>
                <Written text={tool} />
              </code>
              : {words[before]}, then{' '}
              {after === null ? 'unknown: the policy has no such label' : words[after]}
              {rule !== '' && (
                <>
                  {' '}
                  by rule <Written text={rule} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
