import type { Prompt, PromptKind } from './prompt.ts';

/** A completion under one context. */
export interface ScoreRequest {
  readonly prompt: Prompt;
  readonly completion: string;
}

export interface ScoreOptions {
  readonly signal: AbortSignal;
  /**
   * Asked after each stretch of tokens with the log-probabilities so far (nats, one a token), and
   * how many there will be: `true` ends the scoring. It must be exact: true only where the rest
   * cannot change what the caller decides.
   */
  readonly stop?: ((soFar: readonly number[], completionTokens: number) => boolean) | undefined;
}

/** Tokens by what they belong to. */
export type TokenCount = Readonly<Record<PromptKind | 'completion', number>>;

/**
 * The scores that one back end found. `BackEnd` is in the type, so that figures of two back ends
 * cannot be compared by mistake: they differ by more than a small lambda on quantised weights.
 */
export interface Scored<BackEnd extends string> {
  readonly backEnd: BackEnd;
  /** Nats, one a completion token; fewer than `completionTokens` where `stop` said so. */
  readonly logProbabilities: readonly number[];
  readonly completionTokens: number;
  /**
   * Tokens of the whole prompt and the whole completion: a function of the request alone, so that
   * a budget in them decides the same whatever was kept and wherever scoring stopped.
   */
  readonly tokens: TokenCount;
  /** Tokens that the model was run on for this; what a kept prefix had is not among them. */
  readonly evaluated: TokenCount;
}

/** Says how probable a completion is under a context. Keeps prefixes that calls share. */
export interface Scorer<BackEnd extends string = string> {
  /** Kind and settings of what computes, e.g. `llama:cpu`. */
  readonly backEnd: BackEnd;
  /** The model, e.g. `smollm2-135m-instruct`. */
  readonly model: string;
  /** Throws `model-failed`, `limit-exceeded` (context too long) and `aborted`. */
  readonly score: (request: ScoreRequest, options: ScoreOptions) => Promise<Scored<BackEnd>>;
}
