import path from 'node:path';
import type { ToolServer } from './ways/ways.ts';

const program = path.join(import.meta.dirname, '../../../cli/test/mcp-server.ts');

/** A server with one tool, which says this of itself. */
export function offered(text: string): ToolServer {
  const inputSchema = { type: 'object', properties: {} };
  const description = `The rates of today. ${text}`;
  const list = JSON.stringify([{ name: 'rates', description, inputSchema }]);
  return { name: 'money', program: process.execPath, args: [program, list, 'money'] };
}

/** A server that says this of itself, and nothing in its tool. */
export function instructed(text: string): ToolServer {
  const { args, ...server } = offered('');
  return { ...server, args: [...args, text] };
}
