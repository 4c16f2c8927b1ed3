import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a server answers one request for a file. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer {
  readonly url: string;
  /** The requests: the path, and from which byte on. */
  readonly asked: readonly { readonly path: string; readonly range: string | undefined }[];
}

/** A real server. The first request gets the first answer, and all after the last one the last. */
export async function fileServer(...answers: readonly Answer[]): Promise<FileServer> {
  const asked: { path: string; range: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ path: request.url ?? '', range: request.headers.range });
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

/** Serves ranges like most servers do. */
export function ranged(bytes: Uint8Array): Answer {
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= bytes.length && from > 0) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'content-length': bytes.length - from,
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    });
    response.end(bytes.subarray(from));
  };
}

/** Serves the whole, whatever part was asked for. */
export function whole(bytes: Uint8Array): Answer {
  return (_, response) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
}

/**
 * Announces the rest, sends so many bytes of it, and breaks the connection off once the client has
 * them: what was still on its way would be lost with the connection.
 */
export function broken(
  bytes: Uint8Array,
  { sent, received }: { sent: number; received: (bytes: number) => Promise<void> },
): Answer {
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': bytes.length - from,
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    });
    response.write(bytes.subarray(from, from + sent));
    void received(from + sent).then(() => response.destroy());
  };
}

export function status(code: number): Answer {
  return (_, response) => response.writeHead(code).end('an error page');
}

/** Sends a page, such as an index has them. */
export function page(type: string, text: string): Answer {
  return (_, response) => response.writeHead(200, { 'content-type': type }).end(text);
}

/** One answer for each path. */
export function routes(answers: Readonly<Record<string, Answer>>): Answer {
  return (request, response) => (answers[request.url ?? ''] ?? status(404))(request, response);
}
