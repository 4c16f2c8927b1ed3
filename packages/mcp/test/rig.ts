import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as OldPair } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  Client as NewClient,
  InMemoryTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Gatekeeper, Message, Offer, ServerCall } from '../src/index.ts';
import { hear, McpProxy, StateSeal } from '../src/index.ts';

export interface Noted {
  readonly calls: ServerCall[];
  readonly received: string[];
  readonly offered: Offer[];
  readonly leftOut: string[];
}

export interface Rig {
  readonly proxy: McpProxy;
  readonly noted: Noted;
  /** The client's end. */
  readonly ends: { readonly client: Transport; readonly server: Transport };
}

const open: Gatekeeper = {
  mayShow: async (offers) => offers.map(() => true),
  check: async () => ({ kind: 'go' }),
  received: async () => {},
  labels: () => ({ messages: true, forms: true, roots: true }),
  said: async () => {},
};

/** A proxy between the ends of two pairs of transports, and what it asked and was told. */
async function between(
  server: Transport,
  { keeper = {}, pair }: { keeper?: Partial<Gatekeeper>; pair: [Transport, Transport] },
): Promise<Rig> {
  const noted: Noted = { calls: [], received: [], offered: [], leftOut: [] };
  const base: Gatekeeper = { ...open, ...keeper };
  const [client, ours] = pair;
  const proxy = new McpProxy({
    name: 'files',
    identity: 'node server.js',
    oldest: '2024-11-05',
    owner: 'key_1',
    seal: new StateSeal({ nowMs: () => 0 }),
    keeper: {
      ...base,
      mayShow: (offers) => (noted.offered.push(...offers), base.mayShow(offers)),
      check: (call, signal) => (noted.calls.push(call), base.check(call, signal)),
      received: (call, got) => (noted.received.push(JSON.stringify(got)), base.received(call, got)),
    },
    toClient: (message, { related }) => ours.send(message, { relatedRequestId: related }),
    toServer: (message) => server.send(message),
    onLeftOut: (what) => void noted.leftOut.push(what),
  });
  hear(server, {
    message: (message) => proxy.fromServer(message),
    close: () => void proxy.serverClosed(),
  });
  hear(ours, {
    message: (message) => proxy.fromClient(message),
    close: () => proxy.clientClosed(),
  });
  await Promise.all([server.start(), ours.start()]);
  onTestFinished(async () => {
    await Promise.all([server.close(), ours.close()]);
  });
  return { proxy, noted, ends: { client, server } };
}

/** The same for a client of the SDK's first generation, which most clients have. */
export async function oldClient(
  server: Transport,
  keeper: Partial<Gatekeeper> = {},
  capabilities: Record<string, object> = {},
): Promise<Rig & { readonly client: Client }> {
  const pair = OldPair.createLinkedPair() as unknown as [Transport, Transport];
  const rig = await between(server, { keeper, pair });
  const client = new Client({ name: 'old', version: '1' }, { capabilities });
  await client.connect(pair[0]);
  return { ...rig, client };
}

export async function newClient(
  server: Transport,
  keeper: Partial<Gatekeeper> = {},
): Promise<Rig & { readonly client: NewClient }> {
  const pair = InMemoryTransport.createLinkedPair();
  const rig = await between(server, { keeper, pair });
  const client = new NewClient({ name: 'new', version: '1' });
  await client.connect(pair[0]);
  return { ...rig, client };
}

type Answer = (params: Record<string, unknown>, id: unknown) => Record<string, unknown>;

export interface Scripted {
  readonly transport: Transport;
  /** All that it was sent. */
  readonly seen: { method?: string; id?: unknown; params?: Record<string, unknown> }[];
  /** Sends as the server. */
  readonly say: (message: Record<string, unknown>) => Promise<void>;
}

/** A server that answers as a test says; without an answer it says nothing. */
export function scripted(answers: Readonly<Record<string, Answer>>): Scripted {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const seen: Scripted['seen'] = [];
  const say = async (message: Record<string, unknown>): Promise<void> =>
    await theirs.send({ jsonrpc: '2.0', ...message } as Message);
  const all: Readonly<Record<string, Answer>> = {
    initialize: introduced(),
    ping: () => ({ result: {} }),
    ...answers,
  };
  const message = async (said: Message): Promise<void> => {
    const given = said as Scripted['seen'][number];
    seen.push(given);
    const answer = given.method === undefined ? undefined : all[given.method];
    if (answer !== undefined) await say({ id: given.id, ...answer(given.params ?? {}, given.id) });
  };
  hear(theirs, { message, close: () => {} });
  void theirs.start();
  return { transport: ours, seen, say };
}

export function introduced(more: Record<string, unknown> = {}): Answer {
  return ({ protocolVersion }) => ({
    result: {
      protocolVersion,
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, logging: {} },
      serverInfo: { name: 'scripted', version: '1.0.0' },
      ...more,
    },
  });
}

export const someTool = {
  name: 'read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
};

/** One resource and one template of others. */
export const files: Readonly<Record<string, Answer>> = {
  'resources/list': () => ({ result: { resources: [{ uri: 'file:///a', name: 'a' }] } }),
  'resources/templates/list': () => ({
    result: { resourceTemplates: [{ uriTemplate: 'note://{day}/text', name: 'notes' }] },
  }),
  'resources/read': ({ uri }) => ({ result: { contents: [{ uri, text: 'read' }] } }),
};

export const listing: Readonly<Record<string, Answer>> = {
  'tools/list': () => ({ result: { tools: [someTool] } }),
  'tools/call': ({ name }) => ({
    result: { content: [{ type: 'text', text: `called ${String(name)}` }] },
  }),
};
