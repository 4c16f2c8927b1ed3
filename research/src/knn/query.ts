import { SluiceError } from '@sluice/core';
import type { HiddenStates } from '@sluice/local';
import { misshapen, type DocumentStates } from './document-states.ts';
import type { Neighbours } from './mixture.ts';
import { requireWidth, squaredDistances, squaredLengths } from './nearest.ts';

/** A question and a completion, in tokens. */
export interface QueryTokens {
  readonly question: readonly number[];
  readonly completion: readonly number[];
}

/**
 * One model call's result for a completion, whatever documents there are: the state before each of
 * its tokens, and how probable that token is without any document (p_LM(y|x) of permissive
 * propagation 3.4). Distances to documents are remembered, so that a further label costs no model.
 */
export class Query {
  /** Nats, one a completion token. */
  readonly logProbabilities: Float64Array;
  readonly #states: Float32Array;
  readonly #width: number;
  readonly #squaredLengths: Float64Array;
  readonly #distances = new WeakMap<DocumentStates, Float64Array>();

  private constructor(
    states: { readonly hidden: Float32Array; readonly width: number },
    logProbabilities: Float64Array,
  ) {
    this.#states = states.hidden;
    this.#width = states.width;
    this.#squaredLengths = squaredLengths(states.hidden, states.width);
    this.logProbabilities = logProbabilities;
  }

  /** Runs the model once. Throws what it throws, and `model-failed` for what it cannot mean. */
  static async run(
    model: HiddenStates,
    { question, completion }: QueryTokens,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<Query> {
    if (question.length === 0) throw noQuestion();
    const tokens = [...question, ...completion.slice(0, -1)];
    const from = question.length - 1;
    const { hidden, width, next, vocabulary } = await model.states({ tokens, from }, { signal });
    const isSized = width > 0 && hidden.length === width * (tokens.length - from);
    if (!isSized || !hidden.every(Number.isFinite)) throw misshapen();
    const logProbabilities = completion.map(
      (token, row) => next[row * vocabulary + token] ?? Number.NaN,
    );
    // A copy: the states of the whole vocabulary are hundreds of times larger.
    return new Query({ hidden: hidden.slice(), width }, Float64Array.from(logProbabilities));
  }

  /** The entries of these documents as seen from before the completion's token `at`. */
  neighbours(documents: readonly DocumentStates[], at: number): Neighbours {
    const tokens = new Int32Array(documents.reduce((sum, each) => sum + each.tokens.length, 0));
    const distances = new Float64Array(tokens.length);
    let entry = 0;
    for (const document of documents) {
      const count = document.tokens.length;
      const all = this.#distancesTo(document);
      distances.set(all.subarray(at * count, (at + 1) * count), entry);
      tokens.set(document.tokens, entry);
      entry += count;
    }
    return { distances, tokens, squaredLength: this.#squaredLengths[at] ?? Number.NaN };
  }

  #distancesTo(document: DocumentStates): Float64Array {
    const known = this.#distances.get(document);
    if (known !== undefined) return known;
    requireWidth(this.#width, document);
    const distances = squaredDistances(this.#states, document);
    this.#distances.set(document, distances);
    return distances;
  }
}

function noQuestion(): SluiceError {
  return new SluiceError('history-invalid', 'a completion needs a question before it', {
    hint: 'give a prompt with text that is no document',
  });
}
