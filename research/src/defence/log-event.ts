import * as z from 'zod';

const evidence = z.object({ argument: z.string(), from: z.string(), path: z.string() });

/** What is read of an event of the gateway's log; everything else in it is left alone. */
export const logEvent = z.object({
  type: z.string(),
  label: z.string().optional(),
  kind: z.string().optional(),
  callId: z.string().optional(),
  tool: z.string().optional(),
  args: z.string().optional(),
  text: z.string().optional(),
  rule: z.string().optional(),
  reason: z.string().optional(),
  because: z.string().optional(),
  relevance: z.object({ kind: z.string() }).optional(),
  decision: z.object({ kind: z.string() }).optional(),
  answer: z.object({ kind: z.enum(['yes', 'no', 'none']) }).optional(),
  output: z
    .unknown()
    .optional()
    .transform((output) =>
      output === undefined || typeof output === 'string' ? output : JSON.stringify(output),
    ),
  reply: z
    .object({
      usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).optional(),
    })
    .optional(),
  request: z
    .object({
      callId: z.string(),
      tool: z.string(),
      args: z.string(),
      violations: z.array(z.object({ dimension: z.string(), argument: z.string() })),
      evidence: z.array(evidence),
    })
    .optional(),
});

export type LogEvent = z.output<typeof logEvent>;
