import { SluiceError } from '@sluice/core';
import type { LlamaModel } from 'node-llama-cpp';
import type { Tokenizer } from '../port/tokenizer.ts';
import { chatTemplate, type ChatTemplate } from './template/chat-template.ts';
import { Lane } from './lane.ts';
import { tokenizerOf } from './llama-tokenizer.ts';
import { modelNameOf } from './model-name.ts';
import { openNativeModel } from './peer.ts';

export interface OpenLlamaOptions {
  /** A GGUF file. */
  readonly path: string;
  /**
   * True to compute on a GPU where there is one that the peer has a program for. Default: the CPU,
   * where a kept prefix scores as a fresh one, to the bit.
   */
  readonly gpu?: boolean | undefined;
  /** The model's name in results and clearances. Default: the name of the file. */
  readonly model?: string | undefined;
  /** Threads of the CPU; where cores are shared, one is often faster than all. */
  readonly threads: number;
  /** Prompt and completion together; memory is taken for so many. */
  readonly contextTokensMax: number;
}

/** A model in llama.cpp: what a `ChatModel` and a `Scorer` are made of. */
export interface OpenedLlama extends AsyncDisposable {
  readonly model: string;
  readonly tokenizer: Tokenizer;
  /** The file's; a plain form for a base model, whose file has none. */
  readonly template: ChatTemplate;
  readonly contextTokensMax: number;
  readonly native: LlamaModel;
  /** The program that computes: `llama:cpu`, `llama:cuda` and so on. */
  readonly backEnd: LlamaBackEnd;
  /**
   * A context of its own for each user: a chat does not push out what a scorer keeps. Its memory is
   * given back with the model.
   */
  readonly lane: () => Promise<Lane>;
  /**
   * Waits for what runs; what is called later throws `model-failed`. Where memory for a context was
   * short, the peer may keep the model's until the process ends.
   */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens a GGUF file through node-llama-cpp, without a GPU unless one is asked for and without flash
 * attention: then a kept prefix scores as a fresh one. Throws `settings-invalid`, `peer-missing`,
 * `file-unreadable` and `weights-invalid`.
 */
export async function openLlama(options: OpenLlamaOptions): Promise<OpenedLlama> {
  const { path, model: name = modelNameOf(path), gpu = false } = options;
  const { threads, contextTokensMax } = options;
  checkCount('threads', threads);
  checkCount('contextTokensMax', contextTokensMax);
  const model = await openNativeModel({ path, vocabularyOnly: false, gpu });
  // Held here: a context that is collected as garbage would keep the model from ever closing.
  const lanes: Promise<Lane>[] = [];
  const dispose = async (): Promise<void> => {
    const settled = await Promise.allSettled(lanes);
    for (const lane of settled) if (lane.status === 'fulfilled') await lane.value.dispose();
    const closing = model.dispose();
    // HAZARD: to the peer, a context that had no memory still uses the model, so that closing it
    // may take for ever. Nothing more runs on it by then.
    const mayHang = settled.some(({ status }) => status === 'rejected');
    await (mayHang ? Promise.race([closing, Promise.resolve()]) : closing);
  };
  try {
    checkTrained(name, model, contextTokensMax);
    return {
      model: name,
      tokenizer: tokenizerOf(model, name),
      template: templateOf(name, model),
      contextTokensMax,
      native: model,
      backEnd: backEndOf(model.llama.gpu),
      lane: () => {
        const lane = Lane.open(model, { name, threads, contextTokensMax });
        lanes.push(lane);
        return lane;
      },
      dispose,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function templateOf(name: string, { fileInfo, tokens }: LlamaModel): ChatTemplate {
  const { tokenizer } = fileInfo.metadata;
  return chatTemplate({
    model: name,
    source: tokenizer.chat_template,
    bos: tokens.bosString ?? undefined,
    eos: tokens.eosString ?? undefined,
    beginsWithBos: tokens.shouldPrependBosToken,
  });
}

export type LlamaBackEnd = `llama:${string}`;

/** Figures of two back ends are not comparable, so each has a name of its own. */
export function backEndOf(gpu: string | false): LlamaBackEnd {
  return `llama:${gpu === false ? 'cpu' : gpu}`;
}

function checkCount(option: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new SluiceError('settings-invalid', `\`${option}\` is not a number from 1 on`, {
    hint: `set \`${option}\` to a whole number`,
  });
}

function checkTrained(name: string, model: LlamaModel, contextTokensMax: number): void {
  if (contextTokensMax <= model.trainContextSize) return;
  const message = `\`${name}\` has learnt contexts of up to ${model.trainContextSize} tokens`;
  throw new SluiceError('settings-invalid', message, {
    hint: `set \`contextTokensMax\` to at most ${model.trainContextSize}`,
  });
}
