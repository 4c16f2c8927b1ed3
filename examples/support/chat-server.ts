import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { nextMove } from './reader.ts';

const requestSchema = z.object({ messages: z.array(z.looseObject({ role: z.string() })) });

/** Stands in for a model's server: speaks Chat Completions, on this machine. Returns its URL. */
export async function startChatServer(): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('no port');
  return `http://127.0.0.1:${address.port}/v1`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = requestSchema.parse(await json(request));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [choiceFor(body)] }));
}

function choiceFor({ messages }: z.infer<typeof requestSchema>): object {
  const results = messages.filter(({ role }) => role === 'tool');
  const { text, call } = nextMove(results.map((result) => JSON.stringify(result)));
  const message = { role: 'assistant', content: text };
  if (call === undefined) return { index: 0, finish_reason: 'stop', message };
  const made = { name: call.tool, arguments: JSON.stringify(call.args) };
  const calls = [{ id: 'theirs', type: 'function', function: made }];
  return { index: 0, finish_reason: 'tool_calls', message: { ...message, tool_calls: calls } };
}
