/**
 * A client over the official SDK that uses all that a server offers, as the official suite starts
 * one: with the server's address as its last argument, and the version to speak in a variable.
 */
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';

const stateless = '2026-07-28';

const given = z
  .object({
    toolCalls: z
      .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
      .default([]),
  })
  .catch({ toolCalls: [] })
  .parse(JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'));

/** Some value of each argument that a tool wants. */
function someArguments({ inputSchema }: Tool): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { number: 2, integer: 2, boolean: true };
  const schemas = Object.entries(inputSchema.properties ?? {});
  return Object.fromEntries(
    schemas.map(([name, schema]) => {
      const { type } = { type: '', ...Object(schema) };
      return [name, values[String(type)] ?? 'words'];
    }),
  );
}

function clientFor(version: string): Client {
  const client = new Client(
    { name: 'reference-client', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: { applyDefaults: true } }, sampling: {}, roots: {} },
      versionNegotiation: { mode: version === stateless ? { pin: stateless } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }));
  client.setRequestHandler('roots/list', async () => ({ roots: [] }));
  client.setRequestHandler('sampling/createMessage', async () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'words' },
  }));
  return client;
}

async function useAll(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  const named = new Set(given.toolCalls.map(({ name }) => name));
  const calls = tools
    .filter(({ name }) => !named.has(name))
    .map((tool) => ({ name: tool.name, arguments: someArguments(tool) }));
  await Promise.all(
    [...calls, ...given.toolCalls].map((call) => client.callTool(call).catch(ignored)),
  );
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  const listed = resources === undefined ? [] : (await client.listResources()).resources;
  for (const { uri } of listed) await client.readResource({ uri }).catch(ignored);
  const known = prompts === undefined ? [] : (await client.listPrompts()).prompts;
  for (const { name } of known) await client.getPrompt({ name }).catch(ignored);
}

/** The suite looks at what is sent, whatever comes of it. */
function ignored(): void {}

export async function runReferenceClient(url: string, version: string): Promise<void> {
  const client = clientFor(version);
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  try {
    await useAll(client);
  } finally {
    await client.close();
  }
}
