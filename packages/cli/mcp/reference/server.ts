import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import {
  hostHeaderValidation,
  NodeStreamableHTTPServerTransport,
  originValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isInitializeRequest,
  McpServer,
  type PromptMessage,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answers, forms, picture } from './answers.ts';
import { codec, registerRounds, text } from './rounds.ts';
import { listening } from '../ports.ts';

export interface ReferenceServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const shortMs = 50;

/** A server over the official SDK with all that the official suite asks of one, in both eras. */
function referenceServer(changed: (kind: 'tools' | 'prompts') => void): McpServer {
  const server = new McpServer(
    { name: 'reference', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  );
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: 'Answers the same' }, async () => ({ content }));
  }
  registerTalking(server);
  registerLegacyAsking(server);
  registerRounds(server);
  registerChanges(server, changed);
  registerResources(server);
  registerPrompts(server);
  return server;
}

function registerTalking(server: McpServer): void {
  server.registerTool('test_error_handling', { description: 'Fails' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Writes log lines' }, async ({ mcpReq }) => {
      for (const data of ['started', 'working', 'completed']) {
        await mcpReq.log('info', `Tool execution ${data}`);
        await setTimeout(shortMs);
      }
      return text('Logged.');
    });
  }
  const progressing = { description: 'Tells of its progress' };
  server.registerTool('test_tool_with_progress', progressing, async ({ mcpReq }) => {
    const { _meta: meta } = mcpReq;
    const progressToken = meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100, message: `${progress} of 100` };
      await mcpReq.notify({ method: 'notifications/progress', params });
      await setTimeout(shortMs);
    }
    return text(String(progressToken));
  });
  server.registerTool('test_reconnection', { description: 'Ends its stream' }, async (context) => {
    context.http?.closeSSE?.();
    await setTimeout(shortMs);
    return text('Reconnection test completed successfully.');
  });
}

/** In 2025-11-25 a server asks by a request of its own within the call. */
function registerLegacyAsking(server: McpServer): void {
  const prompt = z.object({ prompt: z.string() });
  const sampling = { description: 'Asks the model', inputSchema: prompt };
  server.registerTool('test_sampling', sampling, async (args, { mcpReq }) => {
    const content = { type: 'text', text: args.prompt } as const;
    const messages = [{ role: 'user' as const, content }];
    const { content: words } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
    return text(`LLM response: ${JSON.stringify(words)}`);
  });
  const eliciting = { description: 'Asks', inputSchema: z.object({ message: z.string() }) };
  server.registerTool('test_elicitation', eliciting, async ({ message }, { mcpReq }) => {
    const requestedSchema = {
      type: 'object' as const,
      properties: { response: { type: 'string' as const } },
      required: ['response'],
    };
    const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
    return text(`User response: action=${action}, content=${JSON.stringify(content)}`);
  });
  for (const [name, { message, schema: requestedSchema }] of Object.entries(forms)) {
    server.registerTool(name, { description: 'Asks' }, async ({ mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
    });
  }
}

function registerChanges(server: McpServer, changed: (kind: 'tools' | 'prompts') => void): void {
  for (const [name, kind] of [
    ['test_trigger_tool_change', 'tools'],
    ['test_trigger_prompt_change', 'prompts'],
  ] as const) {
    server.registerTool(name, { description: 'Tells of a change' }, async () => {
      changed(kind);
      return text('Told.');
    });
  }
  const streaming = { description: 'Streams, and asks nothing' };
  server.registerTool('test_streaming_elicitation', streaming, async ({ mcpReq }) => {
    await mcpReq.log('info', 'streaming');
    return text('Streamed.');
  });
}

function registerResources(server: McpServer): void {
  const plain = { mimeType: 'text/plain' };
  for (const [name, words] of [
    ['static-text', 'This is the content of the static text resource.'],
    ['watched-resource', 'Watched resource content'],
  ] as const) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, plain, async () => ({
      contents: [{ uri, mimeType: 'text/plain', text: words }],
    }));
  }
  const binary = 'test://static-binary';
  server.registerResource('static-binary', binary, { mimeType: 'image/png' }, async () => ({
    contents: [{ uri: binary, mimeType: 'image/png', blob: picture }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource(
    'template',
    template,
    { mimeType: 'application/json' },
    async (uri, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
      return {
        contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(data) }],
      };
    },
  );
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.server.setRequestHandler(method, async () => ({}));
  }
  server.server.setRequestHandler('logging/setLevel', async () => ({}));
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
}

function saying(words: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text: words } };
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, async () => ({
    messages: [saying('This is a simple prompt for testing.')],
  }));
  const two = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: two },
    async ({ arg1, arg2 }) => ({
      messages: [saying(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  );
  const embedded = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: embedded },
    async ({ resourceUri: uri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content.' },
          },
        },
        saying('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture' }, async () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: picture, mimeType: 'image/png' } },
      saying('Please analyze the image above.'),
    ],
  }));
}

/** Serves both eras at one address. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const handler = createMcpHandler(() => referenceServer(changed), { legacy: 'reject' });
  const changed = (kind: 'tools' | 'prompts'): void => {
    if (kind === 'tools') handler.notify.toolsChanged();
    else handler.notify.promptsChanged();
  };
  const stateless = toNodeHandler(handler);
  const hosts = ['localhost', '127.0.0.1'];
  const [isHost, isOrigin] = [hostHeaderValidation(hosts), originValidation(hosts)];
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isHost(request, response) || !isOrigin(request, response)) return;
    const body: unknown = request.method === 'POST' ? parsed(await bodyOf(request)) : undefined;
    const id = String(request.headers['mcp-session-id'] ?? '');
    const known = sessions.get(id);
    if (known !== undefined) return await known.handleRequest(request, response, body);
    if (id !== '') return void response.writeHead(404).end();
    if (!isInitializeRequest(body)) return await stateless(asNamed(request), response, body);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    await referenceServer(() => {}).connect(transport);
    await transport.handleRequest(request, response, body);
  }
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: async () => {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The SDK's own types leave no room for what Node leaves undefined. */
function asNamed(request: IncomingMessage): IncomingMessage & { method: string; url: string } {
  return Object.assign(request, { method: request.method ?? '', url: request.url ?? '' });
}
