import type { GraphBuilder, Value } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';
import { queriesEach } from './block.ts';

export interface AttentionInputs {
  /** `[keyValueHeads, group * rows, headWidth]`. */
  readonly queries: Value;
  /** `[keyValueHeads, positions, headWidth]`. */
  readonly keys: Value;
  /** `[rows, positions]`: 0 where a row may look, far below where not. */
  readonly mask: Value;
}

/** Softmax of queries times keys: `[keyValueHeads, group * rows, positions]`. */
export function attention(
  graph: GraphBuilder,
  { queries, keys, mask }: AttentionInputs,
  shape: LlamaShape,
): Value {
  const scores = graph.product(queries, keys, { transposeRight: true, scale: queryScale(shape) });
  const rowsAndPositions = graph.op('Shape', [mask]);
  const heads = graph.ints([shape.keyValueHeads, queriesEach(shape)]);
  const each = graph.op('Concat', [heads, rowsAndPositions], { axis: 0 });
  const masked = graph.op('Add', [graph.op('Reshape', [scores, each]), mask]);
  const softmax = graph.op('Softmax', [masked], { axis: -1 });
  const grouped = graph.op(
    'Concat',
    [graph.ints([shape.keyValueHeads, -1]), graph.op('Shape', [mask], { start: 1 })],
    { axis: 0 },
  );
  return graph.op('Reshape', [softmax, grouped]);
}

/** From `[keyValueHeads, group * rows, positions]` to `[rows, positions]`. */
export function sumOverHeads(
  graph: GraphBuilder,
  x: Value,
  { mask, shape }: Pick<AttentionInputs, 'mask'> & { readonly shape: LlamaShape },
): Value {
  const heads = graph.ints([shape.keyValueHeads, queriesEach(shape)]);
  const each = graph.op('Concat', [heads, graph.op('Shape', [mask])], { axis: 0 });
  const byHead = graph.op('Reshape', [x, each]);
  return graph.op('ReduceSum', [byHead, graph.ints([0, 1])], { keepdims: 0 });
}

/** Queries times keys are divided by the root of the heads' width. */
export function queryScale({ headWidth }: LlamaShape): number {
  return 1 / Math.sqrt(headWidth);
}
