import { GraphBuilder } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';
import { attention, sumOverHeads } from './attention.ts';
import {
  group,
  project,
  rmsNorm,
  rotate,
  ropeInputs,
  splitKeyValueHeads,
  splitQueryHeads,
} from './block.ts';
import { layerWeightDims } from './layer-weights.ts';

/**
 * The graph of what a layer's last `rows` positions look at.
 *
 * Inputs: `x` [rows, width]; `keys` [positions, keys' width]; `cos`, `sin`; `mask` [rows,
 * positions]; `attn_norm`, `attn_q`. Output: `saliency` [rows, positions], the sum over heads of A.
 */
export function layerAttentionGraph(shape: LlamaShape): Uint8Array {
  const graph = new GraphBuilder();
  const dims = layerWeightDims(shape);
  const x = graph.input('x', ['rows', shape.width]);
  const keys = graph.input('keys', ['positions', shape.keyValueHeads * shape.headWidth]);
  const mask = graph.input('mask', ['rows', 'positions']);
  const rope = ropeInputs(graph, shape);
  const gain = graph.input('attn_norm', dims.attn_norm);
  const h = rmsNorm(graph, x, { gain, epsilon: shape.normEpsilon }).value;
  const projected = project(graph, h, graph.input('attn_q', dims.attn_q));
  const q = rotate(graph, splitQueryHeads(graph, projected, shape), rope);
  const queries = group(graph, q, shape);
  const inputs = { queries, keys: splitKeyValueHeads(graph, keys, shape), mask };
  const seen = attention(graph, inputs, shape);
  graph.output('saliency', sumOverHeads(graph, seen, { mask, shape }), ['rows', 'positions']);
  return graph.encode('layer-attention');
}
