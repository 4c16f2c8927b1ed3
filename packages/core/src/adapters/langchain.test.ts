import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { guardSuite, type Played, type Scene } from '../../test/guard-suite.ts';
import { MailBox, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
import { guard } from './langchain.ts';

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

function play({ stream }: { readonly stream: boolean }) {
  return async ({ mail, prompts, approve }: Scene): Promise<Played> => {
    const box = new MailBox(mail);
    const model = new MailModel();
    const agent = createAgent({
      model,
      tools: toolsOf(box),
      systemPrompt: 'Help.',
      middleware: [guard({ policy: mailPolicy, approver: 'top' })],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: 'one' } };
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
