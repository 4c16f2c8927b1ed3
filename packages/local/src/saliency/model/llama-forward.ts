import type { Fed, GraphSession, Runtime } from '../../onnx/runtime.ts';
import { aborted } from '../aborted.ts';
import type { LayerWeights } from '../graphs/layer-weights.ts';
import { layersForwardGraph } from '../graphs/layers-forward.ts';
import { saliencyLimits } from '../limits.ts';
import type { LlamaShape } from './llama-shape.ts';
import { type Positions, positionsOf } from './positions.ts';

export interface ForwardRequest {
  readonly tokens: readonly number[];
  /** The first position whose states are kept. */
  readonly from: number;
  /** Which layers' inputs are wanted of the kept positions. */
  readonly keep: 'all' | 'last';
  readonly signal: AbortSignal;
}

/** Rows of `shape.width`, one a position from `from` on. */
export interface Pass {
  /** The input of each layer; empty but for the last where that alone was wanted. */
  readonly inputs: readonly Float32Array[];
  /** The output of the last layer. */
  readonly output: Float32Array;
}

/** Layers that are run in one go. */
interface Section {
  readonly first: number;
  readonly layers: number;
  readonly session: GraphSession;
}

/** The next positions to be run, and where in the pass their states belong. */
interface Stretch {
  readonly tokens: readonly number[];
  readonly at: number;
  readonly keeps: { readonly pass: Pass; readonly row: number } | undefined;
  readonly signal: AbortSignal;
}

/**
 * A model run forward, a stretch of positions and a section of layers at a time. What the last
 * run's tokens have in common with the next one's is not run again: a history that grows costs what
 * was added.
 */
export class LlamaForward {
  readonly #shape: LlamaShape;
  readonly #runtime: Runtime;
  readonly #embedding: Float32Array;
  readonly #sections: readonly Section[];
  readonly #memory: readonly LayerMemory[];
  /** Tokens whose keys and values the memory holds. */
  #held: readonly number[] = [];

  private constructor({ runtime, shape, embedding, sections }: ForwardParts) {
    this.#shape = shape;
    this.#runtime = runtime;
    this.#embedding = embedding;
    this.#sections = sections;
    const width = shape.keyValueHeads * shape.headWidth;
    this.#memory = Array.from({ length: shape.layers }, () => new LayerMemory(width));
  }

  static async open({ runtime, shape, embedding, layers }: OpenForward): Promise<LlamaForward> {
    const sections: Section[] = [];
    for (let first = 0; first < layers.length; first += saliencyLimits.sectionLayers) {
      const some = layers.slice(first, first + saliencyLimits.sectionLayers);
      const session = await runtime.open(layersForwardGraph(shape, some));
      sections.push({ first, layers: some.length, session });
    }
    return new LlamaForward({ runtime, shape, embedding, sections });
  }

  /** Throws `aborted` and `model-failed`. Runs must not overlap. */
  async run({ tokens, from, keep, signal }: ForwardRequest): Promise<Pass> {
    const pass = this.#emptyPass(tokens.length - from, keep);
    for (let at = this.#known(tokens, from); at < tokens.length;) {
      // A stretch ends where the kept positions begin, so that it is kept as a whole or not.
      const limit = at < from ? from : tokens.length;
      const end = Math.min(at + saliencyLimits.stretchTokens, limit);
      const keeps = at < from ? undefined : { pass, row: at - from };
      await this.#stretch({ tokens: tokens.slice(at, end), at, keeps, signal });
      this.#held = tokens.slice(0, end);
      at = end;
    }
    return pass;
  }

