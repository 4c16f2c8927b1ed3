import type { Protocol } from '../protocol.ts';
import { usualKeyPlaces } from '../shared/key-places.ts';
import { formAt } from '../shared/declared.ts';
import { modelForm } from '../shared/models.ts';
import { openAi, writeFailure } from '../shared/openai.ts';
import { unguarded } from '../shared/unguarded.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { readReply, streamReader } from './reply.ts';
import { streamWriter } from './stream-writer.ts';
import { writeAnswer } from './write.ts';

/** OpenAI's Chat Completions, as its SDKs and the many servers that imitate it speak it. */
export const chatCompletions: Protocol = {
  name: 'chat-completions',
  family: openAi,
  routes: [
    {
      path: '/v1/chat/completions',
      methods: { POST: 'answer' },
      upstream: () => '/chat/completions',
    },
    { path: '/v1/models', methods: { GET: 'models' }, upstream: () => openAi.models.path },
    {
      path: '/v1/models/{model}',
      wordForms: { model: modelForm },
      methods: { GET: 'models' },
      upstream: ({ words }) => `${openAi.models.path}/${words['model'] ?? ''}`,
    },
    unguarded('/v1/embeddings', '/embeddings'),
    unguarded('/v1/completions', '/completions'),
    unguarded('/v1/moderations', '/moderations'),
  ],
  keyPlaces: usualKeyPlaces,
  passedHeaders: () => ({}),
  read: readRequest,
  render: renderRequest,
  readReply,
  form: formAt({ fields: ['response_format'], formats: [] }),
  streamReader,
  write: writeAnswer,
  streamWriter,
  writeFailure,
};
