import type { PlainMessage, PlainPart } from '@sluice/core';
import * as z from 'zod';
import type { InputTurn } from '../protocol/protocol.ts';
import { isRecord } from '../protocol/shared/fields.ts';
import type { Answers, KnownAnswer } from './answers.ts';

/** An entry as the session stores it. `key`: the key of the client's message. */
const entryShape = z.object({
  kind: z.literal('entry'),
  id: z.int(),
  key: z.string(),
  messages: z.array(z.unknown()),
});

const partShape = z.union([z.string(), z.tuple([z.string(), z.string()])]);
const keyShape = z.union([
  z.tuple([z.enum(['system', 'user']), z.array(partShape)]),
  z.tuple([z.literal('tool'), z.string(), z.array(partShape)]).rest(z.literal('failed')),
  z.tuple([z.literal('assistant'), z.string(), z.array(z.string())]),
]);

const callsShape = z.object({
  calls: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      args: z.tuple([z.string(), z.unknown()]).transform(([text]) => text),
    }),
  ),
});

/**
 * The messages before an answer in its client's transcript, from the lines that its run stored. All
 * of it is what the client sent or was given: what only the model saw has no part in the keys.
 */
export function turnsBefore(
  answer: KnownAnswer,
  { lines, answers }: { readonly lines: readonly unknown[]; readonly answers: Answers },
): readonly InputTurn[] {
  const ours = answers.byEntry;
  const entries = new Map(
    lines.flatMap((line) => {
      const { success, data } = entryShape.safeParse(line);
      return success ? [[data.id, data] as const] : [];
    }),
  );
  return answer.order.slice(0, -1).map((entry): InputTurn => {
    const [id, known] = ours.get(entry) ?? [];
    if (id !== undefined && known !== undefined) return { kind: 'answer', id, answer: known };
    return { kind: 'sent', message: messageOf(entryShape.parse(entries.get(entry))) };
  });
}

function messageOf({ key, messages }: z.output<typeof entryShape>): PlainMessage {
  const read = keyShape.parse(JSON.parse(key));
  switch (read[0]) {
    case 'system':
    case 'user':
      return { role: read[0], parts: read[1].map(partOf) };
    case 'tool': {
      const failed = read.includes('failed', 3);
      return {
        role: 'tool',
        callId: read[1],
        tool: '',
        parts: read[2].map(partOf),
        ...(failed && { failed }),
      };
    }
    case 'assistant':
      return { role: 'assistant', text: read[1], calls: callsNamed(read[2], messages) };
  }
}

/** The calls of a generation that the client was given, or sent. */
function callsNamed(
  ids: readonly string[],
  messages: readonly unknown[],
): Extract<PlainMessage, { role: 'assistant' }>['calls'] {
  const all = messages.flatMap((message) => callsShape.safeParse(message).data?.calls ?? []);
  return all.filter(({ id }) => ids.includes(id));
}

/** A pair is data with its media type, or a text with the label that its sender gave it. */
function partOf(part: z.output<typeof partShape>): PlainPart {
  if (typeof part === 'string') return { kind: 'text', text: part };
  const [first, second] = part;
  const data = valueOf(second);
  return data === undefined
    ? { kind: 'text', text: first, least: second }
    : { kind: 'opaque', mediaType: first, data };
}

/** Data is always an object; the text of a label never is one. */
function valueOf(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
