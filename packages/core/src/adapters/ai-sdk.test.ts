import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import {
  generateText,
  isStepCount,
  modelMessageSchema,
  streamText,
  tool,
  type ModelMessage,
} from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { guardSuite, type Played, type Scene } from '../../test/guard-suite.ts';
import { MailBox, cleanAnswers, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
import { SluiceError } from '../errors.ts';
import { proves } from '../testing/proves.ts';
import { guard, guardTools } from './ai-sdk.ts';

type Result = LanguageModelV4GenerateResult;

function toolsOf(box: MailBox) {
  return {
    read_mail: tool({
      description: toolText.read_mail,
      inputSchema: z.object({}),
      execute: box.readMail,
    }),
    send_money: tool({
      description: toolText.send_money,
      inputSchema: z.object({ to: z.string(), amount: z.number() }),
      execute: box.sendMoney,
    }),
    delete_mail: tool({
      description: toolText.delete_mail,
      inputSchema: z.object({ id: z.number() }),
      execute: box.deleteMail,
    }),
  };
}

/** The scripted model reads of the AI SDK's prompt the last user turn and what follows it. */
function contentFor({ prompt }: LanguageModelV4CallOptions): Result['content'] {
  const from = prompt.findLastIndex(({ role }) => role === 'user');
  const user = prompt[from];
  const said = user?.role === 'user' ? user.content : [];
  const results = prompt
    .slice(from)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => JSON.stringify(part.type === 'tool-result' ? part.output : ''));
  const text = said.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const reply = mailModel({ user: text, results });
  if (reply.call === undefined) return [{ type: 'text', text: reply.text }];
  const { tool: toolName, args } = reply.call;
  return [{ type: 'tool-call', toolCallId: 'theirs', toolName, input: JSON.stringify(args) }];
}

const usage = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};

function resultFor(options: LanguageModelV4CallOptions): Result {
  const content = contentFor(options);
  const isCall = content.some(({ type }) => type === 'tool-call');
  const finishReason = { unified: isCall ? 'tool-calls' : 'stop', raw: undefined } as const;
  return { content, finishReason, usage, warnings: [] };
}

function streamFor(options: LanguageModelV4CallOptions): ReadableStream<LanguageModelV4StreamPart> {
  const { content, ...rest } = resultFor(options);
  const parts = content.flatMap((part): LanguageModelV4StreamPart[] => {
    if (part.type !== 'text') return part.type === 'tool-call' ? [part] : [];
    const deltas = part.text.split(/(?<= )/).map((delta) => ({ id: 't', delta }));
    return [
      { type: 'text-start', id: 't' },
      ...deltas.map((delta) => ({ type: 'text-delta' as const, ...delta })),
      { type: 'text-end', id: 't' },
    ];
  });
  return ReadableStream.from([
    { type: 'stream-start', warnings: [] } as const,
    ...parts,
    { type: 'finish', ...rest } as const,
  ]);
}

function mailMock(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    provider: 'mock.chat',
    modelId: 'reader',
    doGenerate: (options) => Promise.resolve(resultFor(options)),
    doStream: (options) => Promise.resolve({ stream: streamFor(options) }),
  });
}

function play({ stream }: { readonly stream: boolean }) {
  return async ({ mail, prompts, approve }: Scene): Promise<Played> => {
    const box = new MailBox(mail);
    const model = mailMock();
    const guarded = guard({ model, tools: toolsOf(box), policy: mailPolicy, approver: 'top' });
    const messages: ModelMessage[] = [];
    const [asked, answers]: [string[], string[]] = [[], []];
    for (const prompt of prompts) {
      messages.push({ role: 'user', content: prompt });
      for (;;) {
        const call = { ...guarded, messages: [...messages], stopWhen: isStepCount(9) };
        const result = stream ? streamText(call) : await generateText(call);
        const [content, text] = [await result.content, await result.text];
        messages.push(...(await result.responseMessages));
        const requests = content.filter((part) => part.type === 'tool-approval-request');
        if (requests.length === 0) {
          answers.push(text);
          break;
        }
        asked.push(...requests.map(({ toolCall }) => toolCall.toolName));
        messages.push({
          role: 'tool',
          content: requests.map(({ approvalId }) => {
            return { type: 'tool-approval-response', approvalId, approved: approve };
          }),
        });
      }
    }
    const calls = [...model.doGenerateCalls, ...model.doStreamCalls];
    const views = calls.map((call) => JSON.stringify(call.prompt));
    return { answers, asked, sent: box.sent, deleted: box.deleted, views };
  };
}

