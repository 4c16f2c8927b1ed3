import { z } from 'zod';
import type { StoredEvent } from '../store.ts';

const part = z.looseObject({ kind: z.string(), text: z.string().optional() });
const tool = z.object({ name: z.string(), description: z.string(), parameters: z.unknown() });
const call = z.object({ tool: z.string(), args: z.string() });
const usage = z.object({ inputTokens: z.number(), outputTokens: z.number() });
const declared = { model: z.string(), tools: z.array(tool) };

/** The fields of the monitor's events that spans export. */
const recorded = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-started'), ...declared }),
  z.object({ type: z.literal('tools-declared'), ...declared }),
  z.object({
    type: z.literal('turn-started'),
    role: z.enum(['system', 'user']),
    parts: z.array(part),
  }),
  z.object({
    type: z.literal('generation-finished'),
    step: z.number(),
    purpose: z.enum(['strict', 'draft', 'regeneration', 'replay', 'control']),
    reply: z.object({
      text: z.string(),
      calls: z.array(call),
      stop: z.enum(['complete', 'truncated']),
      usage: usage.optional(),
    }),
  }),
  z.object({ type: z.literal('step-labelled'), kind: z.string() }),
  z.object({
    type: z.literal('call-decided'),
    callId: z.string(),
    tool: z.string(),
    args: z.string(),
    decision: z.object({ kind: z.string(), rule: z.string() }),
  }),
  z.object({
    type: z.literal('call-executed'),
    callId: z.string(),
    output: z.union([
      z.string(),
      z.object({ parts: z.array(part), failed: z.boolean().optional() }),
    ]),
  }),
  z.object({ type: z.literal('call-refused'), callId: z.string(), reason: z.string() }),
]);

export type Recorded = z.infer<typeof recorded>;
export type RecordedOf<Type extends Recorded['type']> = Extract<Recorded, { type: Type }>;

/** The monitor's event in a payload; `undefined` for any other, and where none is kept. */
export function recordedEvent({ payload }: StoredEvent): Recorded | undefined {
  try {
    return payload === undefined ? undefined : recorded.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
