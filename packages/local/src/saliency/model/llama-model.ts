import { type GgufFile, openGguf } from '../../gguf/read.ts';
import { openRuntime, type Runtime } from '../../onnx/runtime.ts';
import { eachWeight } from '../graphs/layer-weights.ts';
import { LlamaForward } from './llama-forward.ts';
import { LlamaHead } from './llama-head.ts';
import { attentionLayers, gradientLayers, type LlamaLayers } from './llama-layers.ts';
import { type LlamaShape, llamaShape, tensorName } from './llama-shape.ts';

export type SaliencyMethod = 'gradient' | 'attention';

/** A model whose inside can be read. */
export interface LlamaModel {
  readonly method: SaliencyMethod;
  readonly shape: LlamaShape;
  readonly runtime: Runtime;
  readonly forward: LlamaForward;
  readonly head: LlamaHead;
  /** What says, layer by layer, how much each position mattered. */
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
