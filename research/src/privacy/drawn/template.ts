import { categoriesOf } from '../task/oracle-label.ts';
import type { PrivacyTask, Setting, Turn } from '../task/task.ts';
import { valuesOf, type Values } from './draws.ts';
import { templatesOf, type Half } from './halves.ts';

/** A template filled with a person's data. */
export interface Form extends Pick<
  PrivacyTask,
  'pattern' | 'request' | 'steps' | 'told' | 'answer'
> {
  /** Other words for the request, where few values come into it. */
  readonly rewordings?: readonly string[] | undefined;
}

export type Template<Data> = (data: Data, values: Values) => Form;

/** A turn before the task, with the categories that it brings into the context. */
export interface Prior {
  readonly turn: Turn;
  readonly shows: readonly string[];
}

/** Where the generated tasks of one world come from. */
export interface Source<Data> {
  readonly world: string;
  readonly templates: readonly Template<Data>[];
  readonly priors: readonly Prior[];
  readonly dataFrom: (values: Values) => Data;
  readonly settingOf: (data: Data) => Setting;
}

/** Which task is drawn. */
interface Drawing {
  readonly seed: number;
  readonly number: number;
  /** The half of the templates to draw from; without it all of them. */
  readonly half?: Half | undefined;
  /** Requests that the task may not have, word for word. */
  readonly except: ReadonlySet<string>;
}

const attemptsMax = 100;

/**
 * The task with this number: its template follows from the number, all else from the seed. What it
 * needs is in its context, and by chance more; something private always is. A request that it may
 * not have is drawn again.
 */
export function drawnTask<Data>(source: Source<Data>, drawing: Drawing): PrivacyTask {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const task = attempted(source, drawing, attempt);
    if (task !== undefined) return task;
  }
  throw new RangeError('a template has too few requests');
}

function attempted<Data>(
  source: Source<Data>,
  { seed, number, half, except }: Drawing,
  attempt: number,
): PrivacyTask | undefined {
  const values = valuesOf(seed * 100_003 + number + attempt * 10_000_019);
  const data = source.dataFrom(values);
  const count = source.templates.length;
  const own =
    half === undefined ? [...source.templates.keys()] : templatesOf(half, source.world, count);
  const at = own[number % own.length] ?? 0;
  const template = source.templates[at];
  if (template === undefined) throw new RangeError('a world has no template');
  const { rewordings = [], ...form } = template(data, values);
  const request = [form.request, ...rewordings].find((each) => !except.has(each));
  if (request === undefined) return undefined;
  const prior = priorsFor(form, source.priors, values);
  const id = `${source.world}-drawn-${seed}-${number}`;
  const setting = source.settingOf(data);
  return { id, template: `${source.world}/${at}`, setting, prior, ...form, request };
}

function priorsFor(form: Form, priors: readonly Prior[], values: Values): readonly Turn[] {
  const answered = (form.answer?.needs ?? []).flatMap(({ of }) => of ?? []);
  const called = form.steps.flatMap((_, index) => categoriesOf(form, index));
  const needed = new Set([...called, ...answered]);
  const isNeeded = ({ shows }: Prior): boolean => shows.some((category) => needed.has(category));
  const chosen = priors.filter((prior) => isNeeded(prior) || values.below(2) === 0);
  const all = chosen.length > 0 ? chosen : [values.of(priors)];
  return values.shuffled(all).map(({ turn }) => turn);
}
