import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import * as z from 'zod';
import type { Client, Conversation, Opening, ProtocolTitle, Said, Turn } from '../client.ts';
import { pythonClientVersion, type PythonEnvironment } from '../python/environment.ts';

const line = z.union([
  z.object({ call: z.object({ tool: z.string(), args: z.unknown() }) }),
  z.object({
    turn: z.object({
      text: z.string(),
      pieces: z.number(),
      reasoning: z.string(),
      tokens: z.number(),
    }),
  }),
  z.object({ error: z.string() }),
]);

/** The Python client in a process of its own, which serves one conversation after the other. */
export class PythonProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;

  constructor({ python }: PythonEnvironment) {
    const driver = path.join(import.meta.dirname, '../python/driver.py');
    this.#process = spawn(python, [driver], { stdio: 'pipe' });
    this.#reader = createInterface({ input: this.#process.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async next(): Promise<z.infer<typeof line>> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the Python process ended');
    return line.parse(JSON.parse(value));
  }

  close(): void {
    this.#reader.close();
    this.#process.kill();
  }
}

export function pythonOpenAi(
  protocol: Exclude<ProtocolTitle, 'Messages'>,
  process: () => PythonProcess,
): Client {
  return {
    name: 'openai (Python)',
    version: pythonClientVersion,
    protocol,
    showsReasoning: true,
    open: (opening) => new PythonConversation(opening, { protocol, process: process() }),
  };
}

class PythonConversation implements Conversation {
  readonly #opening: Opening;
  readonly #process: PythonProcess;

  constructor(
    opening: Opening,
    { protocol, process }: { readonly protocol: string; readonly process: PythonProcess },
  ) {
    this.#opening = opening;
    this.#process = process;
    process.send({ open: opening, protocol });
  }

  readonly say = async (said: Said): Promise<Turn> => {
    this.#process.send({ say: said });
    for (;;) {
      const told = await this.#process.next();
      if ('turn' in told) return told.turn;
      if ('error' in told) throw new Error(told.error);
      const { tool, args } = told.call;
      this.#process.send({ result: this.#opening.execute(tool, args) });
    }
  };

  readonly compact = (summary: string): void => {
    this.#process.send({ compact: summary });
  };
}
