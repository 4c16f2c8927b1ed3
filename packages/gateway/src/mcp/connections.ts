import { hear, McpProxy, type Message, type SendOptions, told } from '@sluice/mcp';
import type { Transport } from '@modelcontextprotocol/client';
import type { ClientCredential } from '../server/authenticate.ts';
import type { Log } from '../server/log-line.ts';
import type { Profiles } from '../server/profiles.ts';
import { type KeeperParts, McpKeeper } from './keeper.ts';

export interface ConnectionParts extends KeeperParts {
  readonly profiles: Pick<Profiles, 'named' | 'brokenUntilMs'>;
  readonly log: Log;
}

/** One client that speaks with one server. */
export interface ConnectionPlace {
  readonly server: string;
  readonly identity: string;
  readonly credential: ClientCredential;
  readonly isKnown: () => Promise<boolean>;
}

export interface Ends {
  readonly toClient: (message: Message, options: SendOptions) => Promise<void>;
  readonly toServer: (message: Message) => Promise<void>;
  readonly onVersion?: (version: string) => void;
}

/** A proxy with the gateway's word on all that passes; `end` is called once the client has gone. */
export interface Connection {
  readonly proxy: McpProxy;
  readonly end: () => void;
}

export function connection(
  parts: ConnectionParts,
  { server, identity, credential, isKnown }: ConnectionPlace,
  ends: Ends,
): Connection {
  const { profiles, offers, log } = parts;
  const { id, name, tenant, profile } = credential;
  const keeper = new McpKeeper(parts, {
    server,
    client: { id, name, tenant },
    profile: () => profiles.named(profile),
    isLogged: () =>
      profiles.named(profile).mode === 'log' || profiles.brokenUntilMs(profile) !== undefined,
    isKnown,
  });
  const proxy = new McpProxy({
    name: server,
    identity,
    keeper,
    ...ends,
    onLeftOut: (what) => log({ level: 'info', event: 'mcp-left-out', fields: { server, what } }),
  });
  const stop = offers.onChanged((of) => {
    // Another tenant's servers may bear the same name, and are not this client's to know of.
    if (of.server === server && of.tenant === tenant) void proxy.offersChanged();
  });
  const end = (): void => {
    stop();
    proxy.clientClosed();
  };
  return { proxy, end };
}

/** Lets a proxy hear what comes from a server over a transport. */
export function hearServer(transport: Transport, proxy: McpProxy): void {
  let why: string | undefined;
  hear(transport, {
    message: (message) => proxy.fromServer(message),
    close: () => void proxy.serverClosed(why),
  });
  Object.assign(transport, {
    onerror: (error: Error): void => {
      if (/exceeded maximum size/.test(error.message)) why = told.tooLarge;
    },
  });
}
