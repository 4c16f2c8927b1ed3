import * as z from 'zod';
import type { ClientCall } from '../../src/protocol/route.ts';
import type { Front } from '../../src/protocol/protocol.ts';

const messageShape = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.object({ name: z.string(), arguments: z.unknown() }).partial().optional(),
});

/** A server of tools behind the gateway: no model is asked, so there is nothing but a service. */
export const mcp: Front = {
  name: 'mcp',
  family: {
    name: 'mcp',
    title: 'MCP',
    client: { variable: 'MCP_URL', path: '' },
    provider: { baseUrl: 'https://tools.example', keyFrom: 'MCP_KEY' },
    models: { path: '/', headers: {} },
    authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  },
  routes: [
    {
      path: '/mcp',
      methods: { POST: { serve, isOurs: async () => true } },
      upstream: () => '/mcp',
    },
  ],
  keyPlaces: [{ name: 'authorization', scheme: 'Bearer' }],
  passedHeaders: (header) => {
    const session = header('mcp-session-id');
    return session === undefined ? {} : { 'mcp-session-id': session };
  },
  writeFailure: ({ message }) => ({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000, message },
  }),
};

async function serve({ exchange, owner, upstream, path, headers }: ClientCall): Promise<void> {
  const { bytes, scan } = await exchange.body();
  const { id, method, params } = messageShape.parse(await exchange.parse({ bytes, scan }));
  const args = JSON.stringify(params?.arguments ?? {});
  if (method === 'tools/call') {
    const ruling = owner.profile.policy.ruleCall(params?.name ?? '', args);
    if (ruling.kind !== 'ceiling') {
      const error = { code: -32_001, message: 'the policy allows no such call' };
      return exchange.json(200, { jsonrpc: '2.0', id, error });
    }
  }
  const { signal } = exchange;
  const sent = { method: 'POST', path, headers, body: bytes, signal } as const;
  const response = await upstream.send(sent);
  exchange.json(response.status, JSON.parse(await response.text()));
}
