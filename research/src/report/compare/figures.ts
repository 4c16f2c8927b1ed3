import type { PairedDifference } from '../../statistics/bootstrap.ts';
import type { ComparedMean, ComparedShare } from './compare.ts';

export function shareText({ count, of }: ComparedShare['first']): string {
  return `${((100 * count) / of).toFixed(1)}% (${count}/${of})`;
}

/** In percentage points. */
export function shareDifferenceText({ difference }: ComparedShare): string {
  return `${differenceText(difference, { scale: 100, digits: 1 })} points`;
}

/** First, second, difference. */
export function meanText({ first, second, difference }: ComparedMean): readonly string[] {
  const digits = Math.max(Math.abs(first), Math.abs(second)) < 100 ? 3 : 0;
  const texts = [first, second].map((value) => value.toFixed(digits));
  return [...texts, differenceText(difference, { scale: 1, digits })];
}

export function pText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

function differenceText(
  { difference, low, high }: PairedDifference,
  { scale, digits }: { readonly scale: number; readonly digits: number },
): string {
  const [middle, from, to] = [difference, low, high].map((value) => signed(scale * value, digits));
  return `${middle} [${from}, ${to}]`;
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text.replace(/^-(?=[0.]+$)/, '');
}
