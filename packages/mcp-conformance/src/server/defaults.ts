import type { Fields } from '../wire/message.ts';
import { textAt } from '../wire/message.ts';
import { legacy, modern } from '../wire/era.ts';
import type { Call } from './call.ts';
import type { Script } from './script.ts';

/** A server that does what each client expects of one, so that a scenario scripts its part only. */
export const defaults: Readonly<
  Record<string, (call: Call, script: Script) => void | Promise<void>>
> = {
  initialize: (call) => call.answer({ ...described, protocolVersion: legacy }, newSession(call)),
  'server/discover': (call) =>
    call.answer({ ...described, resultType: 'complete', supportedVersions: [modern], ...cached }),
  ping: (call) => call.answer({}),
  GET: (call, script) => {
    call.comment();
    script.streams.put(call);
  },
  DELETE: (call) => call.status({ code: 200 }),
  'tools/list': (call, { tools }) => call.answer(listed(call, { tools })),
  'resources/list': (call) => call.answer(listed(call, { resources })),
  'resources/templates/list': (call) => call.answer(listed(call, { resourceTemplates: [] })),
  'prompts/list': (call) => call.answer(listed(call, { prompts })),
  'tools/call': (call) => call.answer(complete(call, { content: [echo(call)] })),
  'logging/setLevel': (call) => call.answer({}),
  'resources/subscribe': (call) => call.answer({}),
  'resources/unsubscribe': (call) => call.answer({}),
};

const anything = { type: 'object', additionalProperties: true } as const;

export function toolsNamed(names: readonly string[]): readonly Fields[] {
  return names.map((name) => ({
    name,
    description: `The tool ${name} of the scripted server`,
    inputSchema: anything,
  }));
}

export const defaultTools = toolsNamed(['echo', 'other', 'slow']);

/** A proxy may look up what it is asked for, so all that scenarios ask for is listed. */
const resources = [
  'custom://Host/a/../b?x=%2f#c',
  'file:///a',
  'file:///mine',
  'file:///private',
  'file:///public',
].map((uri) => ({
  uri,
  name: uri,
}));
const prompts = [{ name: 'review', arguments: [{ name: 'code' }] }];

/** The server's own description, with parts that a proxy may not know. */
export const described = {
  serverInfo: { name: 'scripted-server', version: '1.2.3', title: 'The scripted server' },
  instructions: 'Ask for the weather before you travel.',
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
    experimental: { 'com.example/feature': { depth: 2 } },
  },
} as const;

export const cached = { ttlMs: 0, cacheScope: 'private' } as const;

/** Adds what each result of 2026-07-28 must have. */
export function complete(call: Call, result: Fields): Fields {
  return call.era === modern ? { resultType: 'complete', ...result } : result;
}

function listed(call: Call, result: Fields): Fields {
  return call.era === modern ? { resultType: 'complete', ...cached, ...result } : result;
}

function echo(call: Call): Fields {
  return { type: 'text', text: textAt(call.message.fields, 'params', 'name') };
}

function newSession(call: Call): Record<string, string> {
  return { 'mcp-session-id': call.session };
}
