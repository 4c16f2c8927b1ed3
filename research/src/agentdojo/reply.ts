import { z } from 'zod';

const grade = z.object({
  utility: z.boolean(),
  attackSucceeded: z.boolean().optional(),
  calls: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })),
  answer: z.string(),
  ms: z.number(),
});

const replyShape = z.union([
  z.strictObject({ id: z.number(), graded: grade }),
  z.strictObject({ id: z.number(), error: z.object({ type: z.string(), message: z.string() }) }),
]);

const readyShape = z.strictObject({
  ready: z.object({ packageVersion: z.string(), benchmarkVersion: z.string() }),
});

/** What the driver answers to a case: a grade, or what Python raised. */
export type Reply = z.infer<typeof replyShape>;

/** `undefined`: the line is no answer, and so no grade. */
export function replyOf(line: string): Reply | undefined {
  return replyShape.safeParse(jsonOf(line)).data;
}

export type Ready = z.infer<typeof readyShape>['ready'];

/** `undefined`: the line is not the one with which the driver starts. */
export function readyOf(line: string): Ready | undefined {
  return readyShape.safeParse(jsonOf(line)).data?.ready;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
