import { parse } from 'yaml';
import { readAttack, type Attack } from './attack.ts';
import { fieldsOf } from './fields.ts';

/** A scene to begin with, and what it shows. */
export interface Example {
  readonly name: string;
  readonly title: string;
  /** A few sentences on what there is to see. */
  readonly learn: string;
  /** A change to try, and its outcome. */
  readonly task: string;
  readonly way: string;
  readonly policy: string;
  readonly conversation: string;
  readonly attack: Attack;
}

/** The texts of `examples/*.yaml` by name, in the order in which they are learnt. */
export function examplesFrom(texts: Readonly<Record<string, string>>): readonly Example[] {
  return Object.entries(texts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => exampleFrom(name, parse(text)));
}

function exampleFrom(name: string, value: unknown): Example {
  const fields = fieldsOf(value);
  const text = (key: string): string => {
    const found = fields[key];
    if (typeof found !== 'string') throw new Error(`example ${name} has no \`${key}\``);
    return found.trim();
  };
  const attack = readAttack(fields['attack']);
  if (attack === undefined) throw new Error(`example ${name} has no \`attack\``);
  return {
    name,
    title: text('title'),
    learn: text('learn'),
    task: text('task'),
    way: text('way'),
    policy: `${text('policy')}\n`,
    conversation: `${text('conversation')}\n`,
    attack,
  };
}
