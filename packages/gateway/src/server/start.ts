import type { Server } from 'node:http';
import { type PropagatorRegistry, SluiceError } from '@sluice/core';
import { operatorListener } from '../operator/api.ts';
import { consoleListener, isConsolePath } from '../operator/console/console-listener.ts';
import { Changes, telling } from '../operator/live/changes.ts';
import { noWords, Recorder } from '../operator/recorder.ts';
import { families } from '../protocol/families.ts';
import { fronts } from '../protocol/protocols.ts';
import { JoinedCalls } from '../mcp/joined.ts';
import { McpGateway } from '../mcp/mcp-gateway.ts';
import { endLostApprovals } from '../run/ask/lost-approvals.ts';
import { Notifier } from '../run/ask/notifier.ts';
import type { RunDependencies } from '../run/run-place.ts';
import { Runs } from '../run/runs.ts';
import { isSafeListen } from '../settings/loopback.ts';
import { type Settings, usedUpstreams } from '../settings/settings.ts';
import { openStore } from '../store/open-store.ts';
import type { NewQuestion, Store } from '../store/store.ts';
import { Upstream } from '../upstream/upstream.ts';
import { announcementOf } from '../webhook/announcement.ts';
import { Webhook } from '../webhook/webhook.ts';
import { Clients } from './authenticate.ts';
import { BodyBudget } from './body-budget.ts';
import { Clock, machineClock } from './clock.ts';
import { Exchange } from './exchange.ts';
import { heapShares } from './heap.ts';
import { keepClean } from './housekeeping.ts';
import { closeServer, listen, publicUrlOf, serverOf, urlOf } from './http-server.ts';
import { codeOf, type Log, type LogLine } from './log-line.ts';
import { operatorDependencies } from './operator-dependencies.ts';
import { Profiles } from './profiles.ts';
import { goOnFrom } from './record-clock.ts';
import { route, type RouterParts } from './router.ts';
import { Routes } from './routes.ts';

export interface GatewayOptions {
  readonly settings: Settings;
  /** Where the settings stand: paths in them begin there. */
  readonly folder: string;
  /** Where the providers' keys are found. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLog: (line: LogLine) => void;
  /** The machine's clock. */
  readonly nowMs?: (() => number) | undefined;
  /** How long the machine has run, which nobody can set. */
  readonly uptimeMs?: (() => number) | undefined;
  /** Somebody has looked at the clock: it is right, whatever the record says. */
  readonly trustClock?: boolean | undefined;
  /** Where another gateway has the database, waits until that one is gone, or until aborted. */
  readonly standby?: AbortSignal | undefined;
  /** Propagators of the program's own, by the names that profiles have for them. */
  readonly propagators?: PropagatorRegistry | undefined;
}

export interface RunningGateway {
  /** Where clients point their base URL, without `/v1`. */
  readonly url: string;
  readonly store: Store;
  /** Rung when a question has been answered. */
  readonly notifier: Notifier;
  readonly mcp: Pick<McpGateway, 'offers' | 'acceptAll'>;
  /**
   * Reads the policies again, as an operator's order does; where that fails, all stays as it was.
   * `by`: whom the record names. Rejects with why it failed.
   */
  readonly reload: (by: string) => Promise<void>;
  /** Lets running requests end, for a while, and closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the gateway. Throws `settings-invalid` where it would listen for others without TLS, where
 * another gateway has its database, where the port is taken or a provider's key is missing, and
 * what its store and policies throw.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { settings, folder, env, onLog, nowMs: wallMs = Date.now, propagators } = options;
  requireSafeListen(settings);
  const log: Log = (line) => onLog({ atMs: wallMs(), ...line });
  const upstreams = upstreamsOf(settings, env);
  const clock = clockOf(options);
  const { nowMs } = clock;
  const profiles = await Profiles.load(settings, { folder, upstreams, nowMs, propagators });
  const server = serverOf(settings, folder);
  const webhook = webhookOf(options, { server, log });
  const [changes, notifier] = [new Changes(), new Notifier()];
  const store = telling(await openStore(settings, { ...options, log }), changes);
  const announce = announcer(webhook, log);
  const isInForce: RunDependencies['isInForce'] = (profile) => profiles.isInForce(profile);
  const unreadable: RunDependencies['unreadable'] = (fields) =>
    log({ level: 'error', event: 'known-texts-unreadable', fields });
  const joined = new JoinedCalls(settings.mcp, nowMs);
  const around = { store, notifier, nowMs, announce, unreadable, isInForce, joined };
  const runs = new Runs(around, heapShares().runBytesMax);
  const clients = new Clients(store);
  const shared = { store, notifier, clients, profiles, settings, nowMs, log, joined };
  const mcp = new McpGateway({ ...shared, folder, env, announce: mcpAnnouncer(webhook, log) });
  serve(server, { mcp, parts: { ...shared, routes: new Routes(fronts), runs, changes } });
  try {
    await goOnFrom(store, clock, options);
    await tellLost(store, { nowMs, log });
    await listen(server, settings);
  } catch (error) {
    await store.close();
    throw error;
  }
  const stopCleaning = keepClean({ store, settings, clock, log });
  const url = urlOf(server, settings);
  log({ level: 'info', event: 'gateway-started', fields: { url } });
  return {
    url,
    store,
    notifier,
    mcp,
    reload: async (by) => await reload(profiles, { by, store, nowMs, log }),
    close: async () => {
      stopCleaning();
      for (const each of [notifier, mcp, changes]) each.close();
      await closeServer(server);
      await webhook?.close();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
      await store.close();
    },
  };
}

type ServedParts = RouterParts & Omit<Parameters<typeof operatorDependencies>[0], 'mcp'>;

/** Operators have paths of their own; every other request is a client's. */
function serve(
  server: Server,
  { mcp, parts }: { readonly mcp: McpGateway; readonly parts: ServedParts },
): void {
  const operators = operatorListener(operatorDependencies({ ...parts, mcp }));
  const page = consoleListener(parts.settings.listen.hosts);
  const bodies = new BodyBudget(heapShares());
  server.on('connect', (request, socket, head) => void mcp.connect(request, socket, head));
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/api/') === true) return operators(request, response);
    if (isConsolePath(request.url)) return page(request, response);
    const exchange = new Exchange(request, response, bodies);
    const isMcp = request.url?.startsWith('/mcp/') === true;
    const served = isMcp ? mcp.serve(exchange) : route(exchange, parts);
    served.catch(() => response.destroy());
  });
}

