import { loadPeer, SluiceError } from '@sluice/core';
import type { Llama, LlamaModel } from 'node-llama-cpp';
import { openGguf } from '../gguf/read.ts';
import { lazily } from './lazily.ts';

export interface NativeModelOptions {
  readonly path: string;
  /** The tokens alone, without the weights. */
  readonly vocabularyOnly: boolean;
}

/** node-llama-cpp, loaded when it is first needed. Throws `peer-missing`. */
export function loadLlamaPeer(): Promise<typeof import('node-llama-cpp')> {
  return loadPeer('node-llama-cpp', () => import('node-llama-cpp'));
}

/**
 * A GGUF file in llama.cpp on the CPU. Throws `peer-missing`, `file-unreadable`, `weights-invalid`.
 */
export async function openNativeModel(options: NativeModelOptions): Promise<LlamaModel> {
  // The peer believes the counts that a file begins with, and would read what is no GGUF for ever.
  openGguf(options.path).close();
  const llama = await nativeLlama();
  try {
    const { path: modelPath, vocabularyOnly: vocabOnly } = options;
    return await llama.loadModel({ modelPath, vocabOnly, gpuLayers: 0 });
  } catch (cause) {
    throw new SluiceError('weights-invalid', `cannot open \`${options.path}\` as a model`, {
      hint: 'check that the file is a whole GGUF file; `sluice models list` names some that work',
      cause,
    });
  }
}

/** The library is one for the whole process, as its own state is, and takes half a second. */
const nativeLlama = lazily(loadNative);

async function loadNative(): Promise<Llama> {
  const { getLlama, LlamaLogLevel } = await loadLlamaPeer();
  try {
    return await getLlama({
      gpu: false,
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
