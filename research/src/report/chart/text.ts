import { plain } from '../plain.ts';

/**
 * A name of a ledger as the charts may be given it. HAZARD: zrender keeps the texts that it
 * measured
 * in a plain object, where `__proto__` alone would be read as `Object.prototype` and written to. So
 * no name stands alone, and what comes before it is ours.
 */
export function chartText(before: 'suite' | number, name: string): string {
  return `${before} ${plain(name)}`;
}
