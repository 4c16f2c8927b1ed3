import { GraphBuilder, type Value } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';
import { attention, queryScale, sumOverHeads } from './attention.ts';
import {
  group,
  joinKeyValueHeads,
  joinQueryHeads,
  type Normalised,
  project,
  rmsNorm,
  rmsNormGradient,
  type Rope,
  rotate,
  rotateGradient,
  ropeInputs,
  splitKeyValueHeads,
  splitQueryHeads,
  ungroup,
} from './block.ts';
import { fedWeights, type LayerValues } from './layer-weights.ts';

/**
 * One layer backwards, over the last `rows` positions alone: the loss is of output tokens, and a
 * row's state reaches the loss only through rows at or after it. Rows before the output need no
 * gradient for `A * dLoss/dA` of output rows, so that this is exact.
 *
 * Inputs: `x` and `dy` [rows, width], of the layer's input and output; `keys`, `values`
 * [positions, keys' width]; `cos`, `sin`; `mask` [rows, positions]; the weights by name.
 * Outputs: `dx` [rows, width]; `saliency` [rows, positions], the sum over heads of
 * |A * dLoss/dA|.
 */
export function layerGradientGraph(shape: LlamaShape): Uint8Array {
  const graph = new GraphBuilder();
  const keysWidth = shape.keyValueHeads * shape.headWidth;
  const x = graph.input('x', ['rows', shape.width]);
  const dy = graph.input('dy', ['rows', shape.width]);
  const keys = splitKeyValueHeads(graph, graph.input('keys', ['positions', keysWidth]), shape);
  const values = splitKeyValueHeads(graph, graph.input('values', ['positions', keysWidth]), shape);
  const mask = graph.input('mask', ['rows', 'positions']);
  const rope = ropeInputs(graph, shape);
  const w = fedWeights(graph, shape);

  const norm = rmsNorm(graph, x, { gain: w.attn_norm, epsilon: shape.normEpsilon });
  const q = splitQueryHeads(graph, project(graph, norm.value, w.attn_q), shape);
  const queries = group(graph, rotate(graph, q, rope), shape);
  const seen = attention(graph, { queries, keys, mask }, shape);
  const heads = joinQueryHeads(graph, graph.op('MatMul', [seen, values]), shape);
  const middle = graph.op('Add', [x, project(graph, heads, w.attn_output)]);
  const dMiddle = feedForwardGradient(graph, { middle, dy, w }, shape);

  const dHeads = graph.op('MatMul', [dMiddle, w.attn_output]);
  const dGathered = group(graph, splitQueryHeads(graph, dHeads, shape), shape);
  const dSeen = graph.product(dGathered, values, { transposeRight: true });
  const weighted = graph.op('Mul', [seen, dSeen]);
  const absolute = graph.op('Abs', [weighted]);
  graph.output('saliency', sumOverHeads(graph, absolute, { mask, shape }), ['rows', 'positions']);

  const inside = { x, queries, keys, seen, weighted, dGathered };
  const dNorm = attentionGradient(graph, { ...inside, rope, w }, shape);
  const dx = graph.op('Add', [dMiddle, rmsNormGradient(graph, norm, dNorm)]);
  graph.output('dx', dx, ['rows', shape.width]);
  return graph.encode('layer-gradient');
}

/** From the layer's output to the state between attention and feed-forward. */
function feedForwardGradient(
  graph: GraphBuilder,
  { middle, dy, w }: { readonly middle: Value; readonly dy: Value; readonly w: LayerValues },
  shape: LlamaShape,
): Value {
  const gain = { gain: w.ffn_norm, epsilon: shape.normEpsilon };
  const norm: Normalised = rmsNorm(graph, middle, gain);
  const gate = project(graph, norm.value, w.ffn_gate);
  const up = project(graph, norm.value, w.ffn_up);
  const sigmoid = graph.op('Sigmoid', [gate]);
  const silu = graph.op('Mul', [gate, sigmoid]);
  const dGated = graph.op('MatMul', [dy, w.ffn_down]);
  // silu' = sigmoid + silu * (1 - sigmoid)
  const rest = graph.op('Mul', [silu, graph.op('Sub', [graph.scalar(1), sigmoid])]);
  const slope = graph.op('Add', [sigmoid, rest]);
  const dGate = graph.op('Mul', [graph.op('Mul', [dGated, up]), slope]);
  const dUp = graph.op('Mul', [dGated, silu]);
  const dNorm = graph.op('Add', [
    graph.op('MatMul', [dGate, w.ffn_gate]),
    graph.op('MatMul', [dUp, w.ffn_up]),
  ]);
  return graph.op('Add', [dy, rmsNormGradient(graph, norm, dNorm)]);
}

interface AttentionInside {
  readonly x: Value;
  readonly queries: Value;
  readonly keys: Value;
  readonly seen: Value;
  /** `seen` times its derivative. */
  readonly weighted: Value;
  readonly dGathered: Value;
  readonly rope: Rope;
  readonly w: LayerValues;
}

/** From attention back to the normalised input, through queries, and keys and values of `rows`. */
function attentionGradient(graph: GraphBuilder, inside: AttentionInside, shape: LlamaShape): Value {
  const { x, queries, keys, seen, weighted, dGathered, rope, w } = inside;
  const total = graph.op('ReduceSum', [weighted, graph.ints([-1])], { keepdims: 1 });
  const dScores = graph.op('Sub', [weighted, graph.op('Mul', [seen, total])]);
  const scale = queryScale(shape);
  const dTurned = ungroup(graph, graph.product(dScores, keys, { scale }), shape);
  const dQueries = joinQueryHeads(graph, rotateGradient(graph, dTurned, rope), shape);
  const transposed = { transposeLeft: true };
  const own = (of: Value) => lastColumns(graph, of, x);
  const dKeys = graph.product(own(dScores), queries, { ...transposed, scale });
  const dValues = graph.product(own(seen), dGathered, transposed);
  const back = (d: Value, weight: Value) => graph.op('MatMul', [d, weight]);
  const turnedBack = joinKeyValueHeads(graph, rotateGradient(graph, dKeys, rope), shape);
  return [
    back(turnedBack, w.attn_k),
    back(joinKeyValueHeads(graph, dValues, shape), w.attn_v),
  ].reduce((sum, term) => graph.op('Add', [sum, term]), back(dQueries, w.attn_q));
}

/** The last of `[..., positions]`, as many as `x` has rows. */
function lastColumns(graph: GraphBuilder, of: Value, x: Value): Value {
  const rows = graph.op('Shape', [x], { start: 0, end: 1 });
  const end = graph.ints([Number.MAX_SAFE_INTEGER]);
  return graph.op('Slice', [of, graph.op('Neg', [rows]), end, graph.ints([-1])]);
}
