import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { isBody, type Body } from '../../test/upstream/dialect.ts';

/** One request of an agent, as it sent it, and what it was given back. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** 0: no answer yet. */
  status: number;
  answerHeaders: IncomingHttpHeaders;
  /** What has come so far. */
  answer: string;
}

export interface Relay {
  readonly url: string;
  readonly sent: readonly Sent[];
  readonly close: () => Promise<void>;
}

/** Stands between an agent and the gateway, changes nothing, and writes down both sides. */
export async function startRelay(target: string): Promise<Relay> {
  const sent: Sent[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const { method = 'GET', url = '/', headers } = incoming;
      const one = sentOf({ method, path: url, headers }, bytes.toString());
      sent.push(one);
      const onward = request(`${target}${url}`, { method, headers }, (answer) => {
        one.status = answer.statusCode ?? 0;
        one.answerHeaders = answer.headers;
        outgoing.writeHead(one.status, answer.headers);
        answer.on('data', (chunk: Buffer) => void (one.answer += chunk.toString()));
        answer.on('aborted', () => outgoing.destroy());
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      onward.end(bytes);
    });
  });
  passUpgrades(server, target, (one) => sent.push(one));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sentOf(head: Pick<Sent, 'method' | 'path' | 'headers'>, text: string): Sent {
  return { ...head, body: bodyOf(text), status: 0, answerHeaders: {}, answer: '' };
}

function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return isBody(body) ? body : {};
  } catch {
    return {};
  }
}

/** A WebSocket is passed on byte for byte: the gateway says what becomes of it. */
function passUpgrades(server: Server, target: string, record: (one: Sent) => void): void {
  server.on('upgrade', ({ method = 'GET', url: path = '/', headers, rawHeaders }, socket) => {
    record(sentOf({ method: `${method} (upgrade)`, path, headers }, ''));
    const { hostname, port } = new URL(target);
    const onward = connect(Number(port), hostname, () => {
      const pairs = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}\r\n`] : [],
      );
      onward.write(`${method} ${path} HTTP/1.1\r\n${pairs.join('')}\r\n`);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
}
