import { writeFailure } from '../shared/openai.ts';
import type { Protocol } from '../protocol.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { readReply, streamReader } from './reply.ts';
import { streamWriter } from './stream-writer.ts';
import { writeAnswer } from './write.ts';

/** OpenAI's Responses, kept without state at the provider: its ids are ours. */
export const openAiResponses: Protocol = {
  name: 'responses',
  path: '/responses',
  read: readRequest,
  render: renderRequest,
  readReply,
  streamReader,
  write: writeAnswer,
  streamWriter,
  writeFailure,
};
