import type { Enforcement } from '../defence/defence.ts';
import type { GameName, Side } from '../task/task.ts';

/** The record of one execution (6.1). */
export interface Trace {
  readonly task: string;
  readonly game: GameName;
  readonly kind: string;
  readonly attack: string;
  readonly covered: boolean;
  readonly side: Side;
  readonly model: string;
  readonly defence: string;
  readonly enforcement: Enforcement;
  /** The designated coordinates were in nothing that the output was generated from. */
  readonly closed: boolean;
  /** The protected event in what was delivered or executed. */
  readonly violated: boolean;
  /** The same event in what the model proposed; Sluice may have refused it. */
  readonly proposed: boolean;
  /** The protected event, for distinguishers of meaning too (`isTold`). */
  readonly semantic: boolean;
  /** True if the likelihood of the output alone told it; `undefined` where nobody scored it. */
  readonly semanticScorer?: boolean | undefined;
  /** The validator lets what left through. */
  readonly passes: boolean;
  /** Canary disclosure, in the retrieval game alone. */
  readonly leaked: boolean;
  readonly utility: number;
  /** The effects that a person would notice: terms of the task, calls, whether it was told. */
  readonly effect: string;
  /** Why everything was relevant, for each answer of a propagator that told nothing apart. */
  readonly everything?: readonly string[] | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly latencyMs: number;
  readonly modelCalls: number;
  /** A trial that failed: it counts as open, violated and useless, and is counted apart too. */
  readonly error?: string | undefined;
}
