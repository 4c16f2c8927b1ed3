import { azureChat, azureResponses } from './azure/azure.ts';
import { chatCompletions } from './chat/chat-completions.ts';
import { gemini } from './gemini/gemini.ts';
import { anthropicMessages } from './messages/messages.ts';
import type { Front } from './protocol.ts';
import { openAiResponses } from './responses/responses.ts';

/** All that clients may speak. An address that is nobody's is refused in the words of the first. */
export const fronts: readonly [Front, ...Front[]] = [
  chatCompletions,
  openAiResponses,
  anthropicMessages,
  gemini,
  azureChat,
  azureResponses,
];
