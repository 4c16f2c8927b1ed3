import { wantedArgs } from '../reader/next-call.ts';
import { standsIn } from '../reader/seen.ts';
import { needsOf } from './oracle-label.ts';
import type { Step } from './task.ts';

/** True if a text stands in a ground-truth call as it should be, or in what it is made from. */
export function isNeeded(step: Step | undefined, text: string): boolean {
  if (step === undefined) return false;
  const texts = [...needsOf(step).map((need) => need.text), JSON.stringify(wantedArgs(step))];
  return texts.some((each) => standsIn(each, text));
}
