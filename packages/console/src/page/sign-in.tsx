import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { wordsOf } from './api/words.ts';
import { Mark } from './parts/mark.tsx';

interface SignInProps {
  readonly because?: string | undefined;
  readonly onKey: (key: string) => Promise<void>;
}

/** The key is sent to the gateway once, and kept nowhere in the browser. */
export function SignIn({ because, onKey }: SignInProps): JSX.Element {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(because);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await onKey(key.trim());
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form class="sheet" onSubmit={(event) => void submit(event)}>
        <h1 class="brand">
          <Mark /> Sluice
        </h1>
        <p>Decide on what your agents are about to do.</p>
        <div role="status">{problem !== undefined && <p class="notice">{problem}</p>}</div>
        <label for="key">Operator key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          placeholder="op-sluice-..."
          aria-describedby="key-help"
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-help" class="quiet">
          Or type <kbd>sluice console</kbd> in the folder of the gateway: it opens this page signed
          in, and the key stays where it is.
        </p>
        <button class="primary" type="submit" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
