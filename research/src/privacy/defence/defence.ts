import type { ChatModel, Policy, Propagator, Shortcuts } from '@sluice/core';
import type { PrivacyTask } from '../task/task.ts';

/** The knowledge of a defence when a task begins. Only controls look at the task. */
export interface PrivacyContext {
  readonly task: PrivacyTask;
  readonly policy: Policy;
  /** The agent's own model. */
  readonly model: ChatModel;
}

/** A way to decide which calls are asked about, and what the model is shown before them. */
export interface PrivacyDefence {
  readonly name: string;
  /** Which calls a person is asked about: those above their ceiling, all, or none. */
  readonly asks: 'above-ceiling' | 'always' | 'never';
  /**
   * True if it decides in this process without asking the agent's own model, so that the best one
   * may be chosen among such. A reader that is asked says what only the ground truth knows.
   */
  readonly local: boolean;
  /** Default: the library's own loop. */
  readonly through?: 'gateway' | undefined;
  /** How steps are taken; default: as they ship. */
  readonly shortcuts?: Shortcuts | undefined;
  /** Asked once a run; throws where something that it needs cannot be had. */
  readonly propagator: (context: PrivacyContext) => Propagator;
}

/** The policy of a world under a defence. */
export function policyUnder(text: string, { asks }: Pick<PrivacyDefence, 'asks'>): string {
  switch (asks) {
    case 'above-ceiling':
      return text;
    case 'always':
      return text.replaceAll(/call: \{ ceiling: .* \}$/gm, 'call: never');
    case 'never':
      return text.replace('onViolation: ask', 'onViolation: log');
  }
}
