import type { JSX } from 'preact';
import { isUnsaid, type Attack, type Field } from '../attack.ts';
import type { Scene } from './scene.ts';

interface StrangerOptions {
  readonly scene: Scene;
  readonly fields: readonly Field[];
  readonly onChange: (part: Partial<Scene>) => void;
}

/** A stranger's words in a chosen field, and an agent that does what they say. */
export function Stranger({ scene, fields, onChange }: StrangerOptions): JSX.Element {
  const { attack, isAttacked } = scene;
  const set = (part: Partial<Attack>): void => {
    onChange({ attack: { ...attack, ...part }, isAttacked: true });
  };
  return (
    <fieldset class="attacker">
      <legend>
        <label>
          <input
            type="checkbox"
            checked={isAttacked}
            onChange={(event) => onChange({ isAttacked: event.currentTarget.checked })}
          />{' '}
          A stranger writes too
        </label>
      </legend>
      <Into fields={fields} attack={attack} onChange={set} />
      <label>
        the words{' '}
        <textarea
          rows={2}
          value={attack.words}
          onInput={(event) => set({ words: event.currentTarget.value })}
        />
      </label>
      <label>
        and the agent obeys: it calls{' '}
        <input value={attack.tool} onInput={(event) => set({ tool: event.currentTarget.value })} />
      </label>
      <Arguments args={attack.args} onChange={(args) => set({ args })} />
      {isAttacked && isUnsaid(attack) ? (
        <p class="error">
          None of these values stands in the words, so they count as the agent’s own, and the call
          may run. Write them into the words.
        </p>
      ) : null}
    </fieldset>
  );
}

interface IntoOptions {
  readonly fields: readonly Field[];
  readonly attack: Attack;
  readonly onChange: (part: Partial<Attack>) => void;
}

function Into({ fields, attack, onChange }: IntoOptions): JSX.Element {
  const chosen = fields.findIndex(
    ({ result, field }) => result === attack.result && field === attack.field,
  );
  return (
    <label>
      into{' '}
      <select
        value={String(chosen)}
        onChange={(event) => {
          const field = fields[Number(event.currentTarget.value)];
          if (field !== undefined) onChange({ result: field.result, field: field.field });
        }}
      >
        {chosen === -1 ? <option value="-1">choose a field</option> : null}
        {fields.map(({ name, result, field }, at) => (
          <option key={`${result} ${field}`} value={String(at)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ArgumentsOptions {
  readonly args: Attack['args'];
  readonly onChange: (args: Attack['args']) => void;
}

function Arguments({ args, onChange }: ArgumentsOptions): JSX.Element {
  return (
    <label>
      with{' '}
      <input
        class="args"
        value={JSON.stringify(args)}
        onChange={(event) => {
          const read = argsIn(event.currentTarget.value);
          if (read === undefined) {
            event.currentTarget.setCustomValidity('Write an object in JSON: {"to": "mallory"}');
            event.currentTarget.reportValidity();
          } else {
            event.currentTarget.setCustomValidity('');
            onChange(read);
          }
        }}
      />
    </label>
  );
}

function argsIn(text: string): Attack['args'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
