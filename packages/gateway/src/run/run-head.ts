import * as z from 'zod';

/** An answer that gave approved calls: the same body gets it again, not the model. */
export interface Delivered {
  readonly bodyHash: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: string }[];
}

const shape = z.object({
  session: z.unknown(),
  answers: z.array(z.tuple([z.string(), z.array(z.number())])),
  delivered: z
    .object({
      bodyHash: z.string(),
      text: z.string(),
      calls: z.array(z.object({ id: z.string(), tool: z.string(), args: z.string() })),
    })
    .optional(),
});

/** Reads what was stored as a run's head. Throws for anything else. */
export function readHead(json: string): {
  readonly session: unknown;
  readonly delivered: Delivered | undefined;
  /** Where the conversation stood with each answer, as ids of the session's entries. */
  readonly answers: readonly (readonly [string, readonly number[]])[];
} {
  const { session, delivered, answers } = shape.parse(JSON.parse(json));
  return { session, delivered, answers };
}
