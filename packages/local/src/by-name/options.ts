import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { utilities } from '../labels/utility/by-name.ts';
import type { LocalSpec } from './spec.ts';

/** The weights that a propagator runs on where its options name no others. */
export const defaultModel = 'smollm2-135m-instruct';

const count = z.coerce.number().pipe(z.int().positive());
const share = z.coerce.number().pipe(z.number().min(0).max(1));
const model = {
  model: z.string().default(defaultModel),
  /** Tokens of the longest prompt; memory is taken for so many. */
  context: count.default(4_096),
};

/** What a search for labels may cost, and what counts as no loss. */
const loss = z.coerce.number().pipe(z.number().nonnegative());
const search = {
  utility: z.enum(utilities.map(({ name }) => name)).default('perplexity'),
  lambda: loss.default(0.1),
  labels: count.default(256),
  tokens: count.default(200_000),
};

export const searchOptions = z.strictObject({ ...model, ...search });

/** Chosen on eighteen questions of our own, which are in no set that is measured on. */
export const knnOptions = z.strictObject({
  ...model,
  ...search,
  lambda: loss.default(0.05),
  k: count.default(16),
  temperature: z.coerce.number().pipe(z.number().positive()).default(0.03),
  gamma: share.default(0.5),
});

export const attentionOptions = z.strictObject({
  /** A screener of one's own, by its file; default: the one that is shipped. */
  screener: z.string().optional(),
  threshold: share.optional(),
});

const unseen = z.enum(['relevant', 'irrelevant']).default('relevant');

/** Tokens of one answer of a local model. */
const output = count.default(512);
/** `model`: where it is left out, the model that answers is asked, if there is one to ask. */
const asked = { ...model, output, model: z.string().optional() };

export const introspectionOptions = z.strictObject({
  ...asked,
  unseen,
  names: z.enum(['documents', 'regions']).default('documents'),
});

export const judgeOptions = z.strictObject({
  ...model,
  output,
  unseen,
  reads: z.enum(['history', 'draft']).default('draft'),
});

export const multiExecutionOptions = z.strictObject({ ...asked, calls: count.default(8) });

/** Reads options of a propagator. Throws `propagator-invalid`, naming what can be said. */
export function readOptions<Shape extends z.ZodRawShape>(
  { name, options }: LocalSpec,
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
