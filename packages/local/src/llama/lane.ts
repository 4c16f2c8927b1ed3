import { SluiceError } from '@sluice/core';
import type { LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp';
import { aborted, closed, failed, tooLong } from './llama-errors.ts';
import { llamaLimits } from './llama-limits.ts';
import { Queue } from './queue.ts';
import { answered, asking, readingOf, type Reading } from './token-probability.ts';

export interface LaneOptions {
  /** For messages. */
  readonly name: string;
  readonly threads: number;
  readonly contextTokensMax: number;
}

/**
 * One sequence of tokens in a context of its own. It keeps what it has read, so that the next call
 * reads only what is new; calls wait for one another.
 */
export class Lane {
  readonly sequence: LlamaContextSequence;
  readonly contextTokensMax: number;
  readonly #name: string;
  readonly #reading: Reading;
  readonly #queue = new Queue();

  private constructor(sequence: LlamaContextSequence, options: LaneOptions, reading: Reading) {
    this.sequence = sequence;
    this.contextTokensMax = options.contextTokensMax;
    this.#name = options.name;
    this.#reading = reading;
  }

  static async open(model: LlamaModel, options: LaneOptions): Promise<Lane> {
    const context = await contextOf(model, options);
    try {
      const sequence = context.getSequence({ contextShift: { strategy: neverShift(options) } });
      const [any] = model.tokenize('a', false);
      if (any === undefined) throw failed(options.name, 'knows no tokens', 'take other weights');
      return new Lane(sequence, options, await readingOf(sequence, any));
    } catch (error) {
      await context.dispose();
      throw model.disposed ? closed(options.name) : error;
    }
  }

  /** Runs `work` alone on the sequence. What goes wrong inside makes it forget all it has read. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const guarded = async (): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        throw await this.#reset(error);
      }
    };
    return this.#queue.run(guarded, { signal, refuse: () => aborted(this.#name) });
  }

  /** Throws `limit-exceeded` where so many tokens have no place. */
  checkRoom(tokens: number): void {
    if (tokens > this.contextTokensMax) throw tooLong(this.#name, tokens, this.contextTokensMax);
  }

  /** How many of `tokens`, `most` at most, stand at the beginning of what was read. */
  shared(tokens: readonly Token[], most: number): number {
    return Math.min(most, this.sequence.compareContextTokens([...tokens]).firstDifferentIndex);
  }

  /** Forgets what was read after the first `count` tokens. */
  async keep(count: number): Promise<void> {
    const end = this.sequence.nextTokenIndex;
    if (count < end) await this.sequence.eraseContextTokenRanges([{ start: count, end }]);
  }

  /**
   * Evaluates the tokens of one batch, and says how probable `next[i]` was after `tokens[i]`, in
   * nats, for each place where there is a `next[i]`.
   */
  async evaluate(
    tokens: readonly Token[],
    next: readonly (Token | undefined)[],
  ): Promise<readonly number[]> {
    const items = tokens.map((token, at) => {
      const target = next[at];
      return target === undefined ? token : asking(token, target, this.#reading);
    });
    const outputs = await this.sequence.controlledEvaluate(items);
    return next.flatMap((target, at) => {
      if (target === undefined) return [];
      const found = answered(outputs[at], target, this.#reading);
      if (found !== undefined && !Number.isNaN(found)) return [found];
      throw failed(this.#name, 'gave no probability', 'install `node-llama-cpp` 3.21.1 or later');
    });
  }

  dispose(): Promise<void> {
    return this.sequence.context.dispose();
  }

  checkSignal(signal: AbortSignal): void {
    if (signal.aborted) throw aborted(this.#name);
  }

  async #reset(error: unknown): Promise<unknown> {
    if (error instanceof SluiceError) return error;
    if (this.sequence.disposed) return closed(this.#name);
    await this.sequence.clearHistory();
    return failed(this.#name, 'broke off', 'open the model again');
  }
}

async function contextOf(model: LlamaModel, options: LaneOptions): Promise<LlamaContext> {
  const { threads, contextTokensMax } = options;
  try {
    return await model.createContext({
      sequences: 1,
      // The peer keeps one place free.
      contextSize: contextTokensMax + 1,
      batchSize: Math.min(contextTokensMax + 1, llamaLimits.chunkTokensMax + 2),
      threads,
      // With it, a kept prefix and a fresh one do not score alike.
      flashAttention: false,
      // A sliding window that is cut short would make a kept prefix another than a fresh one.
      swaFullCache: true,
    });
  } catch {
    if (model.disposed) throw closed(options.name);
    throw failed(options.name, 'has no memory for its context', 'lower `contextTokensMax`');
  }
}

/** Room is checked before reading: tokens are never silently dropped from the front. */
function neverShift({ name, contextTokensMax }: LaneOptions): () => never {
  return () => {
    throw tooLong(name, contextTokensMax + 1, contextTokensMax);
  };
}
