import { agentsChat, agentsResponses } from './clients/openai-agents.ts';
import { testClient } from './matrix.ts';

testClient(agentsChat);
testClient(agentsResponses);
