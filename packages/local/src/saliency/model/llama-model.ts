import { type GgufFile, openGguf } from '../../gguf/read.ts';
import { type Fed, type GraphSession, openRuntime, type Runtime } from '../../onnx/runtime.ts';
import { layerAttentionGraph } from '../graphs/layer-attention.ts';
import { layerGradientGraph } from '../graphs/layer-gradient.ts';
import {
  eachWeight,
  layerWeightDims,
  type LayerWeightName,
  layerWeightNames,
  type LayerWeights,
} from '../graphs/layer-weights.ts';
import { LlamaForward } from './llama-forward.ts';
import { LlamaHead } from './llama-head.ts';
import { type LlamaShape, llamaShape, tensorName } from './llama-shape.ts';

export type SaliencyMethod = 'gradient' | 'attention';

/** A model whose inside can be read. */
export interface LlamaModel {
  readonly method: SaliencyMethod;
  readonly shape: LlamaShape;
  readonly runtime: Runtime;
  readonly forward: LlamaForward;
  readonly head: LlamaHead;
  /** The layers once more: how much each position mattered to each. */
  readonly layers: LlamaLayers;
  readonly dispose: () => Promise<void>;
}

export interface OpenModel {
  readonly path: string;
  readonly threads: number;
  readonly method: SaliencyMethod;
}

/** Throws `file-unreadable`, `weights-invalid` and `peer-missing`. */
export async function openModel({ path, threads, method }: OpenModel): Promise<LlamaModel> {
  const runtime = await openRuntime({ threads });
  const file = openGguf(path);
  try {
    return await modelOf(runtime, file, method);
  } finally {
    file.close();
  }
}

async function modelOf(
  runtime: Runtime,
  file: GgufFile,
  method: SaliencyMethod,
): Promise<LlamaModel> {
  const shape = llamaShape(file);
  const embedding = file.numbers('token_embd.weight');
  const layers = Array.from({ length: shape.layers }, (_, layer) =>
    eachWeight((name) => file.numbers(tensorName(layer, name))),
  );
  const parts = { runtime, file, shape, embedding, layers };
  const forward = await LlamaForward.open(parts);
  const head = await LlamaHead.open(parts);
  const inside = await (method === 'gradient' ? gradientLayers(parts) : attentionLayers(parts));
  return {
    method,
    shape,
    runtime,
    forward,
    head,
    layers: inside,
    dispose: async () => {
      for (const part of [forward, head, inside]) await part.dispose();
    },
  };
}

type LayerFeeds = Readonly<Record<string, Fed>>;

/** One graph for all layers, and what of each layer it is fed. */
interface LlamaLayers {
  readonly run: GraphSession['run'];
  readonly weights: readonly LayerFeeds[];
  readonly dispose: () => Promise<void>;
}

interface OpenLayers {
  readonly runtime: Runtime;
  readonly shape: LlamaShape;
  readonly layers: readonly LayerWeights[];
}

async function gradientLayers(open: OpenLayers): Promise<LlamaLayers> {
  return await layersOf(open, layerGradientGraph(open.shape), layerWeightNames);
}

async function attentionLayers(open: OpenLayers): Promise<LlamaLayers> {
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
