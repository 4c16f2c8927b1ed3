import { placeholder } from '@sluice/core';
import type { WantedCall } from './past-calls.ts';

/** The arguments that a view asks to leave for later, by tool: what is said, not what is done. */
export type LaterArguments = ReadonlyMap<string, ReadonlySet<string>>;

/** The arguments that are decided now. */
export function decidedNow({ tool, args }: WantedCall, all: LaterArguments): WantedCall['args'] {
  const left = all.get(tool);
  return Object.fromEntries(Object.entries(args).filter(([name]) => left?.has(name) !== true));
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
