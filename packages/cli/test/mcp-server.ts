// A server for tests, over the official SDK. Its first argument is the JSON of the tools to offer,
// its second one what it calls itself.
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const [list = '[]', name = 'test\u001B[2J', instructions] = process.argv.slice(2);
if (list === 'broken') {
  console.error('no go\u001B[2J');
  process.exit(3);
}
const tools = JSON.parse(list);
const server = new Server(
  { name, version: '1' },
  {
    capabilities: { tools: {} },
    ...(instructions !== undefined && { instructions }),
  },
);
// Two pages.
server.setRequestHandler('tools/list', ({ params }) => {
  if (tools.length < 2) return { tools };
  return params?.cursor === undefined
    ? { tools: tools.slice(0, 1), nextCursor: 'next' }
    : { tools: tools.slice(1) };
});
await server.connect(new StdioServerTransport());
