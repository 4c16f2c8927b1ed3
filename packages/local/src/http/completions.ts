import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { httpLimits } from './http-limits.ts';

export interface CompletionsOptions {
  /** E.g. `http://localhost:8000/v1`. */
  readonly baseURL: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const answer = z.object({
  choices: z
    .array(
      z.object({
        text: z.string(),
        logprobs: z
          .object({
            tokens: z.array(z.string()),
            text_offset: z.array(z.number().int()),
            token_logprobs: z.array(z.number().nullable()),
          })
          .nullish(),
      }),
    )
    .min(1),
  usage: z.object({
    prompt_tokens: z.number().int().min(0),
    completion_tokens: z.number().int().min(0),
  }),
});

/** One completion with its tokens; what was generated comes last. */
export interface Echo {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Where each token begins, in code points, as the server counts them. */
  readonly offsets: readonly number[];
  readonly logProbabilities: readonly (number | null)[];
  readonly generated: number;
  readonly promptTokens: number;
}

/** The part of the completions protocol that scoring needs. */
export class Completions {
  readonly model: string;
  readonly #url: string;
  readonly #apiKey: string | undefined;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ baseURL, model, apiKey, fetch = globalThis.fetch }: CompletionsOptions) {
    this.model = model;
    this.#url = `${baseURL.replace(/\/+$/, '')}/completions`;
    this.#apiKey = apiKey;
    this.#fetch = fetch;
  }

  /**
   * Asks for one more token (servers read 0 as "no limit" or refuse it), and with `echo` for the
   * prompt's own. Throws `model-failed` and `aborted`.
   */
  async ask(prompt: string, echo: boolean, signal: AbortSignal): Promise<Echo> {
    const body = { model: this.model, prompt, echo, logprobs: 1, max_tokens: 1, temperature: 0 };
    const read = answer.safeParse(await this.#post(body, signal));
    const [choice] = read.success ? read.data.choices : [];
    if (!read.success || choice === undefined) throw this.refusal('answered something else');
    if (echo && !choice.text.startsWith(prompt)) throw this.refusal('does not echo the prompt');
    const { tokens, text_offset: offsets, token_logprobs: found } = choice.logprobs ?? {};
    const isWhole = tokens?.length === offsets?.length && tokens?.length === found?.length;
    if (tokens === undefined || offsets === undefined || found === undefined || !isWhole)
      throw this.refusal('gives no log-probabilities');
    const { prompt_tokens: promptTokens, completion_tokens: generated } = read.data.usage;
    const { text } = choice;
    return { text, tokens, offsets, logProbabilities: found, generated, promptTokens };
  }

  /** `what` is ours, never text of a request or an answer. */
  refusal(what: string): SluiceError {
    return new SluiceError('model-failed', `the server of \`${this.model}\` ${what}`, {
      hint: 'take a server whose `/v1/completions` has `echo` with `logprobs`, or a local model',
    });
  }

  async #post(body: unknown, signal: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(httpLimits.requestTimeoutMsMax);
    try {
      const response = await this.#fetch(this.#url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(this.#apiKey !== undefined && { authorization: `Bearer ${this.#apiKey}` }),
        },
        body: JSON.stringify(body),
        // Prompts go to the server that was named, and to no other.
        redirect: 'error',
        signal: AbortSignal.any([signal, timeout]),
      });
      if (!response.ok) throw this.refusal(`answered with HTTP status ${response.status}`);
      return JSON.parse(await textOf(response)) as unknown;
    } catch (error) {
      throw this.#failure(error, signal);
    }
  }

  /** Servers quote the request in their errors, so nothing of an error is passed on. */
  #failure(error: unknown, signal: AbortSignal): SluiceError {
    if (error instanceof SluiceError) return error;
    if (signal.aborted) {
      return new SluiceError('aborted', `the call of \`${this.model}\` was aborted`, {
        hint: 'call again with a signal that is not aborted',
      });
    }
    return this.refusal('cannot be reached, or its answer broke off');
  }
}

async function textOf({ body }: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > httpLimits.answerBytesMax) throw new RangeError('too many bytes');
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}
