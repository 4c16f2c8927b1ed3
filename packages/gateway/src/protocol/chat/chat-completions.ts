import type { Protocol } from '../protocol.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { readReply, streamReader } from './reply.ts';
import { streamWriter } from './stream-writer.ts';
import { writeFailure } from '../shared/openai.ts';
import { writeAnswer } from './write.ts';

/** OpenAI's Chat Completions, as its SDKs and the many servers that imitate it speak it. */
export const chatCompletions: Protocol = {
  name: 'chat-completions',
  path: '/chat/completions',
  read: readRequest,
  render: renderRequest,
  readReply,
  streamReader,
  write: writeAnswer,
  streamWriter,
  writeFailure,
};
