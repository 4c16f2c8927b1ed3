// The least that a proxy can be: the transports of the official SDK, back to back. Arguments:
// `stdio` and the command of the server, or `http` and its address.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { tellUrl } from './url.ts';

const [, , way, ...rest] = process.argv;

/** Each message goes to the other side as it came. */
async function joined(client: Transport, server: Transport): Promise<void> {
  const fromServer = (message: JSONRPCMessage): void => {
    const related = 'id' in message && !('method' in message) ? message.id : undefined;
    void client.send(message, related === undefined ? {} : { relatedRequestId: related });
    const version = 'result' in message ? message.result['protocolVersion'] : undefined;
    if (typeof version === 'string') server.setProtocolVersion?.(version);
  };
  Object.assign(client, {
    onmessage: (message: JSONRPCMessage): void => void server.send(message),
    onclose: (): void => void server.close(),
  });
  Object.assign(server, { onmessage: fromServer });
  await Promise.all([server.start(), client.start()]);
}

if (way === 'stdio') {
  const [command = '', ...args] = rest;
  const env = getDefaultEnvironment();
  await joined(new StdioServerTransport(), new StdioClientTransport({ command, args, env }));
} else {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known !== undefined) return void known.handleRequest(request, response);
    const own = randomUUID();
    const client = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => own });
    sessions.set(own, client);
    const server = new StreamableHTTPClientTransport(new URL(rest[0] ?? ''));
    void joined(client, server).then(() => client.handleRequest(request, response));
  });
  http.listen(0, '127.0.0.1', () => tellUrl(http));
}
