import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool } from 'langchain';
import { z } from 'zod';
import { nextMove, readMail, sendMoney } from './reader.ts';

export const tools = [
  tool(readMail, {
    name: 'read_mail',
    description: 'Reads the newest mail.',
    schema: z.object({}),
  }),
  tool(sendMoney, {
    name: 'send_money',
    description: 'Sends money to somebody.',
    schema: z.object({ to: z.string(), amount: z.number() }),
  }),
];

class Reader extends BaseChatModel {
  readonly model = 'reader';

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'reader';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const results = messages.filter((message) => ToolMessage.isInstance(message));
    const { text, call } = nextMove(results.map((result) => result.text));
    const message =
      call === undefined
        ? new AIMessage(text)
        : new AIMessage({
            content: '',
            tool_calls: [{ id: 'theirs', name: call.tool, args: call.args }],
          });
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

export const model = new Reader();
