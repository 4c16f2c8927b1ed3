import type { GgufFile } from '../../gguf/read.ts';
import type { Fed, GraphSession, Runtime } from '../../onnx/runtime.ts';
import { headGradientGraph, headGraph } from '../graphs/head.ts';
import { saliencyLimits } from '../limits.ts';
import { aborted } from '../aborted.ts';
import type { LlamaShape } from './llama-shape.ts';

export interface HeadRequest {
  /** Rows of the model's width: what the last layer gave. */
  readonly rows: Float32Array;
  readonly signal: AbortSignal;
}

/** From the last layer's states to the next token, some rows at a time. */
export class LlamaHead {
  readonly #runtime: Runtime;
  readonly #shape: LlamaShape;
  readonly #weights: { readonly norm: Fed; readonly output: Fed };
  readonly #sessions: Readonly<Record<'forward' | 'gradient', GraphSession>>;

  private constructor(parts: HeadParts) {
    this.#runtime = parts.runtime;
    this.#shape = parts.shape;
    this.#weights = parts.weights;
    this.#sessions = parts.sessions;
  }

  static async open({ runtime, file, shape, embedding }: OpenHead): Promise<LlamaHead> {
    const { width, vocabulary } = shape;
    const output = shape.output === 'token_embd.weight' ? embedding : file.numbers(shape.output);
    const weights = {
      norm: runtime.floats(file.numbers('output_norm.weight'), [width]),
      output: runtime.floats(output, [vocabulary, width]),
    };
    const forward = await runtime.open(headGraph(shape));
    const gradient = await runtime.open(headGradientGraph(shape));
    return new LlamaHead({ runtime, shape, weights, sessions: { forward, gradient } });
  }

  /** Log-probabilities of every token, rows of `vocabulary`. */
  async next({ rows, signal }: HeadRequest): Promise<Float32Array> {
    const { width, vocabulary } = this.#shape;
    const next = new Float32Array((rows.length / width) * vocabulary);
    await this.#each({ rows, signal }, async (x, at) => {
      const outputs = await this.#sessions.forward.run({ x, ...this.#weights });
      next.set(outputs('logProbabilities'), at * vocabulary);
    });
    return next;
  }

  /** One row a target: its log-probability, and the derivative of their negative sum. */
  async gradient(
    targets: readonly number[],
    request: HeadRequest,
  ): Promise<{ readonly logProbabilities: Float64Array; readonly dx: Float32Array }> {
    const logProbabilities = new Float64Array(targets.length);
    const dx = new Float32Array(request.rows.length);
    await this.#each(request, async (x, at) => {
      const rows = x.dims[0] ?? 0;
      const feeds = {
        x,
        ...this.#weights,
        targets: this.#runtime.integers(targets.slice(at, at + rows)),
      };
      const outputs = await this.#sessions.gradient.run(feeds);
      logProbabilities.set(outputs('logProbability'), at);
      dx.set(outputs('dx'), at * this.#shape.width);
    });
    return { logProbabilities, dx };
  }

  async dispose(): Promise<void> {
    await this.#sessions.forward.dispose();
    await this.#sessions.gradient.dispose();
  }

  async #each(
    { rows, signal }: HeadRequest,
    visit: (x: Fed, at: number) => Promise<void>,
  ): Promise<void> {
    const { width } = this.#shape;
    const total = rows.length / width;
    for (let at = 0; at < total; at += saliencyLimits.headRows) {
      if (signal.aborted) throw aborted();
      const end = Math.min(at + saliencyLimits.headRows, total);
      const some = rows.subarray(at * width, end * width);
      await visit(this.#runtime.floats(some, [end - at, width]), at);
    }
  }
}

interface HeadParts {
  readonly runtime: Runtime;
  readonly shape: LlamaShape;
  readonly weights: { readonly norm: Fed; readonly output: Fed };
  readonly sessions: Readonly<Record<'forward' | 'gradient', GraphSession>>;
}

export interface OpenHead {
  readonly runtime: Runtime;
  readonly file: GgufFile;
  readonly shape: LlamaShape;
  /** Serves as the output's weights where the model has no others. */
  readonly embedding: Float32Array;
}
