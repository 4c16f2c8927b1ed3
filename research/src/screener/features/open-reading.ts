import {
  models,
  openSaliency,
  openTokenizer,
  weightsPath,
  type FeatureSource,
} from '@sluice/local';
import { SluiceError } from '@sluice/core';
import type { ReadingModel } from './measure-calls.ts';

/** The SHA-256 of pulled weights, from the list. Throws `weights-invalid` where it is unknown. */
export function weightsHash(model: string): string {
  const found = models().find(({ entry }) => entry.id === model)?.entry.sha256;
  if (found !== undefined) return found;
  throw new SluiceError('weights-invalid', `there are no weights \`${model}\``, {
    hint: 'name some of `sluice models list`',
  });
}

/**
 * Opens the model that features are of, once. Throws `file-unreadable` where its weights were not
 * pulled, and `peer-missing`.
 */
export function readingModel({ model }: FeatureSource): () => Promise<ReadingModel> {
  let opened: Promise<ReadingModel> | undefined;
  return () => (opened ??= openReading(model));
}

async function openReading(model: string): Promise<ReadingModel> {
  const path = weightsPath(model);
  const saliency = await openSaliency({ path, model, method: 'gradient', threads: 1 });
  return { saliency, tokenizer: await openTokenizer({ path, model }) };
}