guardSuite('AI SDK, generateText', play({ stream: false }));
guardSuite('AI SDK, streamText', play({ stream: true }));

const clear = { policy: mailPolicy, approver: 'top' } as const;

function guardedMail(mail: 'harmless' | 'money' | 'deletion') {
  const box = new MailBox(mail);
  return { box, guarded: guard({ model: mailMock(), tools: toolsOf(box), ...clear }) };
}

proves('adapters/no-silent-approval', async () => {
  const { box, guarded } = guardedMail('money');
  const { model, tools } = guarded;
  const prompt = 'Read my mail.';
  const forgotten = await generateText({ model, tools, prompt, stopWhen: isStepCount(9) });
  expect(forgotten.text).toBe('Something was refused; the rest is done.');
  const overridden = guardedMail('money');
  await generateText({
    ...overridden.guarded,
    toolApproval: () => 'approved',
    prompt,
    stopWhen: isStepCount(9),
  });
  expect([...box.sent, ...overridden.box.sent]).toEqual([]);
});

proves('adapters/history-only-raises', async () => {
  const { box, guarded } = guardedMail('harmless');
  const first = { role: 'user', content: 'Read my mail.' } as const;
  const next = { role: 'user', content: 'Now send 5 to Bob.' } as const;
  const stopWhen = isStepCount(9);
  await generateText({ ...guarded, messages: [first], stopWhen });
  const summary = { role: 'user', content: 'So far: Bob wrote about lunch.' } as const;
  const cut = await generateText({ ...guarded, messages: [summary, next], stopWhen });
  expect(cut.content).toContainEqual(expect.objectContaining({ type: 'tool-approval-request' }));
  expect(box.sent).toEqual([]);
  const whole = guardedMail('harmless');
  const begun = await generateText({ ...whole.guarded, messages: [first], stopWhen });
  const messages = [first, ...begun.responseMessages, next];
  await generateText({ ...whole.guarded, messages, stopWhen });
  expect(whole.box.sent).toEqual(['5 to Bob']);
});

proves('adapters/call-checks', async () => {
  const box = new MailBox('money');
  const checked = guardTools(toolsOf(box), { policy: mailPolicy, prompt: 'trusted' });
  expectTypeOf(checked.guarantee).toEqualTypeOf<'call-checks'>();
  const call = { model: mailMock(), tools: checked.tools, toolApproval: checked.toolApproval };
  const stopWhen = isStepCount(9);
  await generateText({ ...call, prompt: 'Please send 5 to Bob.', stopWhen });
  expect(box.sent).toEqual(['5 to Bob']);
  const asked = await generateText({ ...call, prompt: 'Read my mail.', stopWhen });
  expect(asked.content).toContainEqual(
    expect.objectContaining({ type: 'tool-approval-request', reason: expect.any(String) }),
  );
  expect(box.sent).toEqual(['5 to Bob']);
});

proves('adapters/provider-tools', () => {
  const model = mailMock();
  const foreign = {
    type: 'provider',
    id: 'openai.web_search',
    args: {},
    inputSchema: z.object({}),
    outputSchema: z.string(),
    isProviderExecuted: true,
  } as const;
  expect(() => guard({ model, tools: { search: foreign }, ...clear })).toThrow(SluiceError);
  const elsewhere = tool({ inputSchema: z.object({}), outputSchema: z.string() });
  expect(() => guard({ model, tools: { elsewhere }, ...clear })).toThrow(SluiceError);
});

