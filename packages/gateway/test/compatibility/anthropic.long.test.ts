import { anthropicToolRunner } from './clients/anthropic-tool-runner.ts';
import { anthropic } from './clients/anthropic.ts';
import { testClient } from './matrix.ts';

testClient(anthropic);
testClient(anthropicToolRunner);
