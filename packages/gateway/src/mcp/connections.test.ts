import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { McpProxy, type Message, StateSeal } from '@sluice/mcp';
import { expect, test } from 'vitest';
import { hearServer } from './connections.ts';

test.each([
  ['ReadBuffer exceeded maximum size of 32000000 bytes', 'ask for less'],
  ['the pipe broke', 'has ended or cannot be reached'],
])('a server that ends with: %s', async (message, said) => {
  const told: Message[] = [];
  const proxy = new McpProxy({
    name: 'files',
    identity: 'node',
    oldest: '2024-11-05',
    owner: 'key_1',
    seal: new StateSeal({ nowMs: () => 0 }),
    keeper: {
      mayShow: async (offers) => offers.map(() => true),
      check: async () => ({ kind: 'go' }),
      received: async () => {},
      labels: () => ({ messages: false, forms: false, roots: false }),
      said: async () => {},
    },
    toClient: async (each) => void told.push(each),
    toServer: async () => {},
  });
  const [server]: [Transport, Transport] = InMemoryTransport.createLinkedPair();
  hearServer(server, proxy);
  await proxy.fromClient({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  server.onerror?.(new Error(message));
  server.onclose?.();
  await expect.poll(() => told).toMatchObject([{ id: 1, error: {} }]);
  expect(JSON.stringify(told)).toContain(said);
});
