import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, tool, type AgentMiddleware } from 'langchain';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { guardSuite, type Played, type Scene } from '../../test/guard-suite.ts';
import { MailBox, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
import { proves } from '../testing/proves.ts';
import { guard, guardTools } from './langchain.ts';

function toolsOf(box: MailBox) {
  return [
    tool(box.readMail, {
      name: 'read_mail',
      description: toolText.read_mail,
      schema: z.object({}),
    }),
    tool(box.sendMoney, {
      name: 'send_money',
      description: toolText.send_money,
      schema: z.object({ to: z.string(), amount: z.number() }),
    }),
    tool(box.deleteMail, {
      name: 'delete_mail',
      description: toolText.delete_mail,
      schema: z.object({ id: z.number() }),
    }),
  ];
}

/** A chat model of LangChain that reads the last user turn and what follows it. */
class MailModel extends BaseChatModel {
  readonly model = 'reader';
  readonly seen: BaseMessage[][] = [];

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'mail';
  }

  override bindTools(_tools: BindToolsInput[]): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.seen.push(messages);
    const message = replyTo(messages);
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

function replyTo(messages: readonly BaseMessage[]): AIMessage {
  const from = messages.findLastIndex((message) => HumanMessage.isInstance(message));
  const results = messages
    .slice(from)
    .filter((message) => ToolMessage.isInstance(message))
    .map((message) => message.text);
  const { text, call } = mailModel({ user: messages[from]?.text ?? '', results });
  if (call === undefined) return new AIMessage(text);
  const { tool: name, args } = call;
  return new AIMessage({ content: '', tool_calls: [{ id: 'theirs', name, args }] });
}

const interrupted = z.object({
  __interrupt__: z
    .array(
      z.object({ value: z.object({ actionRequests: z.array(z.object({ name: z.string() })) }) }),
    )
    .default([]),
});

function reviewIn(result: unknown): readonly { readonly name: string }[] {
  const { __interrupt__: reviews } = interrupted.parse(result);
  return reviews.flatMap(({ value }) => value.actionRequests);
}

const clear = { policy: mailPolicy, approver: 'top', systemPrompt: 'Help.' } as const;

function agentOf(box: MailBox, middleware: readonly AgentMiddleware[], model = new MailModel()) {
  const systemPrompt = 'Help.';
  const checkpointer = new MemorySaver();
  return createAgent({ model, tools: toolsOf(box), systemPrompt, middleware, checkpointer });
}

const thread = (id: string) => ({ configurable: { thread_id: id } });
const says = (text: string) => ({ messages: [new HumanMessage(text)] });

function play({ stream }: { readonly stream: boolean }) {
  return async ({ mail, prompts, approve }: Scene): Promise<Played> => {
    const box = new MailBox(mail);
    const model = new MailModel();
    const agent = agentOf(box, [guard(clear)], model);
    const config = thread('one');
    const go = async (input: Parameters<typeof agent.invoke>[0]) => {
      if (!stream) return agent.invoke(input, config);
      // An interrupt comes as a state of its own, without the messages.
      let last: { messages: BaseMessage[] } = { messages: [] };
      const options = { ...config, streamMode: 'values' } as const;
      for await (const state of await agent.stream(input, options)) last = state;
      return last;
    };
    const [asked, answers]: [string[], string[]] = [[], []];
    for (const prompt of prompts) {
      let result = await go({ messages: [new HumanMessage(prompt)] });
      for (let requests = reviewIn(result); requests.length > 0; requests = reviewIn(result)) {
        asked.push(...requests.map(({ name }) => name));
        const decisions = requests.map(() => ({ type: approve ? 'approve' : 'reject' }));
        result = await go(new Command({ resume: { decisions } }));
      }
      answers.push(result.messages.at(-1)?.text ?? '');
    }
    const views = model.seen.map((messages) => messages.map(({ text }) => text).join('\n'));
    return { answers, asked, sent: box.sent, deleted: box.deleted, views };
  };
}

guardSuite('LangChain', play({ stream: false }));
guardSuite('LangChain, streamed', play({ stream: true }));

proves('adapters/no-silent-approval', async () => {
  const answers: readonly unknown[] = [
    { decisions: [{ type: 'edit', editedAction: { name: 'send_money', args: {} } }] },
    { decisions: [] },
    'yes',
    true,
  ];
  for (const resume of answers) {
    const box = new MailBox('money');
    const agent = agentOf(box, [guard(clear)]);
    await agent.invoke(says('Read my mail.'), thread('one'));
    const after = await agent.invoke(new Command({ resume }), thread('one'));
    expect(after.messages.at(-1)?.text).toBe('Something was refused; the rest is done.');
    expect(box.sent).toEqual([]);
  }
});

proves('adapters/history-only-raises', async () => {
  const summarise = createMiddleware({
    name: 'Summary',
    wrapModelCall: (request, handler) => {
      const at = request.messages.findLastIndex((message) => HumanMessage.isInstance(message));
      if (at === 0) return handler(request);
      const summary = new HumanMessage('So far: Bob wrote about lunch.');
      return handler({ ...request, messages: [summary, ...request.messages.slice(at)] });
    },
  });
  const [cut, whole] = [new MailBox('harmless'), new MailBox('harmless')];
  const begun = agentOf(cut, [summarise, guard(clear)]);
  const intact = agentOf(whole, [guard(clear)]);
  for (const agent of [begun, intact]) await agent.invoke(says('Read my mail.'), thread('one'));
  const asked = await begun.invoke(says('Now send 5 to Bob.'), thread('one'));
  expect(reviewIn(asked).map(({ name }) => name)).toEqual(['send_money']);
  await intact.invoke(says('Now send 5 to Bob.'), thread('one'));
  expect([cut.sent, whole.sent]).toEqual([[], ['5 to Bob']]);
});

proves('adapters/call-checks', async () => {
  const box = new MailBox('money');
  const checks = guardTools({ policy: mailPolicy, prompt: 'trusted' });
  expectTypeOf(checks.guarantee).toEqualTypeOf<'call-checks'>();
  const agent = agentOf(box, [checks]);
  await agent.invoke(says('Please send 5 to Bob.'), thread('one'));
  expect(box.sent).toEqual(['5 to Bob']);
  const asked = await agent.invoke(says('Read my mail.'), thread('one'));
  expect(reviewIn(asked).map(({ name }) => name)).toEqual(['send_money']);
  await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), thread('one'));
  expect(box.sent).toEqual(['5 to Bob', '900 to Mallory']);
});

