import { SluiceError } from '@sluice/core';
import * as z from 'zod/mini';
import { fieldsOf } from '../../json.ts';

/**
 * The API of operators says what it answers with these. Throws where anything is missing: nobody
 * approves what is not shown whole.
 */
export function read<Shape extends z.core.$ZodType>(
  shape: Shape,
  answer: unknown,
): z.output<Shape> {
  const result = z.safeParse(shape, answer);
  if (result.success) return result.data;
  const name = result.error.issues[0]?.path.join('.') ?? '';
  const lack = name === '' ? 'is no object' : `has no \`${name}\``;
  throw new SluiceError('settings-invalid', `the gateway’s answer ${lack}`, {
    hint: 'use a `sluice` of the same version as the gateway',
  });
}

export const text = z.string();
export const number = z.number();
export const texts = z.array(text);

/** The API writes `null` where there is nothing. */
function orNone<Shape extends z.core.$ZodType>(shape: Shape) {
  return z.pipe(
    z.nullable(shape),
    z.transform((value) => value ?? undefined),
  );
}

export type Fields = Readonly<Record<string, unknown>>;
const fields = z.pipe(z.optional(z.unknown()), z.transform(fieldsOf));

/** A question, in one line. */
export const summary = z.object({
  id: text,
  tenant: text,
  run: text,
  state: text,
  tool: text,
  rule: text,
  label: text,
  askedMs: number,
  expiresMs: number,
  approvedBy: texts,
  waitingFor: texts,
});
export type Summary = z.output<typeof summary>;

const evidence = z.object({
  argument: text,
  region: text,
  how: text,
  from: text,
  path: text,
  label: text,
  excerpt: text,
});
export type Evidence = z.output<typeof evidence>;

/** A question with all that it asks about. */
export const questionDetail = z.extend(summary, {
  args: text,
  ceiling: orNone(text),
  violations: z.array(z.object({ dimension: text, argument: text })),
  evidence: z.array(evidence),
  unsourced: texts,
  /** JSON pointers of what is above its ceiling. */
  deciding: texts,
  hash: text,
});
export type Detail = z.output<typeof questionDetail>;

export const questionPage = z.object({
  questions: z.array(summary),
  total: number,
  hidden: number,
  next: orNone(text),
});
export type QuestionPage = z.output<typeof questionPage>;

export const event = z.object({
  seq: number,
  atMs: number,
  run: text,
  type: text,
  /** Empty where there is none, or none is kept. */
  label: z.pipe(
    z.nullable(text),
    z.transform((label) => label ?? ''),
  ),
  subject: text,
  payload: fields,
  /** Anything but a clear no is a yes. */
  redacted: z.pipe(
    z.optional(z.unknown()),
    z.transform((redacted) => redacted !== false),
  ),
});
export type Event = z.output<typeof event>;

export const eventPage = z.object({ events: z.array(event), next: orNone(number) });

/** The chain of the audit: the first link that does not hold, and the newest. */
export const chain = z.object({
  events: number,
  broken: z.nullable(number),
  /** Ids of questions whose state no event says. */
  questions: texts,
  head: z.object({ seq: number, hash: text }),
});
export type Chain = z.output<typeof chain>;
