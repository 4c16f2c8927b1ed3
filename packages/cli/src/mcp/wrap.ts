import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { SluiceError } from '@sluice/core';
import { isRecord, mcpLimits, serverNameForm } from '@sluice/mcp';
import { StdioTransport } from '../init/servers/stdio-transport.ts';
import type { Env } from '../run/client.ts';
import { gatewayOf } from '../run/gateway-of.ts';
import { operatorLine } from '../run/show-run.ts';
import { type ClientStreams, hearClient, tellClient, Unanswered } from './client-end.ts';
import { type McpPlace, mcpPlace } from './place.ts';
import { programIn, serverNameOf } from './server-name.ts';
import { openTunnel, type Tunnel } from './tunnel.ts';

export interface WrapOptions {
  readonly name?: string;
  readonly policy?: string;
  readonly acceptPolicy?: boolean;
  readonly log?: boolean;
  readonly transparent?: boolean;
}

export interface WrapPlace extends ClientStreams {
  readonly env: Env;
  readonly folder: string;
  readonly home: string;
  /** Clients show what is said here in their logs. */
  readonly warn: (line: string) => void;
}

/** Runs a stdio server behind the folder's gateway until its client has gone. */
export async function wrapServer(
  [command = '', ...args]: readonly string[],
  { name, policy: given, acceptPolicy: isAccepted = false, ...modes }: WrapOptions,
  place: WrapPlace,
): Promise<0> {
  const words = [command, ...args];
  const server = nameFor(name, words);
  const { env, folder, home, warn } = place;
  const mode = modeOf(modes);
  const { policy, state, accepted, prepare } = await mcpPlace({
    program: programIn(words),
    policy: given,
    mode,
    folder,
    home,
    // Its own input is the client's.
    acceptance: { isAccepted, terminal: { warn } },
  });
  const gateway = await gatewayOf(state, { env, prepare });
  accepted?.keep();
  if (mode === 'transparent') warn(unguarded);
  else for (const line of greeting(server, { policy, state })) warn(line);
  try {
    await passOn({ command, args, server, gateway, place });
    return 0;
  } finally {
    gateway.letGo();
  }
}

function modeOf({ log = false, transparent = false }: Pick<WrapOptions, 'log' | 'transparent'>) {
  if (transparent) return 'transparent';
  return log ? 'log' : 'enforce';
}

const unguarded =
  'Sluice passes everything on unchecked (--transparent): this is no protection. Without it, it guards.';

function greeting(server: string, { policy, state }: Pick<McpPlace, 'policy' | 'state'>) {
  return [
    `Sluice guards the MCP server ${server}: policy ${policy.file}`,
    `What it offers is hidden until you accept it: ${operatorLine(state.folder, 'mcp accept')}`,
    `Its questions wait for you: ${operatorLine(state.folder, 'approvals --watch')}`,
  ];
}

interface Passing {
  readonly command: string;
  readonly args: readonly string[];
  readonly server: string;
  readonly gateway: { readonly url: string; readonly clientKey: string };
  readonly place: WrapPlace;
}

/** Each message of either side goes to the gateway, and what comes back is delivered. */
async function passOn({ command, args, server, gateway, place }: Passing): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const child = new StdioTransport({
    command,
    args,
    env: withoutUndefined(place.env),
    folder: place.folder,
    onPrinted: (text) => place.warn(text.trimEnd()),
    messageBytesMax: mcpLimits.messageBytesMax,
  });
  const unanswered = new Unanswered();
  let isOpen = true;
  const endAll = (): void => {
    for (const answer of unanswered.end()) tellClient(place, answer);
  };
  const tunnel = await openTunnel(gateway, {
    delivery: ({ to, message }) => {
      unanswered.delivered(to === 'client' ? message : undefined);
      if (to === 'client') tellClient(place, message);
      else if (isMessage(message)) child.send(message).catch(() => tunnel.say(serverEnded));
    },
    refused: (why) => place.warn(why),
    close: () => {
      // Nothing passes any more: what the server holds is of no use to anybody.
      isOpen = false;
      endAll();
      void child.close();
    },
  });
  tunnel.say({ server, command, args });
  hearServer(child, tunnel);
  await child.start().catch(() => tunnel.say(serverEnded));
  hearClient(place, {
    onMessage: (message) => {
      unanswered.sent(message);
      if (isOpen) tunnel.say({ from: 'client', message });
      else endAll();
    },
    onEnd: end,
  });
  await ended;
  tunnel.close();
  await child.close();
}

function hearServer(child: StdioTransport, { say }: Pick<Tunnel, 'say'>): void {
  Object.assign(child, {
    onmessage: (message: JSONRPCMessage): void => say({ from: 'server', message }),
    onerror: (error: Error): void => {
      // Nothing tells where its next message begins.
      if (!/exceeded maximum size/.test(error.message)) return;
      say({ ended: 'too-large' });
      void child.close();
    },
    onclose: (): void => say(serverEnded),
  });
}

const serverEnded = { ended: 'server' };

/** The gateway sends on only messages that came to it. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value['jsonrpc'] === '2.0';
}

function nameFor(name: string | undefined, words: readonly string[]): string {
  const server = name ?? serverNameOf(words);
  if (serverNameForm.test(server)) return server;
  throw new SluiceError('settings-invalid', 'a server’s name is letters, digits and -', {
    hint: 'choose one: `sluice mcp --name files -- COMMAND`',
  });
}

function withoutUndefined(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('SLUICE_') ? [] : [[name, value]],
    ),
  );
}
