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
import { writtenText } from './recorded-runs.ts';
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
