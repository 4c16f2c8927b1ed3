import type { LabelSpace, Relevance } from '@sluice/core';
import { z } from 'zod';

/** The stored form of a relevance: labels by their text, and no evidence. */
const kept = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('regions'), regions: z.array(z.string()).readonly() }).readonly(),
  z.object({ kind: z.literal('label'), label: z.string() }).readonly(),
  z.object({ kind: z.literal('all'), because: z.string() }).readonly(),
]);
export type KeptRelevance = z.output<typeof kept>;
export const keptRelevance: z.ZodType<KeptRelevance> = kept;

export function keptOf(relevance: Relevance): KeptRelevance {
  switch (relevance.kind) {
    case 'regions':
      return { kind: 'regions', regions: relevance.regions };
    case 'label':
      return { kind: 'label', label: relevance.label.text };
    case 'all':
      return { kind: 'all', because: relevance.because };
  }
}

/** Throws `label-invalid` for a label that is none of the space: a caller must fail closed. */
export function relevanceOf(said: KeptRelevance, space: LabelSpace): Relevance {
  switch (said.kind) {
    case 'regions':
      return { kind: 'regions', regions: said.regions, evidence: [], unsourced: [] };
    case 'label':
      return { kind: 'label', label: space.parse(said.label) };
    case 'all':
      return said;
  }
}
