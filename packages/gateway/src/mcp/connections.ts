import { ForwardingProxy, hear, McpProxy, Offers, type Proxy, type ProxyEnds } from '@sluice/mcp';
import { type StateSeal, told, type Version } from '@sluice/mcp';
import type { Transport } from '@modelcontextprotocol/client';
import type { ClientCredential } from '../server/authenticate.ts';
import type { Log } from '../server/log-line.ts';
import type { Profiles } from '../server/profiles.ts';
import { type KeeperParts, McpKeeper } from './keeper.ts';

export interface ConnectionParts extends KeeperParts {
  readonly profiles: Pick<Profiles, 'named' | 'brokenUntilMs'>;
  readonly log: Log;
  readonly oldest: Version;
  readonly seal: StateSeal;
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
  place: ConnectionPlace,
  ends: ProxyEnds,
): Connection {
  const { offers, isTransparent } = parts;
  if (isTransparent) return forwarding(ends);
  const proxy = guarding(parts, place)(ends);
  const { server, credential } = place;
  const stop = offers.onChanged((of) => {
    // Another tenant's servers may bear the same name, and are not this client's to know of.
    const isOwn = of.server === server && of.tenant === credential.tenant;
    if (isOwn) void proxy.offersChanged();
  });
  const end = (): void => {
    stop();
    proxy.clientClosed();
  };
  return { proxy, end };
}

/** Makes proxies that know together what one server offers to one client. */
export function guarding(
  parts: ConnectionParts,
  { server, identity, credential, isKnown }: ConnectionPlace,
): (ends: ProxyEnds) => Proxy {
  const { profiles, log, oldest, seal } = parts;
  const { id, name, tenant, profile } = credential;
  const keeper = new McpKeeper(parts, {
    server,
    client: { id, name, tenant },
    profile: () => profiles.named(profile),
    isLogged: () =>
      profiles.named(profile).mode === 'log' || profiles.brokenUntilMs(profile) !== undefined,
    isKnown,
  });
  const offers = new Offers(keeper);
  const onLeftOut = (what: string): void =>
    log({ level: 'info', event: 'mcp-left-out', fields: { server, what } });
  const own = { name: server, identity, keeper, offers, oldest, seal, owner: id, onLeftOut };
  return (ends) => new McpProxy({ ...own, ...ends });
}

function forwarding(ends: ProxyEnds): Connection {
  const proxy = new ForwardingProxy(ends);
  return { proxy, end: () => proxy.clientClosed() };
}

/** Lets a proxy hear what comes from a server over a transport. */
export function hearServer(
  transport: Transport,
  proxy: Pick<Proxy, 'fromServer' | 'serverClosed'>,
): void {
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
