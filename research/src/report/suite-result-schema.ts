import * as z from 'zod';
import type { ResultChart, SuiteResult } from './suite-result.ts';

const text = z.string();
const texts = z.array(text);
/**
 * HAZARD: what the charts draw as it is must not be `__proto__` (see `chartText`): it has words.
 */
const phrase = text.regex(/\S \S/);
const share = z.strictObject({ across: z.number(), up: z.number() });

const chart: z.ZodType<ResultChart> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bars'),
    title: phrase,
    of: z.enum(['shares', 'amounts']),
    series: texts,
    rows: z.array(z.strictObject({ name: text, values: z.array(z.number().nullable()) })),
  }),
  z.strictObject({
    kind: z.literal('points'),
    title: phrase,
    across: phrase,
    up: phrase,
    points: z.array(z.strictObject({ name: text, here: share, paper: share.nullable() })),
  }),
]);

/** Strict: a member that is not known is an error, so that nothing is dropped on the way. */
export const suiteResultSchema: z.ZodType<SuiteResult> = z.strictObject({
  suite: text.regex(/^[a-z][\da-z-]*$/i),
  slice: text.min(1),
  command: text.min(1),
  model: text.min(1),
  atMs: z.number().nonnegative(),
  seconds: z.number().nonnegative(),
  versions: z.object({ code: text.min(1) }).catchall(text),
  figures: z.record(text, z.number()),
  headlines: z.array(z.strictObject({ what: text, here: text, paper: text })),
  claims: z.array(z.strictObject({ name: text, holds: z.boolean(), detail: text })),
  notices: texts,
  tables: z.array(
    z.strictObject({
      title: text,
      head: texts,
      rows: z.array(texts),
      paperColumns: z.array(z.number().int().nonnegative()),
    }),
  ),
  charts: z.array(chart),
});
