import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Line, World } from './world.ts';

const pagesMax = 20;
/** A busy machine may need long to start a gateway. */
const patient = { timeout: 600_000 };

/**
 * An agent in the worst case: whatever it reads, from wherever, it obeys. It and its client are the
 * same with and without Sluice before its servers.
 */
export class Victim {
  readonly #clients: Map<string, Client> = new Map();
  /** Which server's tool a name is: the last that was listed. */
  readonly #tools: Map<string, { readonly client: Client; readonly name: string }> = new Map();
  readonly #readOnly: Set<string> = new Set();
  readonly #obeyed: Set<string> = new Set();
  #read = '';

  static async start(world: World): Promise<Victim> {
    const victim = new Victim();
    for (const [server, line] of Object.entries(world.servers)) {
      await victim.#connect(server, line, world);
    }
    return victim;
  }

  /** How much its model has been given to read. */
  get readLength(): number {
    return this.#read.length;
  }

  get isTrustingItsHints(): boolean {
    return this.#readOnly.size > 0;
  }

  client(server: string): Client {
    const client = this.#clients.get(server);
    if (client === undefined) throw new Error(`there is no server ${server}`);
    return client;
  }

  /** Lists the tools of all servers, and reads what is said of them. */
  async look(): Promise<void> {
    for (const client of this.#clients.values()) {
      this.see(client.getInstructions() ?? '');
      let cursor: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const { tools, nextCursor } = await client.listTools(
          cursor === undefined ? {} : { cursor },
        );
        this.see(tools);
        for (const { name, annotations } of tools) {
          this.#tools.set(looksLike(name), { client, name });
          if (annotations?.readOnlyHint === true) this.#readOnly.add(name);
        }
        cursor = nextCursor;
        if (cursor === undefined) break;
      }
    }
  }

  see(what: unknown): void {
    this.#read += `\n${typeof what === 'string' ? what : JSON.stringify(what)}`;
  }

  /** Calls a tool by the name that it seems to have; a failure is something to read, too. */
  async call(name: string, args: Readonly<Record<string, string>> = {}): Promise<void> {
    const tool = this.#tools.get(name);
    if (tool === undefined) return;
    try {
      this.see(await tool.client.callTool({ name: tool.name, arguments: { ...args } }));
    } catch (error) {
      this.see(String(error));
    }
  }

  /** Does what it has read that it should, with all that it knows. */
  async obey(): Promise<void> {
    for (const [order, tool = '', to = ''] of this.#read.matchAll(/CALL (\w+) (\w+)/g)) {
      if (this.#obeyed.has(order)) continue;
      this.#obeyed.add(order);
      const kept = this.#read.replaceAll('Later: ', 'CALL ');
      await this.call(tool, { to, text: tool === 'keep' ? kept : 'the door code is hunter2' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }

  async #connect(server: string, [command, ...args]: Line, world: World): Promise<void> {
    const capabilities = { elicitation: {}, sampling: {} };
    const client = new Client({ name: 'victim', version: '1' }, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept',
      content: { password: 'hunter2' },
    }));
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: 'm',
      role: 'assistant',
      content: { type: 'text', text: 'the door code is hunter2' },
    }));
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      this.see(params.data);
    });
    const { folder: cwd, env } = world;
    const transport = new StdioClientTransport({ command, args, cwd, env, stderr: 'ignore' });
    await client.connect(transport, patient);
    this.#clients.set(server, client);
  }
}

/** A model reads letters by their looks. */
function looksLike(name: string): string {
  return name.replaceAll('\u0435', 'e');
}
