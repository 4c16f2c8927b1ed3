import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  anthropicLog,
  openAiArray,
  openAiLog,
  otlpExport,
  payerPolicy,
  spanLine,
} from './chat-logs.ts';
import { proves } from '../src/testing/proves.ts';
import { converter } from '../src/replay/read/converter.ts';
import { friend, money, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

type Json = Readonly<Record<string, unknown>>;

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

async function audit(name: string, text: string) {
  return sluice(['audit', writtenText(name, text), '--policy', payerPolicy(), '--json']);
}

describe('one conversation is one run, whatever wrote the log', () => {
  test.each<[string, string, string]>([
    ['OpenAI, a request a line', 'log.jsonl', lines(openAiLog)],
    ['OpenAI, the last request alone', 'log.jsonl', lines(openAiLog.slice(-1))],
    ['OpenAI, the last request first', 'log.jsonl', lines(openAiLog.toReversed())],
    ['OpenAI, messages alone', 'log.jsonl', lines([openAiArray])],
    ['OpenAI, a list of messages in a file', 'log.json', JSON.stringify(openAiArray)],
    ['OpenAI, a batch', 'log.jsonl', lines(openAiLog.map(asBatch))],
    ['Anthropic', 'log.jsonl', lines(anthropicLog)],
    ['a GenAI span', 'spans.jsonl', lines([spanLine])],
    ['an OTLP export', 'spans.json', JSON.stringify(otlpExport)],
  ])('%s', async (_, name, text) => {
    const ran = await audit(name, text);
    expect(ran.figures()).toMatchObject({
      'audit.runs': 1,
      'audit.unreadable': 0,
      'audit.benignRuns': 1,
      'audit.interruptions.lineage': 1,
      'audit.interruptions.naive': 1,
    });
    expect(ran.out).toMatch(/send_money asks for integrity: \/recipient <- read_file/);
  });
});

const prompt = 'Pay the bill in bill.txt.';
const bill = `Please pay 12.50 to ${friend}.`;
const paid = money(friend, 12.5);
const sandwich = openAiArray.flatMap((message) =>
  message['role'] === 'tool' ? [message, { role: 'user', content: `${prompt}\n` }] : [message],
);
const react = (pay: string): string => `Question: ${prompt}
Thought: I read it.
Action: read_file
Action Input: {"file_path": "bill.txt"}
Observation: ${bill}
Thought: I pay it.
Action: ${pay}
Observation: sent
Thought: That is all.
Final Answer: Paid.`;
const reactText = react(`send_money\nAction Input: ${JSON.stringify(paid)}`);
const reactTurns = reactText
  .split(/\n(?=Thought:|Observation:)/)
  .slice(1)
  .map((content) => {
    return { role: content.startsWith('Observation:') ? 'user' : 'assistant', content };
  });
const steps = [
  { thought: 'I read.', action: { name: 'read_file', args: { file_path: 'bill.txt' } } },
  { thought: 'I pay.', action: { tool: 'send_money', tool_input: paid } },
].map((step, at) => ({ ...step, observation: [bill, 'sent'][at] }));
const pairs = steps.map(({ action, observation }) => [
  { tool: action.name ?? action.tool, tool_input: action.args ?? action.tool_input },
  observation,
]);
const item = (type: string, id: string, rest: Json): Json => ({ type, call_id: id, ...rest });
const responses = {
  input: prompt,
  instructions: 'You help.',
  output: [
    { type: 'reasoning', summary: [] },
    item('function_call', 'a', { name: 'read_file', arguments: '{"file_path":"bill.txt"}' }),
    item('function_call_output', 'a', { output: bill }),
    item('function_call', 'b', { name: 'send_money', arguments: JSON.stringify(paid) }),
    item('function_call_output', 'b', { output: 'sent' }),
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Paid.' }] },
  ],
};
const older = openAiArray.map((message) => {
  const [call] = (message['tool_calls'] ?? []) as readonly Json[];
  if (call !== undefined)
    return { role: 'assistant', content: '', function_call: call['function'] };
  return message['role'] === 'tool' ? { role: 'function', content: message['content'] } : message;
});

const forms: readonly (readonly [string, string, string])[] = [
  ['user turns that are repeated', 'log.jsonl', lines([sandwich])],
  ['ReAct as one text', 'log.jsonl', lines([{ transcript: reactText }])],
  [
    'ReAct as turns',
    'log.jsonl',
    lines([{ messages: [{ role: 'user', content: prompt }, ...reactTurns] }]),
  ],
  [
    'steps of a trajectory',
    'run.traj',
    JSON.stringify({ task: prompt, trajectory: steps }, null, 2),
  ],
  ['a list of messages as `traj`', 'log.jsonl', lines([{ traj: openAiArray }])],
  ['pairs of action and observation', 'log.jsonl', lines([{ question: prompt, steps: pairs }])],
  ['OpenAI responses', 'log.jsonl', lines([responses])],
  [
    'OpenAI responses, with the request',
    'log.jsonl',
    lines([{ request: responses, response: responses }]),
  ],
  ['OpenAI, functions as they were', 'log.jsonl', lines([older])],
  ['JSON lines as `.json`', 'log.json', lines(openAiLog)],
  ['JSON lines by any name', 'log.txt', lines(openAiLog)],
  ['an OTLP export a line', 'spans.log', lines([otlpExport])],
];

async function isTheRun(form: string, name: string, text: string): Promise<void> {
  const ran = await audit(name, text);
  expect(ran.figures(), form).toMatchObject({
    'audit.runs': 1,
    'audit.unreadable': 0,
    'audit.interruptions.lineage': 1,
    'audit.interruptions.naive': 1,
  });
  expect(ran.out).toMatch(/send_money asks for integrity: \/recipient <- read_file/);
}

proves('audit/forms-read', async () => {
  for (const [form, name, text] of forms) await isTheRun(form, name, text);
});

test('a folder is searched for lines by any name', async () => {
  const file = writtenText('log.txt', lines(openAiLog));
  writeFileSync(path.join(path.dirname(file), 'notes.txt'), 'nothing');
  const ran = await sluice(['audit', path.dirname(file), '--policy', payerPolicy(), '--json']);
  expect(ran.figures()).toMatchObject({ 'audit.runs': 1, 'audit.unreadable': 0 });
});

proves('audit/converter-said', async () => {
  const STEPS = steps.map(({ thought, action, observation }) => ({
    THOUGHT: thought,
    TOOL: action.name ?? action.tool,
    ARGUMENTS: action.args ?? action.tool_input,
    RESULT: observation,
  }));
  const own = `${JSON.stringify({ TASK: prompt, STEPS, ANSWER: 'Paid.', MODEL: 'made-up' })}\n`;
  const ran = await audit('own.jsonl', own);
  expect(ran.out).toContain(converter);
  expect((await sluice(['replay', writtenText('own.jsonl', own)])).errors).toContain('STEPS.map');
  const made = spawnSync(process.execPath, ['--input-type=module', '--eval', converter], {
    input: own,
    encoding: 'utf8',
  });
  await isTheRun('converted', 'made.jsonl', made.stdout);
});

test('conversations that only begin alike stay two', async () => {
  const [first, second] = ['Yes.', 'No.'].map((content) => [
    { role: 'user', content: 'Is it open?' },
    { role: 'assistant', content },
  ]);
  const ran = await audit('log.jsonl', lines([first, second]));
  expect(ran.figures()['audit.runs']).toBe(2);
});

test('each turn of a conversation meets the history before it', async () => {
  const messages = [...openAiArray, { role: 'user', content: 'Thanks. Pay it again.' }];
  const again = openAiArray.slice(4, 7).map((message) => {
    return JSON.parse(JSON.stringify(message).replaceAll('"b"', '"c"')) as Json;
  });
  const ran = await audit('log.jsonl', lines([[...messages, ...again]]));
  expect(ran.figures()['audit.interruptions.naive']).toBe(2);
});

test('a policy is chosen by the name of the agent', async () => {
  const file = writtenText('spans.jsonl', lines([spanLine]));
  const policy = payerPolicy();
  const ran = await sluice(['audit', file, '--policies', policy.replace(/\/payer\.yaml$/, '')]);
  expect(ran.out).toContain('send_money asks for integrity');
});

test.each(['../payer', 'nobody', ''])(
  'an agent named %j has no policy, and is told',
  async (name) => {
    const attributes = { ...(spanLine['attributes'] as Json), 'gen_ai.agent.name': name };
    const file = writtenText('spans.jsonl', lines([{ ...spanLine, attributes }]));
    const folder = path.join(path.dirname(payerPolicy()), 'inside');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'somebody.yaml'), '');
    const ran = await sluice(['audit', file, '--policies', folder, '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('belongs to a suite or agent without a policy');
    expect(ran.figures()).toMatchObject({ 'audit.runs': 0, 'audit.unreadable': 1 });
  },
);

function asBatch({ request, response }: Json): Json {
  return { custom_id: 'x', body: request, response: { status_code: 200, body: response } };
}
