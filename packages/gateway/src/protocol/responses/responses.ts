import type { Protocol } from '../protocol.ts';
import { formAt } from '../shared/declared.ts';
import { usualKeyPlaces } from '../shared/key-places.ts';
import { openAi, writeFailure } from '../shared/openai.ts';
import { unguarded } from '../shared/unguarded.ts';
import { answersById } from './by-id.ts';
import { readRequest } from './request/read.ts';
import { renderRequest } from './request/render.ts';
import { readReply, streamReader } from './answer/reply.ts';
import { storedRoutes } from './stored.ts';
import { streamWriter } from './answer/stream-writer.ts';
import { writeAnswer } from './answer/write.ts';

/** OpenAI's Responses, kept without state at the provider: its ids are ours. */
export const openAiResponses: Protocol = {
  name: 'responses',
  family: openAi,
  routes: [
    { path: '/v1/responses', methods: { POST: 'answer' }, upstream: () => '/responses' },
    unguarded('/v1/responses/compact', '/responses/compact'),
    unguarded('/v1/responses/input_tokens', '/responses/input_tokens'),
    ...storedRoutes,
  ],
  keyPlaces: usualKeyPlaces,
  passedHeaders: () => ({}),
  read: readRequest,
  render: renderRequest,
  readReply,
  form: formAt({ fields: [], formats: ['text'] }),
  streamReader,
  answersById,
  write: writeAnswer,
  streamWriter,
  writeFailure,
};
