import { placeholder, SluiceError } from '@sluice/core';
import type {
  HiddenStates,
  Prompt,
  Scored,
  ScoreOptions,
  Scorer,
  ScoreRequest,
  TokenCount,
  Tokenizer,
} from '@sluice/local';
import type { Datastore } from './datastore.ts';
import type { DocumentStates } from './document-states.ts';
import { generateGreedily, type GenerateRequest, type Generated } from './generate.ts';
import { knnLimits } from './knn-limits.ts';
import {
  knnProbabilities,
  mixedLogProbability,
  requireMixture,
  type MixtureSettings,
} from './mixture.ts';
import { Query, type QueryTokens } from './query.ts';

export interface KnnLmOptions extends MixtureSettings {
  readonly model: HiddenStates;
  readonly tokenizer: Tokenizer;
  readonly datastore: Datastore;
  /** The tenant of these documents (`Datastore`). */
  readonly tenant: string;
}

type KnnBackEnd = `knn:${string}`;

interface Known {
  readonly key: string;
  readonly query: Query;
}

/**
 * A nearest-neighbour language model (permissive propagation 3.4): documents are not in the prompt
 * but in a datastore, so that one model call scores a completion under every subset of them. It is
 * a scorer of prompts whose parts are documents, for any search for labels; and it generates from
 * the very same mixture, so that what is scored is what is regenerated.
 */
export class KnnLm implements Scorer<KnnBackEnd> {
  readonly backEnd: KnnBackEnd;
  readonly model: string;
  readonly #options: KnnLmOptions;
  /** The last used stands last. */
  #known: readonly Known[] = [];

  /** Throws `settings-invalid`, also where model, tokenizer and datastore are not of one model. */
  constructor(options: KnnLmOptions) {
    requireMixture(options);
    requireOneModel(options);
    const { model, k, temperature, gamma } = options;
    this.#options = options;
    this.model = model.model;
    this.backEnd = `knn:k=${k},temperature=${temperature},gamma=${gamma}`;
  }

  /**
   * Throws `limit-exceeded` for more than `knnLimits` allows, `history-invalid` for a prompt
   * of documents alone, and what the model throws.
   */
  readonly score = async (
    { prompt, completion }: ScoreRequest,
    { signal, stop }: ScoreOptions,
  ): Promise<Scored<KnnBackEnd>> => {
    const read = await this.#read(prompt, signal);
    const tokens = this.#options.tokenizer.encode(completion, { control: false });
    if (tokens.length > knnLimits.completionTokensMax) throw tooMany('a completion', tokens.length);
    const { query, isNew } = await this.#query({ ...read, completion: tokens }, signal);
    const logProbabilities: number[] = [];
    for (const [at, token] of tokens.entries()) {
      logProbabilities.push(this.#mixed(query, read.documents, { at, token }));
      if (stop?.(logProbabilities, tokens.length) === true) break;
    }
    const { document, ...question } = read.evaluated;
    const asked = { ...question, completion: Math.max(0, tokens.length - 1) };
    const evaluated = {
      ...(isNew ? asked : { template: 0, question: 0, completion: 0 }),
      document,
    };
    const { backEnd } = this;
    const completionTokens = tokens.length;
    const whole = { ...read.tokens, completion: completionTokens };
    return { backEnd, logProbabilities, completionTokens, tokens: whole, evaluated };
  };

  /** Greedy decoding from the mixture, over the documents of the prompt and no other. */
  readonly generate = async (request: GenerateRequest): Promise<Generated> => {
    const { model, tokenizer } = this.#options;
    const { question, documents } = await this.#read(request.prompt, request.signal);
    return generateGreedily({ model, tokenizer, settings: this.#options }, request, {
      question,
      documents,
    });
  };

  #mixed(
    query: Query,
    documents: readonly DocumentStates[],
    { at, token }: { readonly at: number; readonly token: number },
  ): number {
    const model = query.logProbabilities[at] ?? Number.NaN;
    const shares = knnProbabilities(query.neighbours(documents, at), this.#options);
    const knn = shares.size === 0 ? undefined : (shares.get(token) ?? 0);
    return mixedLogProbability({ knn, model }, this.#options);
  }

  /** One model call for a question and a completion, whatever documents they are asked with. */
  async #query(
    tokens: QueryTokens,
    signal: AbortSignal,
  ): Promise<{ readonly query: Query; readonly isNew: boolean }> {
    const key = `${tokens.question.join(' ')}|${tokens.completion.join(' ')}`;
    const known = this.#known.find((each) => each.key === key);
    const query = known?.query ?? (await Query.run(this.#options.model, tokens, { signal }));
    const others = this.#known.filter((each) => each !== known);
    this.#known = [...others, { key, query }].slice(-knnLimits.queriesKept);
    return { query, isNew: known === undefined };
  }

  /** Takes the documents out of a prompt: the language model sees the rest alone. */
  async #read(prompt: Prompt, signal: AbortSignal): Promise<ReadPrompt> {
    const { tokenizer, tenant, datastore } = this.#options;
    const question: number[] = [];
    const documents: DocumentStates[] = [];
    const evaluated = { template: 0, document: 0, question: 0, completion: 0 };
    let entries = 0;
    for (const { kind, text } of prompt.parts) {
      if (kind !== 'document') {
        const own = tokenizer.encode(text, { control: kind === 'template' });
        question.push(...own);
        evaluated[kind] += own.length;
      } else if (text !== placeholder) {
        // Blanks around a document lay out a prompt. Here they would vote for an early end.
        const tokens = tokenizer.encode(text.trim(), { control: false });
        const found = await datastore.document({ tenant, tokens, signal });
        documents.push(found.document);
        evaluated.document += found.evaluated;
        entries += found.document.tokens.length;
      }
    }
    if (entries > knnLimits.entriesMax) throw tooMany('a context', entries);
    const tokens = { ...evaluated, document: entries };
    return { question, documents, tokens, evaluated };
  }
}

/** Tokens and states of another model mean something else. Throws `settings-invalid`. */
export function requireOneModel({
  model,
  tokenizer,
  datastore,
}: Pick<KnnLmOptions, 'model' | 'tokenizer' | 'datastore'>): void {
  if (tokenizer.model === model.model && datastore.model === model.model) return;
  const names = `\`${model.model}\`, \`${tokenizer.model}\` and \`${datastore.model}\``;
  throw new SluiceError('settings-invalid', `\`knn-lm\` cannot run on ${names} at once`, {
    hint: 'open model, tokenizer and datastore from the same weights, under the same name',
  });
}

interface ReadPrompt {
  readonly question: readonly number[];
  readonly documents: readonly DocumentStates[];
  /** Those of the datastore included. */
  readonly tokens: TokenCount;
  readonly evaluated: TokenCount;
}

function tooMany(what: string, tokens: number): SluiceError {
  return new SluiceError(
    'limit-exceeded',
    `${what} of ${tokens} tokens is too long for \`knn-lm\``,
    {
      hint: 'retrieve fewer documents, or take another propagator',
    },
  );
}
