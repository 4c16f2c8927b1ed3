import type { Protocol } from '../protocol.ts';
import { readReply, streamReader } from './answer/reply.ts';
import { streamWriter } from './answer/stream-writer.ts';
import { write } from './answer/write.ts';
import { form } from './form.ts';
import { google, writeFailure } from './google.ts';
import { mayHoldMarks, withoutMarks } from './marks.ts';
import { readCount, readRequest } from './request/read.ts';
import { render, renderCount } from './request/render.ts';
import { routes } from './routes.ts';

/** Gemini's `generateContent`, as Google's SDKs and its CLI speak it. */
export const gemini: Protocol = {
  name: 'gemini',
  family: google,
  routes,
  keyPlaces: [
    { name: 'x-goog-api-key' },
    { name: 'authorization', scheme: 'Bearer' },
    { name: 'key', in: 'query' },
  ],
  passedHeaders: () => ({}),
  read: readRequest,
  render,
  readReply,
  streamReader,
  countTokens: { read: readCount, render: renderCount },
  form,
  ownMarks: { mayHold: mayHoldMarks, without: withoutMarks },
  write,
  streamWriter,
  writeFailure,
};