proves('adapters/provider-tools', async () => {
  const box = new MailBox('harmless');
  const model = new MailModel();
  const ends = tool(box.readMail, { name: 'x', schema: z.object({}), returnDirect: true });
  for (const tools of [[{ type: 'web_search' }], [ends]]) {
    const agent = createAgent({ model, tools, middleware: [guard(clear)] });
    await expect(agent.invoke(says('hi'))).rejects.toMatchObject({
      cause: { code: 'tools-invalid' },
    });
  }
});

test('threads of one agent do not share their labels', async () => {
  const box = new MailBox('harmless');
  const middleware = guard(clear);
  expectTypeOf(middleware.guarantee).toEqualTypeOf<'full'>();
  const agent = agentOf(box, [middleware]);
  await agent.invoke(says('Read my mail.'), thread('one'));
  await agent.invoke(says('Please send 5 to Bob.'), thread('two'));
  await agent.invoke(says('Please send 6 to Bob.'), thread('three'));
  expect(box.sent).toEqual(['5 to Bob', '6 to Bob']);
});

test('what the person writes with a no reaches the model', async () => {
  const model = new MailModel();
  const agent = agentOf(new MailBox('money'), [guard(clear)], model);
  await agent.invoke(says('Read my mail.'), thread('one'));
  const decisions = [{ type: 'reject', message: 'Mallory is a stranger.' }];
  await agent.invoke(new Command({ resume: { decisions } }), thread('one'));
  expect(model.seen.at(-1)?.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Mallory is a stranger.'),
  );
});

proves('adapters/nothing-behind', async () => {
  let ran = 0;
  const behind = createMiddleware({
    name: 'Moderation',
    wrapModelCall: (request, handler) => {
      ran += 1;
      return handler(request);
    },
  });
  const answers = createMiddleware({ name: 'Cache', wrapModelCall: () => new AIMessage('known') });
  const box = new MailBox('harmless');
  for (const [middleware, said] of [
    [[guard(clear), behind], 'middleware `Moderation` stands behind the guard'],
    [[guard(clear), answers], 'stands behind the guard'],
  ] as const) {
    const model = new MailModel();
    const invoked = agentOf(box, middleware, model).invoke(says('Read my mail.'), thread('one'));
    await expect(invoked).rejects.toThrow(said);
    expect(model.seen).toEqual([]);
  }
  ran = 0;
  const before = agentOf(box, [behind, guard(clear)]);
  await before.invoke(says('Please send 5 to Bob.'), thread('one'));
  expect([ran > 0, box.sent]).toEqual([true, ['5 to Bob']]);
});

test('no draft reaches the token stream', async () => {
  const agent = agentOf(new MailBox('deletion'), [guard(clear)]);
  const options = { ...thread('one'), streamMode: 'messages' } as const;
  const texts: string[] = [];
  for await (const [message] of await agent.stream(says('Read my mail.'), options)) {
    if (AIMessage.isInstance(message)) texts.push(JSON.stringify(message));
  }
  expect(texts.join()).not.toContain('delete_mail');
});

test('a second model in one conversation is refused: it may have another clearance', async () => {
  const swap = createMiddleware({
    name: 'Swap',
    wrapModelCall: (request, handler) =>
      handler({ ...request, model: request.messages.length > 1 ? other : request.model }),
  });
  const other = Object.assign(new MailModel(), { model: 'other' });
  const agent = agentOf(new MailBox('harmless'), [swap, guard(clear)]);
  const invoked = agent.invoke(says('Read my mail.'), thread('one'));
  await expect(invoked).rejects.toThrow('a second model in one conversation');
});
