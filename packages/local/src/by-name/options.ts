import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { utilities } from '../labels/utility/by-name.ts';
import type { PropagatorSpec } from './spec.ts';

/** The weights that a propagator runs on where its options name no others. */
export const defaultModel = 'smollm2-135m-instruct';

/** A whole number above 0. */
export const count = z.coerce.number().pipe(z.int().positive());
/** From 0 to 1. */
export const share = z.coerce.number().pipe(z.number().min(0).max(1));
/** Which model runs, and what it may take. */
export const modelOptions = {
  model: z.string().default(defaultModel),
  /** Tokens of the longest prompt; memory is taken for so many. */
  context: count.default(4_096),
  /** `yes`: on a GPU where there is one. The CPU gives the same figures to the bit each time. */
  gpu: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((word) => word === 'yes'),
};

/** Options of a search for labels: its bounds, and which loss counts as none. */
const loss = z.coerce.number().pipe(z.number().nonnegative());
const search = {
  utility: z.enum(utilities.map(({ name }) => name)).default('perplexity'),
  /** Chosen on the bench's recorded scores: `sluice bench searches` says how. */
  lambda: loss.default(0.05),
  labels: count.default(256),
  tokens: count.default(200_000),
};

export const searchOptions = z.strictObject({ ...modelOptions, ...search });

/** A model that scores on a server in place of one in this process. */
const server = {
  /** E.g. `http://127.0.0.1:8000/v1`; `model` is then its name there. */
  server: z.url({ protocol: /^https?$/ }).optional(),
  /** The `tokenizer_config.json` of the model, or a GGUF file of it. */
  tokenizer: z.string().optional(),
};

const pruning = {
  /** How labels are dropped before the search: by their Shapley values, or not at all. */
  prune: z.enum(['none', 'shapley']).default('none'),
  /** The least Shapley value that is kept, in the utility's measure. */
  contribution: z.coerce.number().pipe(z.number()).default(0),
  /** How many orders a value is sampled from, for more than ten labels. */
  orders: count.default(4),
};

export const labelOptions = z.strictObject({
  ...modelOptions,
  ...search,
  ...server,
  ...pruning,
});

export const attentionOptions = z.strictObject({
  /**
   * `network`: RTBAS's, which is shipped too; else a screener of one's own, by its file;
   * default: the one that is shipped.
   */
  screener: z.string().optional(),
  threshold: share.optional(),
});

/** Reads options of a propagator. Throws `propagator-invalid`, naming what can be said. */
export function readOptions<Shape extends z.ZodRawShape>(
  { name, options }: PropagatorSpec,
  schema: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  const wrong = Object.keys(options).find((key) => !known.includes(key));
  const path = wrong ?? String(parsed.error.issues[0]?.path[0] ?? '');
  throw new SluiceError('propagator-invalid', `\`${name}\` cannot be set to \`${path}\` so`, {
    hint: `it has the options ${known.join(', ')}; a lambda, a threshold and the like are numbers`,
  });
}
