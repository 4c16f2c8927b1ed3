import { loadPeer, SluiceError } from '@sluice/core';
import type { Llama, LlamaModel } from 'node-llama-cpp';
import { openGguf } from '../gguf/read.ts';
import { lazily } from './lazily.ts';

export interface NativeModelOptions {
  readonly path: string;
  /** The tokens alone, without the weights. */
  readonly vocabularyOnly: boolean;
  /** True to use a GPU where there is one. Default: false. */
  readonly gpu?: boolean | undefined;
}

/** node-llama-cpp, loaded when it is first needed. Throws `peer-missing`. */
export function loadLlamaPeer(): Promise<typeof import('node-llama-cpp')> {
  return loadPeer('node-llama-cpp', () => import('node-llama-cpp'));
}

/**
 * A GGUF file in llama.cpp. Throws `peer-missing`, `file-unreadable`, `weights-invalid`.
 */
export async function openNativeModel(options: NativeModelOptions): Promise<LlamaModel> {
  // The peer believes the counts that a file begins with, and would read what is no GGUF for ever.
  openGguf(options.path).close();
  const { path: modelPath, vocabularyOnly: vocabOnly, gpu = false } = options;
  const llama = await (gpu ? llamaOnGpu() : llamaOnCpu());
  try {
    return await llama.loadModel({ modelPath, vocabOnly, gpuLayers: gpu ? 'auto' : 0 });
  } catch (cause) {
    throw new SluiceError('weights-invalid', `cannot open \`${options.path}\` as a model`, {
      hint: 'check that the file is a whole GGUF file; `sluice models list` names some that work',
      cause,
    });
  }
}

/** The library is one for the whole process, as its own state is, and takes half a second. */
const llamaOnCpu = lazily(() => loadNative(false));

/** The library again, where one of its programs for GPUs runs here; else the one of the CPU. */
const llamaOnGpu = lazily(() => loadNative('auto'));

async function loadNative(gpu: 'auto' | false): Promise<Llama> {
  const { getLlama, LlamaLogLevel } = await loadLlamaPeer();
  try {
    return await getLlama({
      gpu,
      // A build would take minutes, and a compiler.
      build: 'never',
      // Each context says how many threads it takes.
      maxThreads: 0,
      // It would write to the console.
      logLevel: LlamaLogLevel.disabled,
    });
  } catch (cause) {
    throw new SluiceError('peer-missing', '`node-llama-cpp` has no program for this machine', {
      hint: 'npm install node-llama-cpp --include=optional',
      cause,
    });
  }
}
