import { chatDialect } from '../../test/upstream/chat.ts';
import type { Dialect } from '../../test/upstream/dialect.ts';
import { geminiDialect } from '../../test/upstream/gemini.ts';
import { messagesDialects } from '../../test/upstream/messages.ts';
import { responsesDialect } from '../../test/upstream/responses.ts';
import { startUpstream, type Upstream } from '../../test/upstream/upstream.ts';
import type { Agent } from '../agents/agent.ts';

/**
 * The scripted provider of all protocols. It refuses no field: agents send what their vendors have
 * not written down, and what of it comes here is for the stories to say.
 */
export function startProvider(): Promise<Upstream> {
  const dialects = [chatDialect, responsesDialect, geminiDialect, ...messagesDialects];
  return startUpstream({
    dialects: dialects.map((dialect) => ({ ...dialect, refuse: () => undefined })),
  });
}

const byProtocol: Readonly<Record<Agent['protocol'], Dialect>> = {
  chat: chatDialect,
  gemini: geminiDialect,
  responses: responsesDialect,
  messages: messagesDialects[0] ?? responsesDialect,
};

/** The protocol of an agent, from the provider's side. */
export function dialectOf({ protocol }: Pick<Agent, 'protocol'>): Dialect {
  return byProtocol[protocol];
}
