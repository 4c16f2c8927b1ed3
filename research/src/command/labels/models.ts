import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  cachedPath,
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
import type { LabelModels } from '../../labels/run/run-labels.ts';

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
  readonly weights: string;
  readonly threads: number;
}

/**
 * The models of the bench of labels, from weights that were pulled, written again as Q8_0 beside
 * them: that reads prompts twice as fast. Throws `file-unreadable`, `peer-missing`.
 */
export async function openLabelModels(options: LabelModelOptions): Promise<OpenedLabelModels> {
  const { weights, threads } = options;
  const model = `${weights}:q8_0`;
  const file = reencoded(weightsPath(weights));
  const llama = await openLlama({ path: file, model, threads, contextTokensMax });
  const embedder = await embedderInCache(threads);
  const inside = await openSaliency({ path: file, model, threads, method: 'attention' });
  const states = recentStates(inside);
  const datastore = new Datastore(states);
  const { tokenizer } = llama;
  const knn = knnTemperatures.map((temperature): [number, Scorer] => {
    const settings = { k: 1024, temperature, gamma: 0.5, tenant: 'bench' };
    return [temperature, new KnnLm({ ...settings, model: states, tokenizer, datastore })];
  });
  return {
    model,
    scorer: llamaScorer(llama),
    writer: greedyWriter(llama),
    knn: new Map(knn),
    embedder,
    chat: llama.template,
    introspection: llamaModel(llama, { outputTokensMax: introspectionTokensMax }),
    close: async () => {
      await embedder?.dispose();
      await inside.dispose();
      await llama.dispose();
    },
  };
}

async function embedderInCache(threads: number): Promise<OpenedEmbedder | undefined> {
  const at = cachedPath(embeddingWeights);
  if (at === undefined) return undefined;
  return openEmbedder({ path: at, model: embeddingWeights, threads });
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
    const { native } = llama;
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
        if (written.length >= tokensMax) break;
      }
      return native.detokenize(written).trim();
    };
    return lane.run(write, signal);
  };
}
