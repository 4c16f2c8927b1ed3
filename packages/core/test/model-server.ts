import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The answer to the next request. */
export type Served =
  | { readonly status?: number; readonly json: unknown }
  /** JSON as it stands. */
  | { readonly body: string }
  /** `cut`: the connection breaks after the last event. */
  | { readonly events: readonly object[]; readonly named?: boolean; readonly cut?: boolean }
  /** Never answers; `onHang` tells when the request has come. */
  | { readonly hang: () => void };

export interface ModelServer {
  readonly url: string;
  /** Bodies of the requests so far. */
  readonly bodies: readonly Record<string, unknown>[];
  readonly answerWith: (...served: readonly Served[]) => void;
  readonly close: () => Promise<void>;
}

/** A server on this machine that says what a test tells it to, over real HTTP. */
export async function startModelServer(): Promise<ModelServer> {
  const bodies: Record<string, unknown>[] = [];
  let queue: Served[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      bodies.push(JSON.parse(body));
      return serve(queue.shift() ?? { status: 500, json: { error: 'nothing queued' } }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bodies,
    answerWith: (...served) => {
      bodies.length = 0;
      queue = [...served];
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

function serve(served: Served, response: ServerResponse): void {
  if ('hang' in served) {
    served.hang();
    return;
  }
  if ('json' in served || 'body' in served) {
    const status = 'status' in served ? served.status : 200;
    response.writeHead(status ?? 200, { 'content-type': 'application/json' });
    response.end('body' in served ? served.body : JSON.stringify(served.json));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of served.events) response.write(eventText(event, served.named === true));
  if (served.cut !== true) response.end(served.named === true ? '' : 'data: [DONE]\n\n');
  // The events must have left before the connection breaks.
  else setTimeout(() => response.destroy(), 30);
}

function eventText(event: object, named: boolean): string {
  const name = named && 'type' in event ? `event: ${String(event.type)}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
