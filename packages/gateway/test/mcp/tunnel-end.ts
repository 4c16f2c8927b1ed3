import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { McpRig } from './rig.ts';

export interface Tunnel {
  readonly socket: Socket;
  readonly say: (line: object) => void;
  /** The next line that comes. */
  readonly next: () => Promise<{ to: string; message: Record<string, unknown> }>;
}

/** Opens a tunnel, as `sluice mcp` does. */
export async function connect(rig: McpRig, { key = rig.key, path = '/mcp' } = {}): Promise<Tunnel> {
  const { hostname, port } = new URL(rig.gateway().url);
  const headers = { authorization: `Bearer ${key}` };
  const asked = request({ hostname, port, method: 'CONNECT', path, headers });
  asked.end();
  const [{ statusCode }, socket] = (await once(asked, 'connect')) as [
    { statusCode: number },
    Socket,
  ];
  if (statusCode !== 200) throw new Error(String(statusCode));
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    socket,
    say: (line) => void socket.write(`${JSON.stringify(line)}\n`),
    next: async () => JSON.parse((await lines.next()).value ?? '{}'),
  };
}
