import type { Protocol } from '../protocol.ts';
import { writeFailure } from './failure.ts';
import { goOn } from './pause.ts';
import { readReply } from './read-reply.ts';
import { readRequest } from './read.ts';
import { render } from './render.ts';
import { streamReader } from './stream-reader.ts';
import { streamWriter } from './stream-writer.ts';
import { write } from './write.ts';

/** Anthropic Messages. */
export const anthropicMessages: Protocol = {
  name: 'messages',
  path: '/v1/messages',
  read: readRequest,
  render,
  readReply,
  streamReader,
  goOn,
  write,
  streamWriter,
  writeFailure,
};
