import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

// #region readme
const asked = z.object({ system: z.string(), user: z.string(), context: z.string() });

/** A defence that runs elsewhere: it takes keys out of what a tool has returned. */
export function outsideServer(): Server {
  return createServer((request, response) => {
    void answer(request).then((text) => response.end(text));
  });
}

async function answer(request: AsyncIterable<Buffer>): Promise<string> {
  const { context } = asked.parse(await json(request));
  return JSON.stringify({ context: context.replaceAll(/[A-Z]+_[A-Z_]+\d+/g, '[key]') });
}
// #endregion
