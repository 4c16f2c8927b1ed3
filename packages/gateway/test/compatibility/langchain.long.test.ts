import { langchainAnthropic, langchainChat, langchainResponses } from './clients/langchain.ts';
import { testClient } from './matrix.ts';

testClient(langchainChat);
testClient(langchainResponses);
testClient(langchainAnthropic);
