import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { channelServer, serveChannel } from './channel.ts';

function portOf(server: { address: () => unknown }): number {
  return (server.address() as AddressInfo).port;
}

/** A gateway, and a port from which connections go to it over a channel. */
async function channelTo(gateway: Server): Promise<number> {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const [inner, outer] = duplexPair();
  serveChannel(outer, `http://127.0.0.1:${portOf(gateway)}`);
  const server = channelServer(inner);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    gateway.close();
    inner.destroy();
    outer.destroy();
  });
  return portOf(server);
}

async function answer(port: number, body: string): Promise<string> {
  const asked = request({ port, host: '127.0.0.1', method: 'POST', agent: false });
  asked.end(body);
  const [response] = await once(asked, 'response');
  return await text(response);
}

test('many connections share a channel, whatever they carry', async () => {
  const gateway = createServer((incoming, response) => void incoming.pipe(response));
  const port = await channelTo(gateway);
  const small = Array.from({ length: 120 }, (_, at) => `${at} `.repeat(at));
  const bodies = [...small, 'x'.repeat(1_000_000)];
  expect(await Promise.all(bodies.map(async (body) => answer(port, body)))).toEqual(bodies);
});

test('a client that breaks off is gone for the gateway, and the other way round', async () => {
  const closed = Promise.withResolvers<void>();
  const gateway = createServer((incoming, response) => {
    if (incoming.url === '/broken') return void response.destroy();
    response.on('close', () => closed.resolve());
    response.write('begun');
  });
  const port = await channelTo(gateway);
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(client, 'data');
  client.destroy();
  await closed.promise;
  const asked = request({ port, host: '127.0.0.1', path: '/broken', agent: false }).end();
  await expect(once(asked, 'response')).rejects.toThrow(/socket hang up|ECONNRESET/);
});
