import { openAiChat } from './clients/openai-chat.ts';
import { openAiPrevious, openAiResponses } from './clients/openai-responses.ts';
import { openAiRunTools } from './clients/openai-run-tools.ts';
import { testClient } from './matrix.ts';

testClient(openAiChat);
testClient(openAiRunTools);
testClient(openAiResponses);
testClient(openAiPrevious);
