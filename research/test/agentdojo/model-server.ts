import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';

const requestShape = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});

export type Request = z.infer<typeof requestShape>;

/** The model's reply: calls, an answer, or an error with its status. */
export type Says =
  | { readonly calls: readonly { readonly tool: string; readonly args: unknown }[] }
  | { readonly answer: string | null }
  | { readonly status: number; readonly error: unknown };

export interface ModelServer {
  readonly baseUrl: string;
  readonly requests: Request[];
  readonly close: () => void;
}

/** A model server that says what the test decides. */
export async function modelServer(decide: (request: Request) => Says): Promise<ModelServer> {
  const requests: Request[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = requestShape.parse(JSON.parse(await bodyOf(incoming)));
    requests.push(request);
    const says = decide(request);
    const status = 'status' in says ? says.status : 200;
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(responseOf(says)));
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    requests,
    close: () => server.close(),
  };
}

function responseOf(says: Says): unknown {
  if ('status' in says) return { error: says.error };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const head = { id: 'chat', object: 'chat.completion', created: 1, model: 'model', usage };
  const [finish_reason, message] =
    'calls' in says
      ? ['tool_calls', { content: null, tool_calls: says.calls.map(callOf) }]
      : ['stop', { content: says.answer }];
  const choice = { index: 0, finish_reason, message: { role: 'assistant', ...message } };
  return { ...head, choices: [choice] };
}

function callOf({ tool, args }: { readonly tool: string; readonly args: unknown }, index: number) {
  const definition = { name: tool, arguments: JSON.stringify(args) };
  return { id: `call-${index}`, type: 'function', function: definition };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: string[] = [];
  for await (const part of incoming.setEncoding('utf8')) parts.push(String(part));
  return parts.join('');
}

function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
