import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const keys = [
  ['j, k', 'next question, the one before'],
  ['a', 'go to “Approve once”; Enter then says yes'],
  ['d', 'go to the reason for a no; Ctrl+Enter then says no'],
  ['f', 'fold and unfold long values'],
  ['g', 'back to the list'],
  ['?', 'this help; Esc closes it'],
] as const;

/** No key decides by itself: a yes takes two. */
export function Help({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keyboard</h2>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
