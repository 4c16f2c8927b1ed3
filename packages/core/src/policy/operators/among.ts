import { InexactNumber } from '../../history/json/exact-number.ts';
import { normalForm } from '../../history/normal-form.ts';
import { limits } from '../../limits.ts';
import type { ScalarSource } from '../source.ts';
import type { Test } from './operator.ts';

/**
 * Tests that a value is one of those listed. The result is unknown where the value has a type of
 * which none is listed, is too long to be read, or differs from one in case, width or surrounding
 * space alone: what a tool makes of `Boss@x` or `"true"` is not known, and a rule may allow as well
 * as forbid.
 */
export function isAmong(members: readonly ScalarSource[]): Test {
  const exact = new Set(members);
  const types = new Set(members.map(typeOf));
  const folded = new Set(members.map(fold));
  return (value) => {
    if (value instanceof InexactNumber) return isNearOne(exact, value) ? 'unknown' : 'false';
    if (!isScalar(value) || Number.isNaN(value)) return 'unknown';
    if (exact.has(value)) return 'true';
    if (typeof value === 'string' && value.length > limits.patternCharactersMax) return 'unknown';
    const isOther = types.has(typeOf(value)) && !folded.has(fold(value));
    return isOther || members.length === 0 ? 'false' : 'unknown';
  };
}

/** A reader with doubles may take it for one that is listed. */
function isNearOne(
  members: ReadonlySet<ScalarSource>,
  { between: [low, high] }: InexactNumber,
): boolean {
  return [...members].some((one) => typeof one !== 'number' || (one >= low && one <= high));
}

/** True if each of the first list is in the second. */
export function areAllIn(some: readonly ScalarSource[], others: readonly ScalarSource[]): boolean {
  return some.every((member) => others.includes(member));
}

/** True if the first list has a member of each type that the second has one of, or has none. */
export function hasTypesOf(
  some: readonly ScalarSource[],
  others: readonly ScalarSource[],
): boolean {
  const types = new Set(some.map(typeOf));
  return types.size === 0 || others.every((member) => types.has(typeOf(member)));
}

function typeOf(value: ScalarSource): string {
  return value === null ? 'null' : typeof value;
}

/** How a text reads to who does not mind case, width and surrounding space. */
export function fold(value: ScalarSource): string {
  return normalForm(String(value), 'NFKC').trim().toLowerCase();
}

export function isScalar(value: unknown): value is ScalarSource {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
