import http from 'node:http';
import { listening } from './ports.ts';

export interface Front {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Adds a key to each request, and changes nothing else: the official suite and its clients cannot
 * sign in.
 */
export async function withKey(url: string, key: string): Promise<Front> {
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const upstream = http.request(url, { method: request.method ?? 'GET', headers });
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    upstream.once('error', () => response.destroy());
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