function announcer(webhook: Webhook | undefined, log: Log): RunDependencies['announce'] {
  const announce = mcpAnnouncer(webhook, log);
  return (question, run) => {
    const vouched = run.session.history.tools.filter((tool) => tool.vouched === true);
    announce(question, run, new Set(vouched.map(({ tool }) => tool.name)));
  };
}

/** Only the name of a declared tool goes out; of an MCP tool it is its server's word. */
function mcpAnnouncer(webhook: Webhook | undefined, log: Log) {
  return (
    question: NewQuestion,
    { tenant, id }: { readonly tenant: string; readonly id: string },
    declared: ReadonlySet<string> = new Set(),
  ): void => {
    log({
      level: 'info',
      event: 'question-asked',
      fields: { question: question.id, run: id, tenant },
    });
    webhook?.announce(announcementOf(question, { tenant, run: id, declared }));
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

function clockOf({ nowMs: wallMs = Date.now, uptimeMs }: GatewayOptions): Clock {
  return new Clock(uptimeMs === undefined ? { ...machineClock, wallMs } : { wallMs, uptimeMs });
}

async function reload(
  profiles: Profiles,
  { by, store, nowMs, log }: { by: string; store: Store; nowMs: () => number; log: Log },
): Promise<void> {
  const act = { tenant: '', subject: '', label: noWords, payload: { act: 'reload', by } };
  try {
    await new Recorder({ store, nowMs }).during(act, () => profiles.reload());
    log({ level: 'info', event: 'policies-reloaded', fields: { by } });
  } catch (error) {
    const problem = error instanceof SluiceError ? error.message : 'unexpected';
    log({ level: 'error', event: 'reload-failed', fields: { by, code: codeOf(error), problem } });
    throw error;
  }
}

function webhookOf(
  { settings, env, nowMs = Date.now }: GatewayOptions,
  { server, log }: { readonly server: Server; readonly log: Log },
): Webhook | undefined {
  const { webhook } = settings;
  if (webhook === undefined) return undefined;
  const secret = env[webhook.secretFrom];
  if (secret === undefined) {
    throw new SluiceError('settings-invalid', `\`${webhook.secretFrom}\` is not set`, {
      hint: 'set it to the secret that your server checks the webhook by',
    });
  }
  return new Webhook({
    url: webhook.url,
    secret,
    nowMs,
    linkTo: (id) => `${publicUrlOf(server, settings)}/api/questions/${id}`,
    onFailed: (question, because) =>
      log({ level: 'warn', event: 'webhook-failed', fields: { question, because } }),
  });
}

function requireSafeListen({ listen: wanted }: Settings): void {
  if (isSafeListen(wanted)) return;
  throw new SluiceError('settings-invalid', `\`${wanted.host}\` would receive keys unencrypted`, {
    hint: 'add `tls:` with a certificate, or `behindTls: true` behind a proxy that does TLS',
  });
}

function upstreamsOf(
  settings: Settings,
  env: GatewayOptions['env'],
): ReadonlyMap<string, Upstream> {
  const used = usedUpstreams(settings);
  return new Map(
    Object.entries(settings.upstreams)
      .filter(([name]) => used.has(name))
      .map(([name, { family, baseUrl, keyFrom }]) => {
        const apiKey = keyFrom === undefined ? undefined : env[keyFrom];
        return [name, new Upstream({ name, family: families[family], baseUrl, apiKey })];
      }),
  );
}
