import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { contentOf, finishOf, replyOf, replyOfStream } from './reply.ts';
import { ReplyStreams } from './stream.ts';
import type { Replied } from '../shared/guarded-run.ts';
import { mailPolicy } from '../../../test/mail-agent.ts';

const usage = {
  inputTokens: { total: 9, noCache: 4, cacheRead: 5, cacheWrite: 0 },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
const ends = (unified: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other') => {
  return { finishReason: { unified, raw: undefined }, usage };
};
const call = { type: 'tool-call', toolCallId: 'x', toolName: 't', input: '{}' } as const;

test.each([
  ['stop', 'complete'],
  ['tool-calls', 'complete'],
  ['length', 'truncated'],
  ['content-filter', 'truncated'],
  ['other', 'truncated'],
] as const)('a reply that ends by %s is %s', (unified, stop) => {
  const content: LanguageModelV4Content[] = [
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'Ok.' },
    call,
  ];
  expect(replyOf({ content, ...ends(unified), warnings: [] })).toEqual({
    text: 'Ok.',
    calls: [{ tool: 't', args: '{}' }],
    stop,
    usage: { inputTokens: 9, outputTokens: 0, cachedInputTokens: 5 },
  });
});

test.each<LanguageModelV4Content>([
  { ...call, providerExecuted: true },
  { type: 'tool-result', toolCallId: 'x', toolName: 't', result: 'found' },
  { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' },
  { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'x' },
  { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQI=' } },
])('a reply that holds $type is refused, for it cannot be labelled', (part) => {
  const made = (): unknown => replyOf({ content: [part], ...ends('stop'), warnings: [] });
  expect(made).toThrow(expect.objectContaining({ code: 'tools-invalid' }));
});

const streamOf = (...parts: LanguageModelV4StreamPart[]) => ReadableStream.from(parts);
const hello: LanguageModelV4StreamPart = { type: 'text-delta', id: 't', delta: 'Hello' };

test('a stream that ends without a finish, or with an error, is a truncated reply', async () => {
  const begun = await replyOfStream(streamOf(hello), () => {});
  expect(begun).toMatchObject({ text: 'Hello', stop: 'truncated' });
  const error: LanguageModelV4StreamPart = { type: 'error', error: new RangeError('theirs') };
  const finish: LanguageModelV4StreamPart = { type: 'finish', ...ends('stop') };
  const broken = await replyOfStream(streamOf(hello, error, finish), () => {});
  expect(broken).toMatchObject({ text: 'Hello', stop: 'truncated' });
  await expect(replyOfStream(streamOf(error), () => {})).rejects.toThrow(RangeError);
});

test('a call whose input never ended is half a call, whatever the finish says', async () => {
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'tool-input-start', id: 'x', toolName: 't' },
    { type: 'tool-input-delta', id: 'x', delta: '{"a":' },
    { type: 'finish', ...ends('tool-calls') },
  ];
  expect(await replyOfStream(streamOf(...parts), () => {})).toMatchObject({
    calls: [{ tool: 't', args: '{"a":' }],
    stop: 'truncated',
  });
});

const { bottom: label } = mailPolicy.space;
const spent = { inputTokens: 9, outputTokens: 3, cachedInputTokens: 5 };
const replied = (text: string): Replied => ({
  kind: 'replied',
  stop: 'complete',
  text,
  withheld: false,
  beside: {},
  calls: [],
  label,
  usage: spent,
});

test('a reply is told in the words of the SDK', () => {
  const calls = [{ id: 'a', tool: 't', args: '{}' }];
  expect(contentOf({ ...replied(''), calls })).toEqual([
    { type: 'tool-call', toolCallId: 'a', toolName: 't', input: '{}' },
  ]);
  expect(finishOf({ ...replied(''), calls })).toMatchObject({
    finishReason: { unified: 'tool-calls' },
    usage: { inputTokens: { total: 9, noCache: 4, cacheRead: 5 }, outputTokens: { total: 3 } },
  });
});

async function textsOf(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<string[]> {
  const texts: string[] = [];
  for await (const part of stream) if (part.type === 'text-delta') texts.push(part.delta);
  return texts;
}

test('an answer whose drafts were streamed is recognised by its own text', async () => {
  const streams = new ReplyStreams();
  const stream = await streams.open((onText) => {
    onText('I will delete it.');
    return Promise.resolve(replied('I may not.'));
  });
  expect(await textsOf(stream)).toEqual(['I will delete it.', 'I may not.']);
  const kept = { role: 'assistant', text: 'I will delete it.I may not.', calls: [] } as const;
  const other = { role: 'assistant', text: 'Something else.', calls: [] } as const;
  expect(streams.asReplied([kept, other])).toEqual([{ ...kept, text: 'I may not.' }, other]);
});

test('a step that fails before its first text rejects, so that the SDK may try again', async () => {
  const streams = new ReplyStreams();
  const failed = streams.open(() => Promise.reject(new RangeError('theirs')));
  await expect(failed).rejects.toThrow(RangeError);
  const late = await streams.open((onText) => {
    onText('Hel');
    return Promise.reject(new RangeError('theirs'));
  });
  const parts: string[] = [];
  for await (const part of late) parts.push(part.type);
  expect(parts.at(-1)).toBe('error');
});

test('an answer that the model broke off does not read as a whole one', () => {
  expect(finishOf({ ...replied('half'), stop: 'truncated' }).finishReason.unified).toBe('length');
  expect(finishOf(replied('whole')).finishReason.unified).toBe('stop');
});
