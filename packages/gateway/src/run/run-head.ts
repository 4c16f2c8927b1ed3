import * as z from 'zod';

/** An answer that gave approved calls: the same body gets it again, not the model. */
export interface Delivered {
  readonly bodyHash: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: string }[];
}

const shape = z.object({
  session: z.unknown(),
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
} {
  const { session, delivered } = shape.parse(JSON.parse(json));
  return { session, delivered };
}
