// The server of the benchmark: one tool that gives back 1 kB, and many that are only listed.
// Arguments: `http` or `stdio`. Over HTTP it prints its address.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { tellUrl } from './url.ts';

const text = 'x'.repeat(1_024);
const properties = { text: { type: 'string', description: 'The text.' } };
const inputSchema = { type: 'object' as const, properties };
const tools = ['echo', ...Array.from({ length: 199 }, (_, at) => `tool-${at}`)].map((name) => ({
  name,
  description: 'A tool that takes a text, and gives one back.',
  inputSchema,
}));

function served(): Server {
  const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text', text }] }));
  return server;
}

if (process.argv[2] === 'stdio') await served().connect(new StdioServerTransport());
else overHttp();

function overHttp(): void {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known !== undefined) return void known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    void served()
      .connect(transport)
      .then(() => transport.handleRequest(request, response));
  });
  http.listen(0, '127.0.0.1', () => tellUrl(http));
}
