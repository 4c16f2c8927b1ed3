import type { Fed, GraphSession, Runtime } from '../../onnx/runtime.ts';
import { layerAttentionGraph } from '../graphs/layer-attention.ts';
import { layerGradientGraph } from '../graphs/layer-gradient.ts';
import {
  layerWeightDims,
  type LayerWeightName,
  layerWeightNames,
  type LayerWeights,
} from '../graphs/layer-weights.ts';
import type { LlamaShape } from './llama-shape.ts';

export type LayerFeeds = Readonly<Record<string, Fed>>;

/** One graph for all layers, and what of each layer it is fed. */
export interface LlamaLayers {
  readonly run: GraphSession['run'];
  readonly weights: readonly LayerFeeds[];
  readonly dispose: () => Promise<void>;
}

export interface OpenLayers {
  readonly runtime: Runtime;
  readonly shape: LlamaShape;
  readonly layers: readonly LayerWeights[];
}

export async function gradientLayers(open: OpenLayers): Promise<LlamaLayers> {
  return await layersOf(open, layerGradientGraph(open.shape), layerWeightNames);
}

export async function attentionLayers(open: OpenLayers): Promise<LlamaLayers> {
  return await layersOf(open, layerAttentionGraph(open.shape), ['attn_norm', 'attn_q']);
}

async function layersOf(
  { runtime, shape, layers }: OpenLayers,
  graph: Uint8Array,
  names: readonly LayerWeightName[],
): Promise<LlamaLayers> {
  const { run, dispose } = await runtime.open(graph);
  const dims = layerWeightDims(shape);
  const weights = layers.map((layer) =>
    Object.fromEntries(names.map((name) => [name, runtime.floats(layer[name], dims[name])])),
  );
  return { run, weights, dispose };
}
