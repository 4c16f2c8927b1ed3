import type { GraphBuilder, Value } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';

/** The pieces that both ways through a layer share, each with its derivative beside it. */

/** A normalised value, and what its derivative needs. */
export interface Normalised {
  readonly value: Value;
  readonly unit: Value;
  readonly reciprocal: Value;
  readonly gain: Value;
}

/** RMSNorm: `x / sqrt(mean(x^2) + epsilon) * gain`, row by row. */
export function rmsNorm(
  graph: GraphBuilder,
  x: Value,
  { gain, epsilon }: { readonly gain: Value; readonly epsilon: number },
): Normalised {
  const variance = rowMean(graph, graph.op('Mul', [x, x]));
  const shifted = graph.op('Add', [variance, graph.scalar(epsilon)]);
  const reciprocal = graph.op('Reciprocal', [graph.op('Sqrt', [shifted])]);
  const unit = graph.op('Mul', [x, reciprocal]);
  return { value: graph.op('Mul', [unit, gain]), unit, reciprocal, gain };
}

export function rmsNormGradient(graph: GraphBuilder, normalised: Normalised, dy: Value): Value {
  const { unit, reciprocal, gain } = normalised;
  const dUnit = graph.op('Mul', [dy, gain]);
  const along = rowMean(graph, graph.op('Mul', [unit, dUnit]));
  const rest = graph.op('Sub', [dUnit, graph.op('Mul', [unit, along])]);
  return graph.op('Mul', [reciprocal, rest]);
}

function rowMean(graph: GraphBuilder, value: Value): Value {
  return graph.op('ReduceMean', [value, graph.ints([-1])], { keepdims: 1 });
}

/** Cosines and sines of positions, one row a position, and the turn of a pair by 90 degrees. */
export interface Rope {
  readonly cos: Value;
  readonly sin: Value;
  readonly quarterTurn: Value;
}

/**
 * Inputs `cos` and `sin`. Neighbours are a pair: a GGUF of the `llama` architecture stores the
 * rows of queries and keys in that order, and not in halves as the model's authors do.
 */
export function ropeInputs(graph: GraphBuilder, { headWidth }: LlamaShape): Rope {
  const turn = new Float32Array(headWidth * headWidth);
  for (let i = 0; i < headWidth; i += 2) {
    turn[i * headWidth + i + 1] = 1;
    turn[(i + 1) * headWidth + i] = -1;
  }
  return {
    cos: graph.input('cos', ['rows', headWidth]),
    sin: graph.input('sin', ['rows', headWidth]),
    quarterTurn: graph.weight(turn, [headWidth, headWidth]),
  };
}

/** Turns `[..., rows, headWidth]` by each row's position. */
export function rotate(graph: GraphBuilder, x: Value, { cos, sin, quarterTurn }: Rope): Value {
  const turned = graph.op('MatMul', [x, quarterTurn]);
  return graph.op('Add', [graph.op('Mul', [x, cos]), graph.op('Mul', [turned, sin])]);
}

export function rotateGradient(graph: GraphBuilder, dy: Value, rope: Rope): Value {
  const turned = graph.product(graph.op('Mul', [dy, rope.sin]), rope.quarterTurn, {
    transposeRight: true,
  });
  return graph.op('Add', [graph.op('Mul', [dy, rope.cos]), turned]);
}

/** `x` times a weight that is stored as rows of outputs, as GGUF does. */
export function project(graph: GraphBuilder, x: Value, weight: Value): Value {
  return graph.op('Gemm', [x, weight], { transB: 1 });
}

/** `[rows, keyValueHeads * headWidth]` to `[keyValueHeads, rows, headWidth]`. */
export function splitKeyValueHeads(graph: GraphBuilder, x: Value, shape: LlamaShape): Value {
  const heads = graph.reshape(x, [0, shape.keyValueHeads, shape.headWidth]);
  return graph.op('Transpose', [heads], { perm: [1, 0, 2] });
}

export function joinKeyValueHeads(graph: GraphBuilder, x: Value, shape: LlamaShape): Value {
  const rows = graph.op('Transpose', [x], { perm: [1, 0, 2] });
  return graph.reshape(rows, [-1, shape.keyValueHeads * shape.headWidth]);
}

/** `[rows, heads * headWidth]` to `[keyValueHeads, heads of each, rows, headWidth]`. */
export function splitQueryHeads(graph: GraphBuilder, x: Value, shape: LlamaShape): Value {
  const { keyValueHeads, headWidth } = shape;
  const heads = graph.reshape(x, [0, keyValueHeads, queriesEach(shape), headWidth]);
  return graph.op('Transpose', [heads], { perm: [1, 2, 0, 3] });
}

/** From one group's queries beneath one another, `[keyValueHeads, group * rows, headWidth]`. */
export function joinQueryHeads(graph: GraphBuilder, x: Value, shape: LlamaShape): Value {
  const rows = graph.op('Transpose', [ungroup(graph, x, shape)], { perm: [2, 0, 1, 3] });
  return graph.reshape(rows, [-1, shape.heads * shape.headWidth]);
}

/** Puts the query heads of a key-value head beneath one another: one product serves them all. */
export function group(graph: GraphBuilder, x: Value, shape: LlamaShape): Value {
  return graph.reshape(x, [shape.keyValueHeads, -1, shape.headWidth]);
}

export function ungroup(graph: GraphBuilder, x: Value, shape: LlamaShape): Value {
  return graph.reshape(x, [shape.keyValueHeads, queriesEach(shape), -1, shape.headWidth]);
}

export function queriesEach({ heads, keyValueHeads }: LlamaShape): number {
  return heads / keyValueHeads;
}
