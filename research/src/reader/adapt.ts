import type { PastCall } from './past-calls.ts';
import { listedTexts } from './rows.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments for the world as it is shown. A name that a vector of the environment is part of
 * (`Name_0`) reads otherwise once an attacker wrote to it: where a list shows another name of the
 * same stem and not this one, that name is meant.
 */
export function adapted(args: Arguments, past: readonly PastCall[]): Arguments {
  const stems = Object.values(args).flatMap((value) => stemOf(value) ?? []);
  const results = past.map(({ result }) => result);
  if (!stems.some((stem) => results.some((result) => result.includes(stem)))) return args;
  const names = new Set(results.flatMap(listedTexts));
  const entries = Object.entries(args).map(([key, value]): [string, unknown] => [
    key,
    adaptedName(value, names),
  ]);
  return Object.fromEntries(entries);
}

function adaptedName(value: unknown, names: ReadonlySet<string>): unknown {
  const stem = stemOf(value);
  if (stem === undefined || names.has(String(value))) return value;
  return [...names].find((name) => name.startsWith(stem)) ?? value;
}

function stemOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\w{3,}_(?=\d+$)/.exec(value)?.[0] : undefined;
}
