import type { PlainCall } from '@sluice/core';
import fc from 'fast-check';
import type { Answer, ClientRequest } from '../../src/protocol/protocol.ts';
import { readRequest } from '../../src/protocol/responses/request/read.ts';

/** Requests and answers for the tests of the Responses protocol. */

export const tools: readonly object[] = [
  {
    type: 'function',
    name: 'send',
    description: 'Sends.',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    strict: false,
  },
  { type: 'custom', name: 'patch', description: 'Patches.' },
];

/** A request with both kinds of tools; `more` is added to its body. */
export function aRequest(more: object = {}): ClientRequest {
  return readRequest({ model: 'client-model', input: 'Hi', tools, ...more });
}

export function anAnswer(more: Partial<Answer> = {}): Answer {
  return {
    id: 'a_1',
    createdMs: 1_700_000_000_123,
    model: 'client-model',
    text: '',
    withheld: false,
    calls: [],
    stop: 'complete',
    usage: { inputTokens: 12, outputTokens: 5, cachedInputTokens: 3 },
    facts: { model: 'provider-model', stop: 'completed' },
    reasoning: undefined,
    ...more,
  };
}

export const aThought: Readonly<Record<string, unknown>> = {
  type: 'reasoning',
  id: 'rs_upstream',
  summary: [{ type: 'summary_text', text: 'Thinking of it.' }],
  encrypted_content: 'gAAAA',
};

/** Any text, JSON of any kind among it, and arguments that are no JSON. */
const args = fc.oneof(fc.json(), fc.string({ unit: 'grapheme' }), fc.constant('{}'));

const callWithoutId: fc.Arbitrary<Omit<PlainCall, 'id'>> = fc.oneof(
  fc.record({ tool: fc.constantFrom('send', 'undeclared'), args }),
  fc
    .string({ unit: 'grapheme' })
    .map((input) => ({ tool: 'patch', args: JSON.stringify({ input }) })),
);

/** The possible contents of an answer: any text beside any calls, with reasoning or without. */
export const saying: fc.Arbitrary<Pick<Answer, 'text' | 'calls' | 'reasoning'>> = fc.record({
  text: fc.string({ unit: 'grapheme', maxLength: 40 }),
  calls: fc
    .array(callWithoutId, { maxLength: 3 })
    .map((calls) => calls.map((call, index) => ({ id: `call_${index}`, ...call }))),
  reasoning: fc.constantFrom(undefined, { items: [{ kind: 'reasoning', item: aThought }] }),
});
