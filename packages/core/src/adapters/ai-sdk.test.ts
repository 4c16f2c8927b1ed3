import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { generateText, isStepCount, streamText, tool, type ModelMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { guardSuite, type Played, type Scene } from '../../test/guard-suite.ts';
import { MailBox, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
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

/** What the scripted model reads of the AI SDK's prompt: the last user turn and what follows it. */
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
