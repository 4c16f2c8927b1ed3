import { fileURLToPath } from 'node:url';
import { readObservations } from './observation-file.ts';
import type { Observation } from './observation.ts';

/** The model whose runs the shipped screener was trained on. */
export const recordedModel = 'gpt-4o-2024-05-13';

/** What the shipped screener was trained and tested on, in numbers. */
export function recordedObservations(): readonly Observation[] {
  return readObservations(recordedFile());
}

/** It stands beside the sources, which are packed with the build. */
function recordedFile(): string {
  const place = '../../../src/screener/observe/recorded.jsonl.gz';
  return fileURLToPath(new URL(place, import.meta.url));
}
