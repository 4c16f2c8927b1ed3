import type { GraphBuilder, Value } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';

/** Names within a layer, as GGUF spells them. */
export const layerWeightNames = [
  'attn_norm',
  'attn_q',
  'attn_k',
  'attn_v',
  'attn_output',
  'ffn_norm',
  'ffn_gate',
  'ffn_up',
  'ffn_down',
] as const;

export type LayerWeightName = (typeof layerWeightNames)[number];
export type LayerValues = Readonly<Record<LayerWeightName, Value>>;
export type LayerWeights = Readonly<Record<LayerWeightName, Float32Array>>;

/** Matrices have a row an output. */
export function layerWeightDims(
  shape: LlamaShape,
): Readonly<Record<LayerWeightName, readonly number[]>> {
  const { width, feedForwardWidth } = shape;
  const queries = shape.heads * shape.headWidth;
  const keys = shape.keyValueHeads * shape.headWidth;
  return {
    attn_norm: [width],
    attn_q: [queries, width],
    attn_k: [keys, width],
    attn_v: [keys, width],
    attn_output: [width, queries],
    ffn_norm: [width],
    ffn_gate: [feedForwardWidth, width],
    ffn_up: [feedForwardWidth, width],
    ffn_down: [width, feedForwardWidth],
  };
}

/** The weights as part of the graph: the runtime lays each out once, which is faster to run. */
export function carriedWeights(
  graph: GraphBuilder,
  weights: LayerWeights,
  shape: LlamaShape,
): LayerValues {
  const dims = layerWeightDims(shape);
  return eachWeight((name) => graph.weight(weights[name], dims[name]));
}

/** The weights as inputs: one graph serves all layers. */
export function fedWeights(graph: GraphBuilder, shape: LlamaShape): LayerValues {
  const dims = layerWeightDims(shape);
  return eachWeight((name) => graph.input(name, dims[name]));
}

export function eachWeight<T>(of: (name: LayerWeightName) => T): Record<LayerWeightName, T> {
  return {
    attn_norm: of('attn_norm'),
    attn_q: of('attn_q'),
    attn_k: of('attn_k'),
    attn_v: of('attn_v'),
    attn_output: of('attn_output'),
    ffn_norm: of('ffn_norm'),
    ffn_gate: of('ffn_gate'),
    ffn_up: of('ffn_up'),
    ffn_down: of('ffn_down'),
  };
}
