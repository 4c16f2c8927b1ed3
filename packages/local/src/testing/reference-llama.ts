import type { GgufFile } from '../gguf/read.ts';
import { type LlamaShape, llamaShape, tensorName } from '../saliency/model/llama-shape.ts';

/**
 * A model of the Llama family in plain loops and double precision, slow and obvious: what the
 * graphs compute is tested against it. It can be asked what would be if one attention weight were
 * another one.
 */

/** One attention weight after the softmax, moved by `by`. */
export interface Nudge {
  readonly layer: number;
  readonly head: number;
  readonly row: number;
  readonly position: number;
  readonly by: number;
}

export interface ReferencePass {
  /** A row a position: what each layer is given, and last what the last one gives. */
  readonly states: readonly (readonly Float64Array[])[];
  /** By layer, head and row: the attention on each position up to the row's own. */
  readonly attention: readonly (readonly (readonly Float64Array[])[])[];
  /** A row a position: nats, of every next token. */
  readonly next: readonly Float64Array[];
}

export interface ReferenceLlama {
  readonly shape: LlamaShape;
  readonly run: (tokens: readonly number[], nudge?: Nudge) => ReferencePass;
}

export function referenceLlama(file: GgufFile): ReferenceLlama {
  const shape = llamaShape(file);
  const weights = cached((name) => file.numbers(name));
  return { shape, run: (tokens, nudge) => runOf({ shape, weights, nudge }, tokens) };
}

/** Nats of each output token. */
export function outputLogProbabilities(
  pass: ReferencePass,
  { tokens, outputFrom }: { readonly tokens: readonly number[]; readonly outputFrom: number },
): readonly number[] {
  return tokens
    .slice(outputFrom)
    .map((token, at) => pass.next[outputFrom + at - 1]?.[token] ?? NaN);
}

interface Reference {
  readonly shape: LlamaShape;
  readonly weights: (name: string) => Float32Array;
  readonly nudge: Nudge | undefined;
}

type Rows = readonly Float64Array[];

function runOf(reference: Reference, tokens: readonly number[]): ReferencePass {
  const { shape, weights } = reference;
  const embedding = weights('token_embd.weight');
  const { width } = shape;
  let x: Rows = tokens.map((token) =>
    Float64Array.from(embedding.subarray(token * width, (token + 1) * width)),
  );
  const states = [x];
  const attention: Rows[][] = [];
  for (let layer = 0; layer < shape.layers; layer += 1) {
    const attended = attend(reference, layer, x);
    attention.push(attended.attention);
    x = feedForward(reference, layer, attended.x);
    states.push(x);
  }
  const normed = x.map((row) => rmsNorm(row, weights('output_norm.weight'), shape.normEpsilon));
  const next = normed.map((row) => logSoftmax(times(row, weights(shape.output))));
  return { states, attention, next };
}

function attend(reference: Reference, layer: number, x: Rows): { attention: Rows[]; x: Rows } {
  const { shape, weights, nudge } = reference;
  const { heads, keyValueHeads, headWidth } = shape;
  const of = (name: string): Float32Array => weights(tensorName(layer, name));
  const h = x.map((row) => rmsNorm(row, of('attn_norm'), shape.normEpsilon));
  const turned = (name: string): Rows =>
    h.map((row, position) => rotated(times(row, of(name)), position, shape));
  const queries = turned('attn_q');
  const keys = turned('attn_k');
  const values = h.map((row) => times(row, of('attn_v')));
  const joined = x.map(() => new Float64Array(heads * headWidth));
  const attention = Array.from({ length: heads }, (_, head) => {
    const from = head * headWidth;
    const shared = Math.floor(head / (heads / keyValueHeads)) * headWidth;
    return x.map((_row, row) => {
      const scores = keys.slice(0, row + 1).map((key) => {
        const query = queries[row]?.subarray(from, from + headWidth) ?? key;
        return dot(query, key.subarray(shared, shared + headWidth)) / Math.sqrt(headWidth);
      });
      const seen = logSoftmax(Float64Array.from(scores)).map(Math.exp);
      if (nudge?.layer === layer && nudge.head === head && nudge.row === row)
        seen[nudge.position] = (seen[nudge.position] ?? 0) + nudge.by;
      for (const [position, share] of seen.entries())
        addTo(joined[row], from, values[position]?.subarray(shared, shared + headWidth), share);
      return seen;
    });
  });
  const added = joined.map((row) => times(row, of('attn_output')));
  return { attention, x: x.map((row, at) => sum(row, added[at])) };
}

function feedForward({ shape, weights }: Reference, layer: number, x: Rows): Rows {
  const of = (name: string): Float32Array => weights(tensorName(layer, name));
  return x.map((row) => {
    const n = rmsNorm(row, of('ffn_norm'), shape.normEpsilon);
    const up = times(n, of('ffn_up'));
    const gated = times(n, of('ffn_gate')).map((g, at) => (g / (1 + Math.exp(-g))) * (up[at] ?? 0));
    return sum(row, times(gated, of('ffn_down')));
  });
}

function rmsNorm(row: Float64Array, gain: Float32Array, epsilon: number): Float64Array {
  const scale = 1 / Math.sqrt(dot(row, row) / row.length + epsilon);
  return row.map((value, at) => value * scale * (gain[at] ?? 0));
}

/** Neighbours within a head are a pair, turned by the position. */
function rotated(row: Float64Array, position: number, shape: LlamaShape): Float64Array {
  const { headWidth, ropeBase } = shape;
  return row.map((value, at) => {
    const inHead = at % headWidth;
    const angle = position * ropeBase ** (-(inHead - (inHead % 2)) / headWidth);
    const partner = inHead % 2 === 0 ? -(row[at + 1] ?? 0) : (row[at - 1] ?? 0);
    return value * Math.cos(angle) + partner * Math.sin(angle);
  });
}

/** A weight has a row an output. */
function times(row: Float64Array, weight: Float32Array): Float64Array {
  const { length } = row;
  const products = new Float64Array(weight.length / length);
  for (let output = 0, at = 0; output < products.length; output += 1) {
    let total = 0;
    for (let input = 0; input < length; input += 1, at += 1)
      total += (row[input] ?? 0) * (weight[at] ?? 0);
    products[output] = total;
  }
  return products;
}

function dot(left: Float64Array, right: Float64Array): number {
  let total = 0;
  for (let at = 0; at < left.length; at += 1) total += (left[at] ?? 0) * (right[at] ?? 0);
  return total;
}

function sum(left: Float64Array, right: Float64Array | undefined): Float64Array {
  return left.map((value, at) => value + (right?.[at] ?? NaN));
}

function addTo(
  row: Float64Array | undefined,
  from: number,
  ...[values, share]: readonly [Float64Array | undefined, number]
): void {
  for (const [at, value] of values?.entries() ?? []) {
    if (row !== undefined) row[from + at] = (row[from + at] ?? 0) + value * share;
  }
}

function logSoftmax(row: Float64Array): Float64Array {
  const most = Math.max(...row);
  const total = row.reduce((sofar, value) => sofar + Math.exp(value - most), 0);
  return row.map((value) => value - most - Math.log(total));
}

function cached(read: (name: string) => Float32Array): (name: string) => Float32Array {
  const known = new Map<string, Float32Array>();
  return (name) => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
}
