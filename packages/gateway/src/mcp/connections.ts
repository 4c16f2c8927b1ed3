import { ForwardingProxy, hear, McpProxy, type Proxy, type ProxyEnds } from '@sluice/mcp';
import type { Transport } from '@modelcontextprotocol/client';
import type { ClientCredential } from '../server/authenticate.ts';
import type { Log } from '../server/log-line.ts';
import type { Profiles } from '../server/profiles.ts';
import { type KeeperParts, McpKeeper } from './keeper.ts';

export interface ConnectionParts extends KeeperParts {
  readonly profiles: Pick<Profiles, 'named' | 'brokenUntilMs'>;
  readonly log: Log;
  /** Nothing is checked. */
  readonly isTransparent: boolean;
}

/** One client that speaks with one server. */
export interface ConnectionPlace {
  readonly server: string;
  readonly identity: string;
  readonly credential: ClientCredential;
  readonly isKnown: () => Promise<boolean>;
}

/** A proxy with the gateway's word on all that passes; `end` is called once the client has gone. */
export interface Connection {
  readonly proxy: Proxy;
  readonly end: () => void;
}

export function connection(
  parts: ConnectionParts,
  { server, identity, credential, isKnown }: ConnectionPlace,
  ends: ProxyEnds,
): Connection {
  const { profiles, offers, log, isTransparent } = parts;
  if (isTransparent) return forwarding(ends);
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
  const stop = offers.onAccepted((of) => {
    if (of === server) void proxy.offersChanged();
  });
  const end = (): void => {
    stop();
    proxy.clientClosed();
  };
  return { proxy, end };
}

function forwarding(ends: ProxyEnds): Connection {
  const proxy = new ForwardingProxy(ends);
  return { proxy, end: () => proxy.clientClosed() };
}

/** Lets a proxy hear what comes from a server over a transport. */
export function hearServer(transport: Transport, proxy: Proxy): void {
  hear(transport, {
    message: (message) => proxy.fromServer(message),
    close: () => void proxy.serverClosed(),
  });
}
