import { withoutOrders } from '../defence/patterns.ts';
import type { LabelledPrompt } from './prompt-shield.ts';

/** What the transparent filter does with a collection that it was not written for. */
export interface Detected {
  /** The share of injections in which it changes something. */
  readonly detected: number;
  /** The share of other texts in which it does. */
  readonly falseAlarms: number;
}

export function detectedBy(prompts: readonly LabelledPrompt[]): Detected {
  const shareOf = (isInjection: boolean): number => {
    const own = prompts.filter((each) => each.isInjection === isInjection);
    const changed = own.filter(({ text }) => withoutOrders([{ from: '', text }])[0]?.text !== text);
    return own.length === 0 ? 0 : changed.length / own.length;
  };
  return { detected: shareOf(true), falseAlarms: shareOf(false) };
}
