import type { IncomingHttpHeaders } from 'node:http';
import type { Protocol } from '../protocol.ts';
import { formAt } from '../shared/declared.ts';
import { modelForm } from '../shared/models.ts';
import { usualKeyPlaces } from '../shared/key-places.ts';
import { anthropic, writeFailure } from './anthropic.ts';
import { passedHeaders } from './request/headers.ts';
import { readCountTokens, renderCountTokens } from './request/count-tokens.ts';
import { goOn } from './answer/pause.ts';
import { readReply } from './answer/reply.ts';
import { readRequest } from './request/read.ts';
import { render } from './request/render.ts';
import { streamReader } from './answer/stream-reader.ts';
import { streamWriter } from './answer/stream-writer.ts';
import { write } from './answer/write.ts';

/** OpenAI's clients list models at the same addresses. */
function isFor(headers: IncomingHttpHeaders): boolean {
  return headers['anthropic-version'] !== undefined;
}

/** Anthropic Messages. */
export const anthropicMessages: Protocol = {
  name: 'messages',
  family: anthropic,
  routes: [
    { path: '/v1/messages', methods: { POST: 'answer' }, upstream: () => '/v1/messages' },
    {
      path: '/v1/messages/count_tokens',
      methods: { POST: 'count-tokens' },
      upstream: () => '/v1/messages/count_tokens',
    },
    {
      path: '/v1/models',
      methods: { GET: 'models' },
      upstream: () => anthropic.models.path,
      isFor,
    },
    {
      path: '/v1/models/{model}',
      wordForms: { model: modelForm },
      methods: { GET: 'models' },
      upstream: ({ words }) => `${anthropic.models.path}/${words['model'] ?? ''}`,
      isFor,
    },
  ],
  keyPlaces: usualKeyPlaces,
  passedHeaders,
  read: readRequest,
  render,
  readReply,
  form: formAt({ fields: ['output_format'], formats: ['output_config'] }),
  streamReader,
  goOn,
  countTokens: { read: readCountTokens, render: renderCountTokens },
  write,
  streamWriter,
  writeFailure,
};
