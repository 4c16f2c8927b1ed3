import * as z from 'zod';
import type { LedgerLine, TrialOutcome, TrialSpec } from '../trial/trial.ts';

const count = z.number().int().nonnegative();

const amount = z.number().nonnegative();

const texts = z.array(z.string());

const spec: z.ZodType<TrialSpec> = z
  .strictObject({
    benchmark: z.string().min(1),
    suite: z.string().min(1),
    task: z.string().min(1),
    attack: z.strictObject({ name: z.string(), goal: z.string() }).optional(),
    model: z.string().min(1),
    defence: z.string().min(1),
    person: z.enum(['skip', 'truthful', 'always-yes', 'always-no']),
    seed: z.number().int(),
  })
  .transform((read) => ({ ...read, attack: read.attack }));

const question = z.strictObject({
  tool: z.string(),
  call: z.string().optional(),
  arguments: texts,
  from: texts,
  dimensions: texts,
  own: z.boolean(),
  answer: z.enum(['yes', 'no', 'none']),
});

const checked = z.strictObject({
  runs: count,
  steps: count,
  violations: texts,
  differences: texts,
});

const cost = z.strictObject({
  modelCalls: count,
  steps: count,
  propagations: count.optional(),
  everythingRelevant: count.optional(),
  inputTokens: count,
  outputTokens: count,
  ms: amount,
});

const moment = z.strictObject({
  kind: z.enum(['call', 'result', 'refusal', 'question', 'answer', 'step', 'error']),
  text: z.string(),
  label: z.string().optional(),
});

/** The members whose absence says something are there, as `undefined`. */
const finished = z
  .strictObject({
    kind: z.literal('finished'),
    utility: z.boolean(),
    attackSucceeded: z.boolean().optional(),
    throughAnswer: z.boolean(),
    questions: z.array(question),
    executed: z.array(z.strictObject({ tool: z.string(), args: z.string(), own: z.boolean() })),
    checked: checked.optional(),
    cost,
    moments: z.array(moment),
  })
  .transform((read) => ({
    ...read,
    attackSucceeded: read.attackSucceeded,
    checked: read.checked,
  }));

/** How a trial ended, read from a file or given by the caller's code. */
export const outcomeSchema: z.ZodType<TrialOutcome> = z.discriminatedUnion('kind', [
  finished,
  z.strictObject({ kind: z.literal('error'), message: z.string(), cost }),
]);

const versions = z
  .object({ sluice: z.string(), code: z.string(), node: z.string() })
  .catchall(z.string());

const key = z.string().regex(/^[0-9a-f]{64}$/);

/** Strict: a member that is not known is an error, so that nothing is dropped on the way. */
export const ledgerLineSchema: z.ZodType<LedgerLine> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sweep'), atMs: amount, command: z.string(), versions }),
  z.strictObject({
    kind: z.literal('trial'),
    key,
    atMs: amount,
    spec,
    outcome: outcomeSchema,
    cached: z.literal(true).optional(),
  }),
]);
