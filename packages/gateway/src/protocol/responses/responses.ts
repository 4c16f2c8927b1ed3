import type { Protocol } from '../protocol.ts';
import { usualKeyHeaders } from '../shared/key-headers.ts';
import { openAi, writeFailure } from '../shared/openai.ts';
import { answersById } from './by-id.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { readReply, streamReader } from './reply.ts';
import { storedRoutes } from './stored.ts';
import { streamWriter } from './stream-writer.ts';
import { writeAnswer } from './write.ts';

/** OpenAI's Responses, kept without state at the provider: its ids are ours. */
export const openAiResponses: Protocol = {
  name: 'responses',
  family: openAi,
  routes: [
    { path: '/v1/responses', methods: { POST: 'answer' }, upstream: () => '/responses' },
    ...storedRoutes,
  ],
  keyHeaders: usualKeyHeaders,
  passedHeaders: () => ({}),
  read: readRequest,
  render: renderRequest,
  readReply,
  streamReader,
  answersById,
  write: writeAnswer,
  streamWriter,
  writeFailure,
};
