import type { RecordedMessage, RecordedRun } from 'sluice/recorded';
import { fieldsOf } from './fields.ts';

/** A stranger's words in a field that they can write, and the call that an obedient agent makes. */
export interface Attack {
  /** The result that they write into, counted from 0 among the results. */
  readonly result: number;
  /** JSON pointer of the field; empty where the result is a text. */
  readonly field: string;
  readonly words: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** `undefined` for what is none. */
export function readAttack(value: unknown): Attack | undefined {
  const { result = 0, field = '', words, tool, args } = fieldsOf(value);
  if (typeof result !== 'number' || typeof field !== 'string') return undefined;
  if (typeof words !== 'string' || typeof tool !== 'string') return undefined;
  return { result, field, words, tool, args: fieldsOf(args) };
}

/**
 * True if no argument stands in the words. The recorded agent then counts as knowing them by
 * itself, so the call shows nothing of what a stranger can do.
 */
export function isUnsaid({ words, args }: Attack): boolean {
  const values = scalarsIn(args);
  return values.length > 0 && !values.some((value) => words.includes(value));
}

function scalarsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(scalarsIn);
}

/** A field that a stranger may be said to write. */
export interface Field {
  readonly result: number;
  readonly field: string;
  /** For the list: `read_mail /0/body`. */
  readonly name: string;
}

const fieldsMax = 60;

/** The texts in the results of a run, in their order. */
export function fieldsIn(run: RecordedRun): readonly Field[] {
  const results = run.messages.filter((message) => message.role === 'tool');
  return results
    .flatMap(({ text, call }, result) =>
      pointersIn(jsonIn(text), '').map((field) => ({
        result,
        field,
        name: `${call.tool} ${field}`.trim(),
      })),
    )
    .slice(0, fieldsMax);
}

/** The run as it would be with an agent that obeys whatever it reads. */
export function attacked(run: RecordedRun, attack: Attack): RecordedRun {
  const call = { tool: attack.tool, args: attack.args };
  const made: readonly RecordedMessage[] = [
    { role: 'assistant', text: '', calls: [call] },
    { role: 'tool', call, text: 'ok', failed: false },
  ];
  let result = -1;
  const messages = run.messages.flatMap((message): readonly RecordedMessage[] => {
    if (message.role !== 'tool') return [message];
    result += 1;
    if (result !== attack.result) return [message];
    return [{ ...message, text: written(message.text, attack) }, ...made];
  });
  return { ...run, messages };
}

function written(text: string, { field, words }: Attack): string {
  const value = jsonIn(text);
  if (field === '' || typeof value !== 'object' || value === null) return `${text}\n${words}`;
  const steps = field.slice(1).split('/').map(unescaped);
  return JSON.stringify(writtenAt(value, steps, words), undefined, 2);
}

function writtenAt(value: unknown, steps: readonly string[], words: string): unknown {
  const [step, ...more] = steps;
  if (step === undefined) return `${String(value)}\n${words}`;
  if (Array.isArray(value)) {
    return value.map((each: unknown, at) =>
      String(at) === step ? writtenAt(each, more, words) : each,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === step ? writtenAt(each, more, words) : (each as unknown),
    ]),
  );
}

function pointersIn(value: unknown, at: string): readonly string[] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    pointersIn(each, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The value of a text in JSON; else the text itself. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
