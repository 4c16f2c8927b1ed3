import { friend, money } from './recorded-runs.ts';
import { writtenText } from './recorded-runs.ts';

/** A made-up conversation in which the recipient of a payment stands in a file. */
const bill = `Please pay 12.50 to ${friend}.`;
const prompt = 'Pay the bill in bill.txt.';
const readArgs = { file_path: 'bill.txt' };
const payArgs = money(friend, 12.5);
const parameters = { type: 'object', properties: { file_path: {} } };

type Json = Readonly<Record<string, unknown>>;

function openAiCall(id: string, name: string, args: Json): Json {
  const called = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: called }],
  };
}

const openAiMessages: readonly Json[] = [
  { role: 'developer', content: 'You help.' },
  { role: 'user', content: [{ type: 'text', text: prompt }] },
  openAiCall('a', 'read_file', readArgs),
  { role: 'tool', tool_call_id: 'a', content: bill },
  openAiCall('b', 'send_money', payArgs),
  { role: 'tool', tool_call_id: 'b', content: 'sent' },
  { role: 'assistant', content: 'Paid.' },
];

/** Three requests of one conversation, each with its response. */
export const openAiLog: readonly Json[] = [2, 4, 6].map((end) => ({
  request: {
    model: 'made-up',
    messages: openAiMessages.slice(0, end),
    tools: [
      { type: 'function', function: { name: 'read_file', description: 'Reads.', parameters } },
    ],
  },
  response: { model: 'made-up-1', choices: [{ message: openAiMessages[end] }] },
}));

export const openAiArray: readonly Json[] = openAiMessages;

const anthropicMessages: readonly Json[] = [
  { role: 'user', content: prompt },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: readArgs }],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: bill }] }],
  },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'b', name: 'send_money', input: payArgs }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: 'sent' }] },
];

export const anthropicLog: readonly Json[] = [
  {
    request: { model: 'made-up', system: 'You help.', messages: anthropicMessages },
    response: { role: 'assistant', model: 'made-up', content: [{ type: 'text', text: 'Paid.' }] },
  },
];

function spanMessage(role: string, ...parts: readonly Json[]): Json {
  return { role, parts };
}

const spanInput: readonly Json[] = [
  spanMessage('user', { type: 'text', content: prompt }),
  spanMessage('assistant', { type: 'tool_call', id: 'a', name: 'read_file', arguments: readArgs }),
  spanMessage('tool', { type: 'tool_call_response', id: 'a', response: bill }),
  spanMessage('assistant', { type: 'tool_call', id: 'b', name: 'send_money', arguments: payArgs }),
  spanMessage('tool', { type: 'tool_call_response', id: 'b', response: 'sent' }),
];
const spanOutput: readonly Json[] = [spanMessage('assistant', { type: 'text', content: 'Paid.' })];

/** A span as some exporters write it: attributes as an object. */
export const spanLine: Json = {
  traceId: 'aa',
  spanId: 'bb',
  attributes: {
    'gen_ai.agent.name': 'payer',
    'gen_ai.request.model': 'made-up',
    'gen_ai.input.messages': spanInput,
    'gen_ai.output.messages': spanOutput,
  },
};

/** The same as an OTLP export, contents as JSON on an event; and a span without contents. */
export const otlpExport: Json = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            { traceId: 'aa', spanId: 'cc', attributes: [] },
            {
              traceId: 'aa',
              spanId: 'bb',
              attributes: [{ key: 'gen_ai.request.model', value: { stringValue: 'made-up' } }],
              events: [
                {
                  name: 'gen_ai.client.inference.operation.details',
                  attributes: [
                    jsonAttribute('gen_ai.system_instructions', [
                      { type: 'text', content: 'Help.' },
                    ]),
                    jsonAttribute('gen_ai.input.messages', spanInput),
                    jsonAttribute('gen_ai.output.messages', spanOutput),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

function jsonAttribute(key: string, value: unknown): Json {
  return { key, value: { stringValue: JSON.stringify(value) } };
}

/** A policy for the two tools of these logs. */
export function payerPolicy(onViolation: 'ask' | 'log' | 'block' = 'ask'): string {
  return writtenText(
    'payer.yaml',
    `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ${onViolation}
answer: { ceiling: untrusted }
tools:
  read_file:
    effect: read
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: untrusted }
  send_money:
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
`,
  );
}

/** A policy that knows these tools and no others. */
export function policyFor(...tools: readonly string[]): string {
  const sinks = tools.map(
    (tool) => `
  ${tool}:
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: untrusted }`,
  );
  return writtenText(
    'policy.yaml',
    `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
answer: { ceiling: untrusted }
tools:${sinks.join('')}
`,
  );
}
