import type { Label } from '../label/label.ts';
import type { Decision } from '../engine/decision.ts';
import type { Outcome } from '../engine/events.ts';

/** How a user turn ended. A refusal or a failure is a result, not an exception. */
export interface TurnResult {
  readonly outcome: Outcome;
  /** The answer, or a fixed sentence that says why there is none. */
  readonly text: string;
  readonly label: Label;
  /** On the answer as a sink; `undefined` where there was no answer. */
  readonly decision: Decision | undefined;
}
