import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SluiceError } from '@sluice/core';
import {
  cachedPath,
  isPath,
  type HiddenStates,
  llamaModel,
  llamaScorer,
  type OpenedEmbedder,
  type OpenedLlama,
  openEmbedder,
  openLlama,
  openSaliency,
  reencode,
  type Scorer,
  type States,
  weightsPath,
} from '@sluice/local';
import { Datastore } from '../../knn/datastore.ts';
import { KnnLm } from '../../knn/knn-lm.ts';
import type { Writer as LabelWriter } from '../../labels/remember.ts';
import type { LabelModels, Unread } from '../../labels/run/run-options.ts';

/** The model that finds documents by meaning; without it these rows are left out. */
export const embeddingWeights = 'all-minilm-l6-v2';

const contextTokensMax = 2048;

/** Answers of introspection are a list of numbers; a model that talks on is cut off. */
const introspectionTokensMax = 64;

/** How far a neighbour may be, in squared lengths of the query (permissive propagation 3.4). */
const knnTemperatures: readonly number[] = [0.003, 0.01, 0.03];

export interface OpenedLabelModels extends LabelModels {
  readonly close: () => Promise<void>;
}

export interface LabelModelOptions {
  /** An id, or the path of a GGUF file. */
  readonly weights: string;
  readonly threads: number;
  /** True to keep off a GPU where there is one. */
  readonly cpu?: true;
}

/**
 * The models of the bench of labels. Weights that were pulled are written again as Q8_0 beside
 * them: that reads prompts twice as fast. A file of one's own is taken as it is. Throws
 * `file-unreadable`, `weights-invalid`, `peer-missing`.
 */
export async function openLabelModels(options: LabelModelOptions): Promise<OpenedLabelModels> {
  const { weights, threads, cpu = false } = options;
  const { file, model } = await chosenFile(weights);
  const llama = await openLlama({ path: file, model, threads, contextTokensMax, gpu: !cpu });
  const embedder = await embedderInCache(threads);
  const inside = await insideOf({ path: file, model, threads });
  return {
    // Two back ends write differently where two tokens are nearly as probable.
    model: llama.backEnd === 'llama:cpu' ? model : `${model}:${llama.backEnd}`,
    scorer: llamaScorer(llama),
    writer: greedyWriter(llama),
    knn: inside && nearestNeighbours(inside, llama),
    unread: inside && (() => unreadNeighbours(inside, llama)),
    embedder,
    chat: llama.template,
    introspection: llamaModel(llama, { outputTokensMax: introspectionTokensMax }),
    close: async () => {
      await embedder?.dispose();
      await inside?.dispose();
      await llama.dispose();
    },
  };
}

async function embedderInCache(threads: number): Promise<OpenedEmbedder | undefined> {
  const at = cachedPath(embeddingWeights);
  if (at === undefined) return undefined;
  return openEmbedder({ path: at, model: embeddingWeights, threads });
}

interface ChosenFile {
  readonly file: string;
  /** Scores are kept by this name, so two files never share one. */
  readonly model: string;
}

async function chosenFile(weights: string): Promise<ChosenFile> {
  const file = weightsPath(weights);
  if (!isPath(weights)) return { file: reencoded(file), model: `${weights}:q8_0` };
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file, model: `${path.parse(file).name}@${hash.digest('hex').slice(0, 12)}` };
}

type Inside = Awaited<ReturnType<typeof openSaliency>>;

/** The inside of a model for its states; none where we do not know how its kind computes. */
async function insideOf(
  from: Pick<Parameters<typeof openSaliency>[0], 'path' | 'model' | 'threads'>,
): Promise<Inside | undefined> {
  try {
    return await openSaliency({ ...from, method: 'attention' });
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'weights-invalid') return undefined;
    throw error;
  }
}

function nearestNeighbours(inside: Inside, { tokenizer }: OpenedLlama): LabelModels['knn'] {
  const states = recentStates(inside);
  const datastore = new Datastore(states);
  return new Map(
    knnTemperatures.map((temperature): [number, Scorer] => {
      const settings = { k: 1024, temperature, gamma: 0.5, tenant: 'bench' };
      return [temperature, new KnnLm({ ...settings, model: states, tokenizer, datastore })];
    }),
  );
}

function unreadNeighbours(inside: Inside, { tokenizer }: OpenedLlama): Unread {
  let calls = 0;
  const model: HiddenStates = {
    model: inside.model,
    states: (input, options) => {
      calls += 1;
      return inside.states(input, options);
    },
  };
  const datastore = new Datastore(model);
  const settings = { k: 1024, temperature: 0.01, gamma: 0.5, tenant: 'bench' };
  const scorer = new KnnLm({ ...settings, model, tokenizer, datastore });
  return { scorer, calls: () => calls };
}

/** Remembers what was read last: the mixtures of all temperatures are made of the same states. */
function recentStates(inner: HiddenStates): HiddenStates {
  let last: { readonly key: string; readonly states: States } | undefined;
  return {
    model: inner.model,
    states: async (input, options) => {
      const key = JSON.stringify(input);
      if (last?.key !== key) last = { key, states: await inner.states(input, options) };
      return last.states;
    },
  };
}

/** Throws what `reencode` throws; a file that stands there was whole when it got its name. */
function reencoded(from: string): string {
  const { dir, name } = path.parse(from);
  const out = path.join(dir, `${name}.as-q8_0.gguf`);
  if (!existsSync(out)) reencode(from, 'q8_0', out);
  return out;
}

/** The most probable token each time, up to the end of a turn; what prompts share is read once. */
function greedyWriter(llama: OpenedLlama): LabelWriter {
  let opened: ReturnType<OpenedLlama['lane']> | undefined;
  return async ({ parts }, { tokensMax, signal }) => {
    const lane = await (opened ??= llama.lane());
    const { native, template } = llama;
    const { stop = '' } = template;
    const endOf = (text: string): number | undefined => {
      const at = stop === '' ? -1 : text.indexOf(stop);
      return at < 0 ? undefined : at;
    };
    const prompt = parts.flatMap(({ kind, text }) => native.tokenize(text, kind === 'template'));
    const write = async (): Promise<string> => {
      lane.checkRoom(prompt.length + tokensMax);
      const kept = lane.shared(prompt, prompt.length - 1);
      await lane.keep(kept);
      const written: typeof prompt = [];
      const settings = { temperature: 0, yieldEogToken: true } as const;
      for await (const token of lane.sequence.evaluate(prompt.slice(kept), settings)) {
        lane.checkSignal(signal);
        if (native.isEogToken(token)) break;
        written.push(token);
        if (endOf(native.detokenize(written)) !== undefined) break;
        if (written.length >= tokensMax) break;
      }
      const text = native.detokenize(written);
      return text.slice(0, endOf(text)).trim();
    };
    return lane.run(write, signal);
  };
}
