import { placeholder } from '@sluice/core';
import { isRecord } from './arguments.ts';
import type { ReaderView } from './output.ts';
import type { WantedCall } from './past-calls.ts';

/** The arguments that a view asks to leave for later, by tool: what is said, not what is done. */
export type LaterArguments = ReadonlyMap<string, ReadonlySet<string>>;

/** Stands for a text that is written later, where the only value that a schema allows says so. */
const later = 'later';

export function laterIn({ tools }: Pick<ReaderView, 'tools'>): LaterArguments {
  return new Map(
    tools.map(({ name, parameters }) => {
      const properties = parameters['properties'];
      const all = isRecord(properties) ? Object.entries(properties) : [];
      return [name, new Set(all.flatMap(([key, schema]) => (isLater(schema) ? [key] : [])))];
    }),
  );
}

function isLater(schema: unknown): boolean {
  const values = isRecord(schema) ? schema['enum'] : undefined;
  return Array.isArray(values) && values.length === 1 && values[0] === later;
}

/** The arguments that are decided now. */
export function decidedNow({ tool, args }: WantedCall, all: LaterArguments): WantedCall['args'] {
  const left = all.get(tool);
  return Object.fromEntries(Object.entries(args).filter(([name]) => left?.has(name) !== true));
}

/** The call with a word in place of each text that is written later. */
export function leftForLater<Call extends WantedCall>(call: Call, all: LaterArguments): Call {
  const left = all.get(call.tool);
  const args = Object.entries(call.args).map(([name, value]) => {
    return [name, left?.has(name) === true ? later : value] as const;
  });
  return { ...call, args: Object.fromEntries(args) };
}

/** True if all of a call that is decided now can be seen, and the rest is left for later. */
export function isDecided({ tool, args }: WantedCall, all: LaterArguments): boolean {
  const left = all.get(tool);
  if (left === undefined || left.size === 0) return false;
  const shown = Object.entries(args);
  return (
    shown.length > 0 && shown.every(([name, value]) => left.has(name) || value !== placeholder)
  );
}
