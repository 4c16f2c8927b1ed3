import type { ModelReply } from '@sluice/core';
import { argumentsOf } from '../../../reader/arguments.ts';

/** A text or a number in the arguments of a drafted call. */
export interface Leaf {
  /** Index into the draft's calls. */
  readonly call: number;
  /** JSON pointer. */
  readonly argument: string;
  readonly text: string;
  readonly isNumber: boolean;
}

/** The texts and numbers of a draft; `undefined` where its arguments cannot be read. */
export function leavesOf({ calls }: ModelReply): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  for (const [call, { args }] of calls.entries()) {
    const read = argumentsOf(args);
    if (read === undefined) return undefined;
    leaves.push(...leavesIn(read, call, ''));
  }
  return leaves;
}

function leavesIn(value: unknown, call: number, argument: string): readonly Leaf[] {
  if (typeof value === 'string') return [{ call, argument, text: value, isNumber: false }];
  if (typeof value === 'number') return [{ call, argument, text: String(value), isNumber: true }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
    return leavesIn(inner, call, `${argument}/${escaped}`);
  });
}
