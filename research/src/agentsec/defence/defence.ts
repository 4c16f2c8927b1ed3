import type { ChatModel, DraftCall } from '@sluice/core';
import type { Side, SecTask } from '../task/task.ts';

/** The kind of boundary that a defence draws (section 6.1); `flow` is Sluice's. */
export type Enforcement =
  | 'none'
  | 'annotation'
  | 'filtering'
  | 'provenance-projection'
  | 'capability-projection'
  | 'composition'
  | 'flow';

/** One side of a task, and the model to ask. */
export interface Episode {
  readonly task: SecTask;
  readonly side: Side;
  /** Keeps what it receives; each call is one exchange. */
  readonly model: ChatModel;
  /** The same model, for what a defence wants to ask of it besides: no reply of it may leave. */
  readonly asked: ChatModel;
  readonly signal: AbortSignal;
}

/** The calls and texts that left the system. */
export interface Left {
  /** Delivered to the user; each line stands in a reply of `final`, or the trial is an error. */
  readonly text: string;
  /** Executed; each is one of such a reply. */
  readonly calls: readonly DraftCall[];
  /** The exchanges, by number, whose outputs were taken: not drafts thrown away; default: all. */
  readonly standing?: readonly number[] | undefined;
  /**
   * Those of them that something left from, and the last; default: all. What they received is the
   * final model input, from which closure is read.
   */
  readonly final?: readonly number[] | undefined;
  /** Why everything was relevant, for each answer of a propagator that told nothing apart. */
  readonly everything?: readonly string[] | undefined;
}

/** A defence, in one file of its own: see `none.ts`, or `over-http.ts` for one of outside. */
export interface SecDefence {
  readonly name: string;
  readonly enforcement: Enforcement;
  /**
   * Lets the model answer. Whether the channel was closed is not for a defence to say: it is read
   * from what the model received.
   */
  readonly answer: (episode: Episode) => Promise<Left>;
}
