import { z } from '@hono/zod-openapi';
import { operatorLimits } from './limits.ts';

/** Names of people, tenants and keys: no space at an end, nothing that a terminal obeys. */
const nameForm = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@+-]{0,62}[\p{L}\p{N}])?$/u;

export const nameText = z
  .string()
  .regex(nameForm, 'up to 64 letters, digits and . _ @ + -')
  .refine((name) => name === name.normalize('NFC'), 'composed characters (Unicode NFC)');

/** Ids in paths: what is not one of these leads nowhere. */
export const questionId = z.string().regex(/^ap_[0-9a-f]{32}$/, 'the id of a question');
export const runId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'the id of a run');
export const keyId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'the id of a key');
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');

export const words = z
  .string()
  .trim()
  .min(1)
  .max(operatorLimits.wordsCharactersMax)
  .openapi({ description: 'Carries the label of what was shown to the operator' });

/** A number in a query; nothing but digits is one. */
export function digits(max: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'a whole number')
    .transform(Number)
    .pipe(z.int().min(0).max(max))
    .openapi({ type: 'integer', minimum: 0, maximum: max });
}

export const errorShape = z
  .object({ error: z.object({ code: z.string(), message: z.string(), hint: z.string() }) })
  .openapi('Error');

/** The mistakes in a request, by field. Zod's messages name what is expected, not what came. */
export function problemsOf(error: z.ZodError | z.core.$ZodError): string {
  const each = error.issues.map(({ path, message, code }) => {
    const place = path.length === 0 ? 'the request' : path.join('.');
    // The names of keys that should not be there are the client's own text.
    return `${place}: ${code === 'unrecognized_keys' ? 'a key that is not known' : message}`;
  });
  return [...new Set(each)].slice(0, 5).join('; ');
}
