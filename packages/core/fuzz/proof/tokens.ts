/** The wire to the extracted model: texts with their length in bytes, one after another. */
import { createHash } from 'node:crypto';
import type { Mask } from '../lattices.ts';
import { isText, type Answer, type Parts, type Question } from '../../src/spec/world.ts';
import type { Region, Relevance, Reply, Ruling, Shown, View } from '../../src/spec/world.ts';

export function text(value: string): string {
  return `${Buffer.byteLength(value)}:${value}`;
}
export function number(value: number): string {
  return text(String(value));
}
export function flag(value: boolean): string {
  return text(value ? '1' : '0');
}
export function list<T>(values: readonly T[], each: (value: T) => string): string {
  return number(values.length) + values.map((value) => each(value)).join('');
}
export function option<T>(value: T | undefined, each: (value: T) => string): string {
  return value === undefined ? flag(false) : flag(true) + each(value);
}
export function pair([name, value]: readonly [string, string]): string {
  return text(name) + text(value);
}

/** The key of an answer in the table. */
export function keyOf(name: string, args: string): string {
  return createHash('md5')
    .update(text(name) + args)
    .digest('hex');
}

function region({ label, quoted, body }: Region<Mask>): string {
  const piece = (one: string | Region<Mask>): string =>
    isText(one) ? text('t') + text(one) : text('r') + region(one);
  return number(label) + flag(quoted) + list(body, piece);
}
export function parts({ shape, parts: all, failed }: Parts<Mask>): string {
  return number(shape) + flag(failed === true) + list(all, region);
}
function call({ tool, args }: Reply['calls'][number]): string {
  return text(tool) + text(args);
}
export function reply({ text: said, truncated, calls }: Reply): string {
  return text(said) + flag(truncated) + list(calls, call);
}

export function ruling(given: Ruling<Mask>): string {
  if ('deny' in given) return text('deny') + text(given.deny);
  const { ceiling, control, data = {}, otherwise } = given;
  const known = ceiling === 'never' ? undefined : ceiling;
  const one = ([name, bound]: [string, Mask]): string => text(name) + number(bound);
  return (
    text('ceiling') +
    option(known, number) +
    option(control, number) +
    list(Object.entries(data), one) +
    text(otherwise)
  );
}

export function relevance(said: Relevance<Mask>): string {
  if (said === 'everything') return text('everything');
  if ('label' in said) return text('label') + number(said.label);
  const unsourced = said.unsourced ?? [];
  return (
    text('regions') +
    list(said.regions, number) +
    list(unsourced, ({ call: at, name }) => number(at) + text(name))
  );
}

export function question({ tool, args, label, control }: Question<Mask>): string {
  return text(tool) + text(args) + number(label) + option(control, number);
}
export function answer(given: Answer<Mask>, asked: Question<Mask>): string {
  if (typeof given === 'string') return text(given);
  return text('yes') + flag(given.yes === asked) + list(given.by, text);
}

function shown(entry: Shown): string {
  if ('role' in entry) return text(entry.role) + list(entry.parts, text);
  const each = (one: (typeof entry.calls)[number]): string =>
    text(one.tool) + text(one.args) + list(one.result, text) + flag(one.failed);
  return text('assistant') + text(entry.text) + list(entry.calls, each);
}
export function view({ tools, entries }: View): string {
  return list(tools, text) + list(entries, shown);
}
