import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { Bell } from '../ask/bell.ts';
import { endLostApprovals } from '../ask/lost-approvals.ts';
import { limits } from '../limits.ts';
import { operatorListener } from '../operator/api.ts';
import type { RunSurroundings } from '../run/live-run.ts';
import { Runs } from '../run/runs.ts';
import type { OwnPropagators } from '../settings/load-profile.ts';
import { isSafeListen, listenUrl } from '../settings/loopback.ts';
import type { Settings } from '../settings/settings.ts';
import { claimAlone } from '../settings/sole-use.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import type { Store } from '../store/store.ts';
import { Upstream } from '../upstream/upstream.ts';
import { announcementOf } from '../webhook/announcement.ts';
import { Webhook } from '../webhook/webhook.ts';
import { Clients } from './authenticate.ts';
import { Exchange } from './exchange.ts';
import { keepClean } from './housekeeping.ts';
import type { Log, LogLine } from './log-line.ts';
import { operatorSurroundings } from './operator-surroundings.ts';
import { Profiles } from './profiles.ts';
import { route } from './router.ts';

export interface GatewayOptions {
  readonly settings: Settings;
  /** Where the settings stand: paths in them begin there. */
  readonly folder: string;
  /** Where the providers' keys are found. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLog: (line: LogLine) => void;
  readonly nowMs?: (() => number) | undefined;
  /** Propagators of the program's own, by the names that profiles have for them. */
  readonly propagators?: OwnPropagators | undefined;
}

export interface RunningGateway {
  /** Where clients point their base URL, without `/v1`. */
  readonly url: string;
  readonly store: Store;
  /** Rung when a question has been answered. */
  readonly bell: Bell;
  /** Lets running requests end, for a while, and closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the gateway. Throws `settings-invalid` where it would listen for others without TLS, where
 * another gateway has its database, where the port is taken or a provider's key is missing, and
 * what
 * its store and policies throw.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { settings, folder, env, onLog, nowMs = Date.now, propagators } = options;
  requireSafeListen(settings);
  const log: Log = (line) => onLog({ atMs: nowMs(), ...line });
  const upstreams = upstreamsOf(settings, env);
  const profiles = await Profiles.load(settings, { folder, upstreams, nowMs, propagators });
  const store = await openStore(settings, folder);
  const bell = new Bell();
  const clients = new Clients(store);
  const webhook = webhookOf(options, log);
  const announce: RunSurroundings['announce'] = (question, run) => {
    const fields = { question: question.id, run: run.id, tenant: run.tenant };
    log({ level: 'info', event: 'question-asked', fields });
    const vouched = run.session.history.tools.filter((tool) => tool.vouched === true);
    const declared = new Set(vouched.map(({ tool }) => tool.name));
    webhook?.announce(announcementOf(question, { tenant: run.tenant, run: run.id, declared }));
  };
  const runs = new Runs({ store, bell, nowMs, announce });
  const parts = { clients, profiles, runs, nowMs, log };
  const surroundings = { store, bell, clients, profiles, runs, settings, nowMs };
  const operators = operatorListener(operatorSurroundings(surroundings));
  const server = serverOf(settings, folder);
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/api/') === true) return operators(request, response);
    route(new Exchange(request, response), parts).catch(() => response.destroy());
  });
  try {
    await tellLost(store, { nowMs, log });
    await listen(server, settings);
  } catch (error) {
    await store.close();
    throw error;
  }
  const stopCleaning = keepClean({ store, settings, nowMs, log });
  const url = urlOf(server, settings);
  log({ level: 'info', event: 'gateway-started', fields: { url } });
  return {
    url,
    store,
    bell,
    close: async () => {
      stopCleaning();
      bell.close();
      await closeServer(server);
      await webhook?.close();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
      await store.close();
    },
  };
}

async function tellLost(
  store: Store,
  { nowMs, log }: { readonly nowMs: () => number; readonly log: Log },
): Promise<void> {
  for (const { id, tenant, run } of await endLostApprovals(store, nowMs())) {
    log({ level: 'warn', event: 'approval-lost', fields: { question: id, tenant, run } });
  }
}

function serverOf({ listen: { tls } }: Settings, folder: string): Server {
  const common = {
    maxHeaderSize: limits.headerBytesMax,
    requestTimeout: limits.requestMsMax,
    headersTimeout: limits.headersMsMax,
    insecureHTTPParser: false,
    rejectNonStandardBodyWrites: true,
  };
  if (tls === undefined) return createServer(common);
  const cert = readFileSync(path.resolve(folder, tls.cert));
  const key = readFileSync(path.resolve(folder, tls.key));
  return createTlsServer({ ...common, cert, key });
}

function webhookOf(
  { settings, env, nowMs = Date.now }: GatewayOptions,
  log: Log,
): Webhook | undefined {
  const { webhook } = settings;
  if (webhook === undefined) return undefined;
  const secret = env[webhook.secretFrom];
  if (secret === undefined) {
    throw new SluiceError('settings-invalid', `\`${webhook.secretFrom}\` is not set`, {
      hint: 'set it to the secret by which your server knows the gateway’s webhook',
    });
  }
  return new Webhook({
    url: webhook.url,
    secret,
    nowMs,
    linkTo: (id) => `/api/questions/${id}`,
    onFailed: (id) => log({ level: 'warn', event: 'webhook-failed', fields: { question: id } }),
  });
}

function requireSafeListen({ listen: wanted }: Settings): void {
  if (isSafeListen(wanted)) return;
  throw new SluiceError('settings-invalid', `\`${wanted.host}\` would carry keys in the clear`, {
    hint: 'add `tls:` with a certificate, or `behindTls: true` where something in front ends TLS',
  });
}

function upstreamsOf(
  settings: Settings,
  env: GatewayOptions['env'],
): ReadonlyMap<string, Upstream> {
  const used = new Set(
    Object.values(settings.profiles).flatMap(({ openai, anthropic }) => [openai, anthropic]),
  );
  return new Map(
    Object.entries(settings.upstreams)
      .filter(([name]) => used.has(name))
      .map(([name, { family, baseUrl, keyFrom }]) => {
        const apiKey = keyFrom === undefined ? undefined : env[keyFrom];
        return [name, new Upstream({ name, family, baseUrl, apiKey })];
      }),
  );
}

async function openStore(settings: Settings, folder: string): Promise<Store> {
  const { database, durability, record } = settings;
  const file = path.resolve(folder, database);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const release = claimAlone(file);
  try {
    const store = await openSqliteStore({ file, durability, recordOf: () => record });
    return { ...store, close: async () => await store.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function listen(server: Server, { listen: { host, port } }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, port)));
    server.listen({ host, port, backlog: limits.requestsOpenMax }, resolve);
  });
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): SluiceError {
  const taken = cause.code === 'EADDRINUSE';
  const message = taken ? `port ${port} is taken` : 'cannot listen';
  const hint = taken
    ? 'stop what listens there, or choose another with `--port`'
    : 'look at `listen:` in `gateway.yaml`';
  return new SluiceError('settings-invalid', message, { hint, cause });
}

function urlOf(server: Server, { listen: wanted }: Settings): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return listenUrl(wanted, port);
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), limits.shutdownMsMax);
  timer.unref();
  await closed;
  clearTimeout(timer);
}
