import type { PlainCall, PlainMessage, PlainPart, PlainTool } from '@sluice/core';
import fc from 'fast-check';

/** Random transcripts and replies, as Chat Completions can carry them. */

export const tools: readonly PlainTool[] = [
  { name: 'read_mail', description: 'Reads.', parameters: { type: 'object', properties: {} } },
  { name: 'send', description: '', parameters: { type: 'object', properties: { to: {} } } },
  {
    name: 'shell',
    description: 'Runs a line.',
    parameters: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
      'x-format': { type: 'grammar', grammar: { syntax: 'regex', definition: '.*' } },
    },
  },
];

export const custom: ReadonlySet<string> = new Set(['shell']);

export const text: fc.Arbitrary<string> = fc.string({ unit: 'grapheme', maxLength: 20 });

const textPart: fc.Arbitrary<PlainPart> = text.map((value) => ({ kind: 'text', text: value }));

const medium: fc.Arbitrary<PlainPart> = fc.constantFrom<PlainPart>(
  opaque('image/png', {
    type: 'image_url',
    image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' },
  }),
  opaque('image/*', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
  opaque('audio/wav', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }),
  opaque('application/pdf', {
    type: 'file',
    file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
  }),
);

const name: fc.Arbitrary<readonly PlainPart[]> = fc.constantFrom<readonly PlainPart[]>(
  [],
  [],
  [opaque('text/x-participant-name', { type: 'name', name: 'bob' })],
);

function opaque(mediaType: string, data: unknown): PlainPart {
  return { kind: 'opaque', mediaType, data };
}

function partsOf(part: fc.Arbitrary<PlainPart>): fc.Arbitrary<readonly PlainPart[]> {
  return fc.array(part, { minLength: 1, maxLength: 3 });
}

const prompt: fc.Arbitrary<PlainMessage> = fc.oneof(
  fc.record({
    role: fc.constant('user' as const),
    parts: fc.tuple(name, partsOf(fc.oneof(textPart, medium))).map((parts) => parts.flat()),
  }),
  fc.record({ role: fc.constant('system' as const), parts: partsOf(textPart) }),
);

/** A call without its id: ids are counted by whoever places it. */
export const drafted: fc.Arbitrary<Omit<PlainCall, 'id'>> = fc.oneof(
  fc.record({
    tool: fc.constantFrom('read_mail', 'send'),
    args: fc.dictionary(text, text, { maxKeys: 3 }).map((args) => JSON.stringify(args)),
  }),
  fc.record({
    tool: fc.constant('shell'),
    args: text.map((input) => JSON.stringify({ input })),
  }),
);

const exchange: fc.Arbitrary<readonly PlainMessage[]> = fc
  .tuple(text, fc.array(fc.tuple(drafted, partsOf(textPart)), { maxLength: 3 }))
  .map(([said, calls]) => [
    {
      role: 'assistant',
      text: said,
      calls: calls.map(([call], index) => ({ ...call, id: `call_${index}` })),
    },
    ...calls.map(([{ tool }, parts], index) => ({
      role: 'tool' as const,
      callId: `call_${index}`,
      tool,
      parts,
    })),
  ]);

/** Every call answered at once, as the protocol demands. */
export const transcript: fc.Arbitrary<readonly PlainMessage[]> = fc
  .array(
    fc.oneof(
      prompt.map((message) => [message]),
      exchange,
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((turns) => turns.flat());
