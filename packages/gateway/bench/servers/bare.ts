/**
 * The least that a proxy in Node can do: `node:http` in, a kept connection out, bytes through. Its
 * argument is the upstream's address.
 */
import { Agent, createServer, request as send } from 'node:http';
import { serve, urlOf } from './serve.ts';

const upstream = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 1_024 });

const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const { hostname, port, host } = upstream;
  const options = { agent, hostname, port, method, path, headers: { ...headers, host } };
  const onward = send(options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  serve({ url: urlOf(server.address()), key: 'sk-upstream' });
});
