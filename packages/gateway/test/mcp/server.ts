// An MCP server on stdio for tests. A file says what it offers, and it writes down what it was sent.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file = '', heard = ''] = process.argv;

interface Told {
  readonly instructions?: string;
  readonly version?: string;
  readonly tools: readonly { readonly name: string; readonly gives?: string }[];
}

const told = (): Told => JSON.parse(readFileSync(file, 'utf8')) as Told;

function answer(method: string, params: Record<string, unknown>): object | undefined {
  const { tools, instructions, version = '1.0.0' } = told();
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'told', version },
        ...(instructions !== undefined && { instructions }),
      };
    case 'tools/list':
      return {
        tools: tools.map(({ gives: _, ...tool }) => ({ inputSchema: { type: 'object' }, ...tool })),
      };
    case 'tools/call': {
      const { gives = 'done' } = tools.find(({ name }) => name === params['name']) ?? {};
      return { content: [{ type: 'text', text: gives }] };
    }
    case 'resources/list':
      return { resources: [{ uri: 'file:///listed', name: 'listed' }] };
    case 'resources/read':
      return { contents: [{ uri: params['uri'], text: 'a resource' }] };
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const {
    id,
    method,
    params = {},
  } = JSON.parse(line) as {
    id?: number;
    method: string;
    params?: Record<string, unknown>;
  };
  appendFileSync(heard, `${JSON.stringify({ method, params })}\n`);
  const result = answer(method, params);
  if (id === undefined) return;
  const reply = result === undefined ? { error: { code: -32_601, message: 'no' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
});
