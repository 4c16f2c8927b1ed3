import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { pythonProgram } from '../installed.ts';
import type { McpClient } from './client.ts';

const answer = z.object({ tools: z.array(z.string()).optional(), text: z.string().optional() });

/** The official SDK in Python, in a process that takes an order a line. */
export const pythonClient: McpClient = {
  name: 'Python SDK',
  package: 'mcp',
  open: async ([command, ...args], { folder: cwd, env }) => {
    const driver = path.join(import.meta.dirname, 'driver.py');
    const child = spawn(pythonProgram('python'), [driver, command, ...args], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const told = async (order: object): Promise<z.output<typeof answer>> => {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the client in Python ended');
      return answer.parse(JSON.parse(value));
    };
    return {
      tools: async () => (await told({ do: 'list' })).tools ?? [],
      call: async (name, given) => (await told({ do: 'call', name, args: given })).text ?? '',
      close: async () => {
        child.stdin.end();
      },
    };
  },
};
