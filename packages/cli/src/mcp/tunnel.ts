import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { SluiceError } from '@sluice/core';
import { isRecord } from '@sluice/mcp';

/** A line that comes back: a message, and the side that it is for. */
export interface Delivery {
  readonly to: 'client' | 'server';
  readonly message: unknown;
}

export interface Tunnel {
  readonly say: (line: object) => void;
  readonly close: () => void;
}

/** Opens a tunnel to the gateway. Throws `SluiceError` where it is refused. */
export async function openTunnel(
  { url, clientKey }: { readonly url: string; readonly clientKey: string },
  on: {
    readonly delivery: (line: Delivery) => void;
    /** Told why the gateway takes no server here, with what to type. */
    readonly refused: (why: string) => void;
    readonly close: () => void;
  },
): Promise<Tunnel> {
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${clientKey}` };
  const asked = request({ hostname, port, method: 'CONNECT', path: '/mcp', headers });
  asked.end();
  const [response, socket] = await connected(asked);
  if (response.statusCode !== 200) throw refused();
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = readLine(line);
      if (typeof said === 'string') on.refused(said);
      else if (said !== undefined) on.delivery(said);
    }
  });
  socket.on('error', () => socket.destroy());
  socket.once('close', on.close);
  return {
    say: (line) => {
      if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
    },
    close: () => void socket.destroy(),
  };
}

async function connected(asked: ReturnType<typeof request>): Promise<[IncomingMessage, Duplex]> {
  const { promise, resolve } = Promise.withResolvers<[IncomingMessage, Duplex]>();
  asked.once('connect', (response, socket) => resolve([response, socket]));
  const failed = once(asked, 'response').then(
    () => undefined,
    () => undefined,
  );
  const first = await Promise.race([promise, failed]);
  if (first === undefined) throw refused();
  return first;
}

function readLine(line: string): Delivery | string | undefined {
  const value: unknown = JSON.parse(line);
  if (!isRecord(value)) return undefined;
  const { to, message, refused: why } = value;
  if (typeof why === 'string') return why;
  return to === 'client' || to === 'server' ? { to, message } : undefined;
}

function refused(): SluiceError {
  return new SluiceError('settings-invalid', 'the gateway opened no way for this MCP server', {
    hint: 'end the clients that run here, and start this one again',
  });
}
