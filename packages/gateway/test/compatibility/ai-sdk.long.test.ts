import { aiSdkAnthropic, aiSdkChat, aiSdkGoogle, aiSdkResponses } from './clients/ai-sdk.ts';
import { testClient } from './matrix.ts';

testClient(aiSdkChat);
testClient(aiSdkResponses);
testClient(aiSdkAnthropic);
testClient(aiSdkGoogle);
