import type { Duplex } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/client';
import { serverNameForm, told } from '@sluice/mcp';
import { z } from 'zod';
import { limits } from '../limits.ts';
import type { ClientCredential } from '../server/authenticate.ts';
import { connection, type ConnectionParts } from './connections.ts';
import { readLines } from './lines.ts';
import { identityOf } from './identity.ts';

const hello = z.object({
  server: z.string().regex(serverNameForm),
  command: z.string(),
  args: z.array(z.string()),
});

const passed = z.union([
  z.object({ from: z.enum(['client', 'server']), message: z.unknown() }),
  z.object({ ended: z.enum(['server', 'too-large']) }),
]);

type Line =
  | { readonly to: 'client' | 'server'; readonly message: unknown }
  | { readonly refused: string };

interface Client {
  readonly credential: ClientCredential;
  readonly isKnown: () => Promise<boolean>;
  /** True for the name of a server in the settings. */
  readonly taken: (name: string) => boolean;
}

/**
 * A server that its client starts: whoever started it passes each message of either side through
 * here, and delivers what comes back. Everything is decided on in this process.
 */
export function tunnel(
  parts: ConnectionParts,
  socket: Duplex,
  { credential, isKnown, taken }: Client,
): (chunk: Buffer) => void {
  const write = async (line: Line): Promise<void> => {
    if (!socket.writable) return;
    socket.write(`${JSON.stringify(line)}\n`);
    // Whoever does not read what it is given is not read any further.
    if (socket.writableLength > limits.mcpUnreadBytesMax) socket.pause();
  };
  socket.on('drain', () => socket.resume());
  let pass: ((line: string) => void) | undefined;
  const begin = (line: string): void => {
    const { server, ...program } = hello.parse(JSON.parse(line));
    if (taken(server)) {
      void write({ refused: nameTaken(server) });
      return void socket.end();
    }
    const place = { server, identity: identityOf(program), credential, isKnown };
    const { proxy, end } = connection(parts, place, {
      toClient: (message) => write({ to: 'client', message }),
      toServer: (message) => write({ to: 'server', message }),
    });
    socket.once('close', end);
    pass = (text) => {
      const said = passed.parse(JSON.parse(text));
      if ('ended' in said) {
        return void proxy.serverClosed(said.ended === 'server' ? undefined : told.tooLarge);
      }
      const message = parseJSONRPCMessage(said.message);
      const done = said.from === 'client' ? proxy.fromClient(message) : proxy.fromServer(message);
      done.catch(() => {});
    };
  };
  socket.on('error', () => socket.destroy());
  return readLines(socket, (line) => {
    try {
      (pass ?? begin)(line);
    } catch {
      // Whoever sends it is our own program: nothing that it does not say is guessed.
      socket.destroy();
    }
  });
}

function nameTaken(name: string): string {
  return (
    `the gateway has an MCP server \`${name}\` in its settings: use that, at \`/mcp/${name}\`, or ` +
    'choose another name: `sluice mcp --name OTHER -- COMMAND`'
  );
}
