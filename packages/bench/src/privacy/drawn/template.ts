import { categoriesOf } from '../task/oracle-label.ts';
import type { PrivacyTask, Setting, Turn } from '../task/task.ts';
import { valuesOf, type Values } from './draws.ts';

/** What a template makes of a person's data. */
export type Form = Pick<PrivacyTask, 'pattern' | 'request' | 'steps' | 'told'>;

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

/**
 * The task with this number: its template follows from the number, all else from the seed. What it
 * needs is in its context, and by chance more; something private always is.
 */
export function drawnTask<Data>(
  source: Source<Data>,
  { seed, number }: { readonly seed: number; readonly number: number },
): PrivacyTask {
  const values = valuesOf(seed * 100_003 + number);
  const data = source.dataFrom(values);
  const template = source.templates[number % source.templates.length];
  if (template === undefined) throw new RangeError('a world has no template');
  const form = template(data, values);
  const prior = priorsFor(form, source.priors, values);
  const id = `${source.world}-drawn-${seed}-${number}`;
  return { id, setting: source.settingOf(data), prior, ...form };
}

function priorsFor(form: Form, priors: readonly Prior[], values: Values): readonly Turn[] {
  const needed = new Set(form.steps.flatMap((_, index) => categoriesOf(form, index)));
  const isNeeded = ({ shows }: Prior): boolean => shows.some((category) => needed.has(category));
  const chosen = priors.filter((prior) => isNeeded(prior) || values.below(2) === 0);
  const all = chosen.length > 0 ? chosen : [values.of(priors)];
  return values.shuffled(all).map(({ turn }) => turn);
}
