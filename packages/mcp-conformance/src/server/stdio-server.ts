import { createServer, type Server, type Socket } from 'node:net';
import { eachLine } from '../wire/lines.ts';
import { at, type Fields, messageOf, methodOf, type Message } from '../wire/message.ts';
import { legacy, metaKeys, modern } from '../wire/era.ts';
import type { Call } from './call.ts';
import type { Script } from './script.ts';

/** Joins the standard streams of a process that a proxy started with the suite. */
const relay = (port: number): string =>
  `const s=require('net').connect(${port},'127.0.0.1');process.stdin.pipe(s);s.pipe(process.stdout);` +
  `s.on('error',()=>{});s.on('close',()=>process.exit())`;

/** The scripted server over stdio: each process that a proxy starts is a session of its own. */
export class StdioServer {
  script: Script | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #processes = 0;

  constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Gives the command that a proxy must start. */
  async listen(): Promise<readonly string[]> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return [process.execPath, '-e', relay(port)];
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    this.#processes += 1;
    const session = `process-${this.#processes}`;
    const { script } = this;
    const calls = new Map<unknown, () => void>();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#sockets.delete(socket);
      for (const end of calls.values()) end();
    });
    eachLine(socket, (line) => {
      const message = messageOf(line);
      if (message === undefined || script === undefined) return;
      if (methodOf(message) === 'notifications/cancelled')
        calls.get(at(message.fields, 'params', 'requestId'))?.();
      const call = stdioCall({ socket, message, session, calls });
      if (call.method === 'initialize') script.streams.put(call);
      void script.handle(call);
    });
  }
}

interface Line {
  readonly socket: Socket;
  readonly message: Message;
  readonly session: string;
  readonly calls: Map<unknown, () => void>;
}

function stdioCall({ socket, message, session, calls }: Line): Call {
  const id = at(message.fields, 'id');
  const write = (sent: Fields): void => void socket.write(`${JSON.stringify(sent)}\n`);
  const declared = at(message.fields, 'params', '_meta', metaKeys.version);
  const isModern = declared !== undefined || methodOf(message) === 'server/discover';
  return {
    message,
    method: methodOf(message),
    headers: {},
    url: '',
    wire: 'stdio',
    era: isModern ? modern : legacy,
    session,
    send: write,
    comment: () => undefined,
    answer: (result) => write({ jsonrpc: '2.0', id, result }),
    fail: (error) => write({ jsonrpc: '2.0', id, error }),
    answerRaw: (text) => void socket.write(`${text}\n`),
    status: () => undefined,
    endStream: () => undefined,
    hangUp: () => void socket.destroy(),
    gone: new Promise((resolve) => {
      if (id !== undefined) calls.set(id, resolve);
    }),
  };
}