  /** Keys and values of a layer for the first `positions` of the last run. */
  memory(layer: number, positions: number): { readonly keys: Fed; readonly values: Fed } {
    const memory = this.#memory[layer] ?? new LayerMemory(0);
    const { keys, values } = memory.first(positions);
    const dims = [positions, memory.width];
    return { keys: this.#runtime.floats(keys, dims), values: this.#runtime.floats(values, dims) };
  }

  async dispose(): Promise<void> {
    this.#held = [];
    for (const { session } of this.#sections) await session.dispose();
  }

  /** How many positions need not be run again; forgets what follows them. */
  #known(tokens: readonly number[], from: number): number {
    const differs = this.#held.findIndex((token, at) => token !== tokens[at]);
    const common = differs === -1 ? this.#held.length : differs;
    const known = Math.min(common, from);
    this.#held = this.#held.slice(0, known);
    return known;
  }

  #emptyPass(rows: number, keep: ForwardRequest['keep']): Pass {
    const { layers, width } = this.#shape;
    const keeps = (layer: number): boolean => keep === 'all' || layer === layers - 1;
    const inputs = Array.from(
      { length: layers },
      (_, layer) => new Float32Array(keeps(layer) ? rows * width : 0),
    );
    return { inputs, output: new Float32Array(rows * width) };
  }

  async #stretch(stretch: Stretch): Promise<void> {
    const { tokens, at, signal } = stretch;
    const rows = tokens.length;
    const positions = positionsOf(this.#runtime, this.#shape, { past: at, rows });
    let x = this.#embed(tokens);
    for (const section of this.#sections) {
      if (signal.aborted) throw aborted();
      x = await this.#section(section, x, { ...stretch, positions });
    }
  }

  async #section(
    { first, layers, session }: Section,
    x: Float32Array,
    { tokens, at, keeps, positions }: Stretch & { readonly positions: Positions },
  ): Promise<Float32Array> {
    const { width } = this.#shape;
    const feeds: Record<string, Fed> = { ...positions };
    feeds['x'] = this.#runtime.floats(x, [tokens.length, width]);
    for (let n = 0; n < layers; n += 1) {
      const past = this.memory(first + n, at);
      feeds[`pastKeys.${n}`] = past.keys;
      feeds[`pastValues.${n}`] = past.values;
    }
    const outputs = await session.run(feeds);
    let state = x;
    for (let n = 0; n < layers; n += 1) {
      const now = { keys: outputs(`keys.${n}`), values: outputs(`values.${n}`) };
      this.#memory[first + n]?.put(at, now);
      const kept = keeps?.pass.inputs[first + n];
      if (keeps !== undefined && kept !== undefined && kept.length > 0)
        kept.set(state, keeps.row * width);
      state = outputs(`y.${n}`);
    }
    if (keeps !== undefined && first + layers === this.#shape.layers)
      keeps.pass.output.set(state, keeps.row * width);
    return state;
  }

  #embed(tokens: readonly number[]): Float32Array {
    const { width } = this.#shape;
    const rows = new Float32Array(tokens.length * width);
    for (const [row, token] of tokens.entries()) {
      const start = token * width;
      rows.set(this.#embedding.subarray(start, start + width), row * width);
    }
    return rows;
  }
}

/** Keys and values of the positions that a layer was run on: rows of `width`, in order. */
class LayerMemory {
  readonly width: number;
  #keys = new Float32Array();
  #values = new Float32Array();

  constructor(width: number) {
    this.width = width;
  }

  /** Views on the first `positions`; good until the next `put`. */
  first(positions: number): { readonly keys: Float32Array; readonly values: Float32Array } {
    const end = positions * this.width;
    return { keys: this.#keys.subarray(0, end), values: this.#values.subarray(0, end) };
  }

  /** Overwrites what is held from position `at` on. */
  put(at: number, { keys, values }: { keys: Float32Array; values: Float32Array }): void {
    const start = at * this.width;
    this.#keys = roomy(this.#keys, start + keys.length);
    this.#values = roomy(this.#values, start + values.length);
    this.#keys.set(keys, start);
    this.#values.set(values, start);
  }
}

interface ForwardParts {
  readonly runtime: Runtime;
  readonly shape: LlamaShape;
  readonly embedding: Float32Array;
  readonly sections: readonly Section[];
}

export interface OpenForward {
  readonly runtime: Runtime;
  readonly shape: LlamaShape;
  readonly embedding: Float32Array;
  readonly layers: readonly LayerWeights[];
}

/** Doubles, so that a history read turn by turn is not copied each time. */
function roomy(array: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Float32Array(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
