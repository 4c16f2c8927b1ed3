import { GraphBuilder, type Value } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';
import { attention } from './attention.ts';
import {
  group,
  joinKeyValueHeads,
  joinQueryHeads,
  project,
  rmsNorm,
  type Rope,
  ropeInputs,
  rotate,
  splitKeyValueHeads,
  splitQueryHeads,
} from './block.ts';
import { carriedWeights, type LayerValues, type LayerWeights } from './layer-weights.ts';

/**
 * Some layers, one after another, over the next `rows` positions, after `past` that were
 * run before.
 *
 * Inputs: `x` [rows, width]; `cos`, `sin`; `mask` [rows, past + rows]; of the n-th layer
 * `pastKeys.n`, `pastValues.n` [past, keys' width]. Outputs, of the n-th layer: `y.n` as `x`;
 * `keys.n`, `values.n` [rows, keys' width] of the new rows.
 */
export function layersForwardGraph(shape: LlamaShape, layers: readonly LayerWeights[]): Uint8Array {
  const graph = new GraphBuilder();
  let x = graph.input('x', ['rows', shape.width]);
  const mask = graph.input('mask', ['rows', 'positions']);
  const rope = ropeInputs(graph, shape);
  for (const [n, weights] of layers.entries()) {
    const w = carriedWeights(graph, weights, shape);
    const middle = attend(graph, { x, n, w, mask, rope }, shape);
    x = feedForward(graph, { x: middle, w }, shape);
    graph.output(`y.${n}`, x, ['rows', shape.width]);
  }
  return graph.encode('layers-forward');
}

interface Attend {
  readonly x: Value;
  readonly n: number;
  readonly w: LayerValues;
  readonly mask: Value;
  readonly rope: Rope;
}

function attend(graph: GraphBuilder, { x, n, w, mask, rope }: Attend, shape: LlamaShape): Value {
  const keysWidth = shape.keyValueHeads * shape.headWidth;
  const h = rmsNorm(graph, x, { gain: w.attn_norm, epsilon: shape.normEpsilon }).value;
  const split = splitKeyValueHeads(graph, project(graph, h, w.attn_k), shape);
  const keys = joinKeyValueHeads(graph, rotate(graph, split, rope), shape);
  const values = project(graph, h, w.attn_v);
  graph.output(`keys.${n}`, keys, ['rows', keysWidth]);
  graph.output(`values.${n}`, values, ['rows', keysWidth]);
  const all = (past: string, now: Value): Value => {
    const before = graph.input(`${past}.${n}`, ['past', keysWidth]);
    const both = graph.op('Concat', [before, now], { axis: 0 });
    return splitKeyValueHeads(graph, both, shape);
  };
  const q = rotate(graph, splitQueryHeads(graph, project(graph, h, w.attn_q), shape), rope);
  const looking = { queries: group(graph, q, shape), keys: all('pastKeys', keys), mask };
  const seen = attention(graph, looking, shape);
  const gathered = graph.op('MatMul', [seen, all('pastValues', values)]);
  const heads = joinQueryHeads(graph, gathered, shape);
  return graph.op('Add', [x, project(graph, heads, w.attn_output)]);
}

function feedForward(
  graph: GraphBuilder,
  { x, w }: { readonly x: Value; readonly w: LayerValues },
  shape: LlamaShape,
): Value {
  const { value } = rmsNorm(graph, x, { gain: w.ffn_norm, epsilon: shape.normEpsilon });
  const gate = project(graph, value, w.ffn_gate);
  const silu = graph.op('Mul', [gate, graph.op('Sigmoid', [gate])]);
  const gated = graph.op('Mul', [silu, project(graph, value, w.ffn_up)]);
  return graph.op('Add', [x, project(graph, gated, w.ffn_down)]);
}
