import type { View } from '@sluice/core';
import type { WantedCall } from './past-calls.ts';
import type { TaskName } from './tasks.ts';

/** The provider's view, as far as a reader looks at it. */
export interface ReaderView extends View {
  /** `none`: the answer must be text. */
  readonly toolChoice?: 'none' | undefined;
}

export interface ReaderCall extends WantedCall {
  /** A function of the task and the step that the call is for. */
  readonly id: string;
  readonly purpose: 'user' | 'injection';
}

/** The reader's next step, and why. */
export interface ReaderOutput {
  readonly calls: readonly ReaderCall[];
  readonly text: string;
  readonly why:
    | 'unknown-task'
    | 'tools-asked-for'
    | 'injection'
    | 'stopped'
    | 'gave-up'
    | 'task'
    | 'cannot-see-arguments'
    | 'cannot-see-answer'
    | 'answer';
  /** The task that was recognised. */
  readonly task: TaskName | undefined;
}
