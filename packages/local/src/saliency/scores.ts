import type { SaliencyInput, SaliencyScores } from '../port/saliency.ts';
import type { LlamaModel } from './model/llama-model.ts';
import { positionsOf } from './model/positions.ts';
import { aborted } from './aborted.ts';

export interface ScoresRequest extends SaliencyInput {
  readonly signal: AbortSignal;
}

/** Scores of an input that the model reads in one piece. */
export async function scoresOf(model: LlamaModel, request: ScoresRequest): Promise<SaliencyScores> {
  const { tokens, outputFrom, signal } = request;
  // A row predicts the token after it: the last token's row predicts nothing that was written.
  const read = tokens.slice(0, -1);
  const from = outputFrom - 1;
  const pass = await model.forward.run({ tokens: read, from, keep: 'all', signal });
  const { logProbabilities, dx } = await model.head.gradient(tokens.slice(outputFrom), {
    rows: pass.output,
    signal,
  });
  const positions = { past: from, rows: read.length - from };
  const state = { inputs: pass.inputs, dy: model.method === 'gradient' ? dx : undefined };
  const all = await backwards(model, { ...state, ...positions, signal });
  const rows = inputColumns(all, { width: read.length, inputTokens: outputFrom });
  const scores = new Float64Array(outputFrom);
  for (const [at, score] of rows.entries()) {
    const token = at % outputFrom;
    scores[token] = (scores[token] ?? 0) + score;
  }
  return { scores, rows, logProbabilities };
}

/** The scores of the input's positions, without the first: it is an attention sink. */
function inputColumns(
  all: Float64Array,
  { width, inputTokens }: { readonly width: number; readonly inputTokens: number },
): Float64Array {
  const rows = new Float64Array((all.length / width) * inputTokens);
  for (let row = 0; row * width < all.length; row += 1) {
    rows.set(all.subarray(row * width, row * width + inputTokens), row * inputTokens);
    rows[row * inputTokens] = 0;
  }
  return rows;
}

interface Backwards {
  readonly inputs: readonly Float32Array[];
  /** The derivative of the last layer's output; undefined where none is taken. */
  readonly dy: Float32Array | undefined;
  readonly past: number;
  readonly rows: number;
  readonly signal: AbortSignal;
}

/** From the last layer to the first, what each adds to rows of scores of all positions. */
async function backwards(model: LlamaModel, request: Backwards): Promise<Float64Array> {
  const { runtime, shape, layers, forward } = model;
  const { inputs, past, rows, signal } = request;
  const dims = [rows, shape.width];
  const positions = positionsOf(runtime, shape, { past, rows });
  const scores = new Float64Array(rows * (past + rows));
  let { dy } = request;
  for (let layer = shape.layers - 1; layer >= 0; layer -= 1) {
    if (signal.aborted) throw aborted();
    const { keys, values } = forward.memory(layer, past + rows);
    const x = runtime.floats(inputs[layer] ?? new Float32Array(), dims);
    const common = { ...layers.weights[layer], ...positions, x, keys };
    const outputs = await layers.run(
      dy === undefined ? common : { ...common, values, dy: runtime.floats(dy, dims) },
    );
    const added = outputs('saliency');
    for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) + (added[at] ?? 0);
    if (dy !== undefined) dy = outputs('dx');
  }
  return scores;
}