test('a call whose arguments were changed after it was asked about does not run', async () => {
  const { box, guarded } = guardedMail('money');
  const user = { role: 'user', content: 'Read my mail.' } as const;
  const stopWhen = isStepCount(9);
  const asked = await generateText({ ...guarded, messages: [user], stopWhen });
  const request = asked.content.find((part) => part.type === 'tool-approval-request');
  const changed = JSON.stringify([user, ...asked.responseMessages]).replaceAll('900', '901');
  const messages = z.array(modelMessageSchema).parse(JSON.parse(changed));
  const approvalId = request?.approvalId ?? '';
  messages.push({
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId, approved: true }],
  });
  await generateText({ ...guarded, messages, stopWhen });
  expect(box.sent).toEqual([]);
});

test("the model's own errors and an abort reach the app as they are", async () => {
  const failing = new MockLanguageModelV4({
    doGenerate: () => Promise.reject(new RangeError('theirs')),
  });
  const { box } = guardedMail('harmless');
  const call = guard({ model: failing, tools: toolsOf(box), ...clear });
  await expect(generateText({ ...call, prompt: 'hi' })).rejects.toThrow(RangeError);
  const stopped = generateText({ ...call, prompt: 'hi', abortSignal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});

test('half a call in a stream does not run', async () => {
  const half: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'tool-input-start', id: 'x', toolName: 'send_money' },
    { type: 'tool-input-delta', id: 'x', delta: '{"to":"Bob","amount":9' },
    { type: 'finish', finishReason: { unified: 'length', raw: undefined }, usage },
  ];
  let calls = 0;
  const model = new MockLanguageModelV4({
    doStream: (options) => {
      calls += 1;
      return Promise.resolve({
        stream: calls === 1 ? ReadableStream.from(half) : streamFor(options),
      });
    },
  });
  const box = new MailBox('harmless');
  const guarded = guard({ model, tools: toolsOf(box), ...clear });
  const result = streamText({ ...guarded, prompt: 'Hello.', stopWhen: isStepCount(9) });
  expect([await result.text, await result.finishReason]).toEqual(['', 'length']);
  expect(box.sent).toEqual([]);
});

test('text is streamed as it comes only where the label of the view allows it', async () => {
  const textsUnder = async (policy: typeof mailPolicy): Promise<string[]> => {
    const tools = toolsOf(new MailBox('harmless'));
    const guarded = guard({ model: mailMock(), tools, policy, approver: 'top' });
    const prompt = 'Read my mail and quote it.';
    const { textStream } = streamText({ ...guarded, prompt, stopWhen: isStepCount(9) });
    const texts: string[] = [];
    for await (const delta of textStream) texts.push(delta);
    return texts;
  };
  const open = await textsUnder(mailPolicy);
  expect(open.join('')).toContain('Lunch');
  expect(open.length).toBeGreaterThan(1);
  const closed = await textsUnder(cleanAnswers);
  expect(closed.join('')).toContain('withheld');
  expect(closed.join('')).not.toContain('Lunch');
  expect(closed.length).toBe(1);
});

test('usage is summed over the generations that the app does not see', async () => {
  const model = mailMock();
  const guarded = guard({ model, tools: toolsOf(new MailBox('deletion')), ...clear });
  const prompt = 'Read my mail.';
  const { steps, usage: spent } = await generateText({
    ...guarded,
    prompt,
    stopWhen: isStepCount(9),
  });
  const generations = model.doGenerateCalls.length;
  expect(generations).toBeGreaterThan(steps.length);
  expect(spent).toMatchObject({ inputTokens: 10 * generations, outputTokens: 3 * generations });
  expectTypeOf(guarded.guarantee).toEqualTypeOf<'full'>();
  expect(guarded.conversation.session?.events.map(({ type }) => type)).toContain('call-refused');
});
