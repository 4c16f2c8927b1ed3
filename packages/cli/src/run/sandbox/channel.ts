import { connect as connectHttp, performServerHandshake } from 'node:http2';
import { connect, createServer, type Server } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

// A sandbox without a network and without Unix sockets has a pair of sockets made outside. Many
// connections share it, each as a stream of HTTP/2 (CONNECT, RFC 9113, section 8.5).

/** Megabytes on their way in all connections together; a request holds a whole conversation. */
const maxSessionMemory = 256;

/** Outside: whatever is asked for over the channel, it is a connection to the gateway. */
export function serveChannel(channel: Duplex, gateway: string): void {
  const { hostname: host, port } = new URL(gateway);
  const session = performServerHandshake(channel, { maxSessionMemory });
  session.on('error', () => session.destroy());
  session.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    join(stream, connect({ host, port: Number(port), allowHalfOpen: true }));
  });
}

/** Inside: a server whose connections go over the channel. */
export function channelServer(channel: Duplex): Server {
  const session = connectHttp('http://gateway', {
    createConnection: () => channel,
    maxSessionMemory,
  });
  session.on('error', () => session.destroy());
  return createServer({ allowHalfOpen: true }, (client) => {
    if (session.destroyed) return void client.destroy();
    join(client, session.request({ ':method': 'CONNECT', ':authority': 'gateway' }));
  });
}

/** Both ways; where one of them breaks off, so does the other. */
function join(one: Duplex, other: Duplex): void {
  pipeline(one, other, ended);
  pipeline(other, one, ended);
}

function ended(): void {
  // The pipeline has closed both.
}
