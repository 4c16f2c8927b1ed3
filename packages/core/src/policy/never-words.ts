import type { OnViolation } from './policy.ts';

/** What becomes of a call that no label makes automatic, and who may still say yes. */
export const neverWords: Readonly<Record<OnViolation, string>> = {
  ask: 'each call waits for a person, whatever its label; whoever may see its arguments can say yes',
  block: 'each call is refused, whatever its label, and nobody is asked (`onViolation: block`)',
  log: 'yet each call runs and is recorded, whatever its label (`onViolation: log`)',
};
