import { azureOpenAiChat, openAiChat } from './clients/openai-chat.ts';
import {
  azureOpenAiResponses,
  openAiPrevious,
  openAiResponses,
} from './clients/openai-responses.ts';
import { openAiRunTools } from './clients/openai-run-tools.ts';
import { testClient } from './matrix.ts';

testClient(openAiChat);
testClient(openAiRunTools);
testClient(openAiResponses);
testClient(openAiPrevious);
testClient(azureOpenAiChat);
testClient(azureOpenAiResponses);
