import { createServer, type NetConnectOpts, connect, type Server } from 'node:net';

/** A server whose connections lead to another place, both ways. */
export function passingOn(to: NetConnectOpts): Server {
  return createServer({ allowHalfOpen: true }, (client) => {
    const other = connect({ ...to, allowHalfOpen: true });
    for (const side of [client, other]) {
      side.on('error', () => {
        client.destroy();
        other.destroy();
      });
    }
    client.pipe(other);
    other.pipe(client);
  });
}
