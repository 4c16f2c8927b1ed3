import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { MCPServerStdio } from '@openai/agents';
import type { Line, World } from '../attacks/world.ts';
import { type McpClient, said } from './client.ts';

/** A busy machine may need long to start a gateway. */
const patient = { timeout: 600_000 };
const info = { name: 'matrix', version: '1' };

function programOf([command, ...args]: Line, { folder: cwd, env }: World) {
  return { command, args, cwd, env };
}

const sdk1: McpClient = {
  name: 'TypeScript SDK 1',
  package: '@modelcontextprotocol/sdk',
  open: async (line, world) => {
    const client = new Client(info);
    await client.connect(
      new StdioClientTransport({ ...programOf(line, world), stderr: 'ignore' }),
      patient,
    );
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => said(await client.callTool({ name, arguments: { ...args } })),
      close: () => client.close(),
    };
  },
};

const sdk2: McpClient = {
  name: 'TypeScript SDK 2',
  package: '@modelcontextprotocol/client',
  open: async (line, world) => {
    const client = new Client2(info);
    await client.connect(new Stdio2({ ...programOf(line, world), stderr: 'ignore' }), patient);
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => said(await client.callTool({ name, arguments: { ...args } })),
      close: () => client.close(),
    };
  },
};

const aiSdk: McpClient = {
  name: 'AI SDK',
  package: '@ai-sdk/mcp',
  open: async (line, world) => {
    const options = { ...programOf(line, world), stderr: 'ignore' as const };
    const client = await createMCPClient({
      transport: new Experimental_StdioMCPTransport(options),
    });
    return {
      tools: async () => Object.keys(await client.tools()),
      call: async (name, args) => {
        const tool = (await client.tools())[name];
        return said(await tool?.execute(args, { toolCallId: '1', messages: [], context: {} }));
      },
      close: () => client.close(),
    };
  },
};

const langchain: McpClient = {
  name: 'LangChain adapters',
  package: '@langchain/mcp-adapters',
  open: async (line, world) => {
    const server = {
      transport: 'stdio' as const,
      ...programOf(line, world),
      stderr: 'ignore' as const,
    };
    const client = new MultiServerMCPClient({ mcpServers: { matrix: server } });
    const tools = await client.getTools();
    return {
      tools: async () => tools.map(({ name }) => name),
      call: async (name, args) => {
        const tool = tools.find((each) => each.name === name);
        try {
          return said(await tool?.invoke(args));
        } catch (error) {
          return String(error);
        }
      },
      close: () => client.close(),
    };
  },
};

const openaiAgents: McpClient = {
  name: 'OpenAI Agents',
  package: '@openai/agents',
  open: async (line, world) => {
    const server = new MCPServerStdio({
      ...programOf(line, world),
      name: 'matrix',
      // By default it gives up after five seconds.
      clientSessionTimeoutSeconds: 600,
    });
    await server.connect();
    return {
      tools: async () => (await server.listTools()).map(({ name }) => name),
      call: async (name, args) => said(await server.callTool(name, { ...args })),
      close: () => server.close(),
    };
  },
};

export const javascriptClients: readonly McpClient[] = [sdk1, sdk2, aiSdk, langchain, openaiAgents];
