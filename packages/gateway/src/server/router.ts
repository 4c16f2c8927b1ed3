import { type Label, SluiceError } from '@sluice/core';
import type { ClientCall, ModelCall } from '../protocol/route.ts';
import { RequestError } from '../protocol/errors.ts';
import type { Front, Protocol } from '../protocol/protocol.ts';
import type { Owner, Runs } from '../run/runs.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ClientCredential, Clients } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { Log } from './log-line.ts';
import { serveLogged, servePassed } from './log-route.ts';
import { failureOf, failWith, serveModel } from './model-route.ts';
import { serveCountTokens, serveModels } from './plain-routes.ts';
import type { Profiles } from './profiles.ts';
import type { FoundRoute, Routes } from './routes.ts';

export interface RouterParts {
  readonly routes: Routes;
  readonly store: Pick<Store, 'requireWritable'>;
  readonly clients: Clients;
  readonly profiles: Pick<Profiles, 'named' | 'brokenUntilMs'>;
  readonly runs: Runs;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Serves a client's request. Every route that is not listed is refused: it could carry state. */
export async function route(exchange: Exchange, parts: RouterParts): Promise<void> {
  const { url = '', headers } = exchange.request;
  const found = parts.routes.find(url, headers);
  const front = found?.front ?? parts.routes.nearest(url);
  try {
    if (headers.upgrade?.toLowerCase() === 'websocket') throw noWebSocket();
    if (found === undefined) throw parts.routes.unknown(url);
    await serve(exchange, found, parts);
  } catch (error) {
    const { code: told, status } = failureOf(error);
    // Clients are not told what is wrong with the disk: whoever runs the gateway is, here.
    const code = error instanceof StoreError ? error.code : told;
    const level = status === 500 || error instanceof StoreError ? 'error' : 'warn';
    // The path of an unknown route may be anything, a key in the wrong place included.
    const name = found?.route.path ?? 'unknown';
    parts.log({ level, event: 'request-refused', fields: { path: name, code } });
    failWith(exchange, { error, front });
  }
}

async function serve(exchange: Exchange, found: FoundRoute, parts: RouterParts): Promise<void> {
  const { method = '' } = exchange.request;
  const { methods } = found.route;
  const service = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (service === undefined) throw wrongMethod(Object.keys(methods));
  const credential = await parts.clients.of(exchange, found.front.keyPlaces);
  // A policy that is loaded anew while a body comes in decides on it already.
  const wanted = service === 'answer' ? { body: await exchange.body() } : service;
  const call = callOf(exchange, found, { parts, credential });
  if (wanted === 'models') return serveModels(call);
  if (wanted === 'count-tokens') return serveCountTokens(modelCall(call));
  // An answer that cannot be stored is not given out: nobody should have to pay for it.
  await parts.store.requireWritable();
  const { profile } = call.owner;
  const brokenUntilMs = parts.profiles.brokenUntilMs(profile.name);
  const isLogged = profile.mode === 'log' || brokenUntilMs !== undefined;
  if ('body' in wanted) {
    const asked = modelCall(call);
    return isLogged
      ? serveLogged({ ...asked, brokenUntilMs }, wanted.body)
      : serveModel(asked, wanted.body);
  }
  // Answers that were given while nothing was guarded are stored by the provider.
  return isLogged && !(await wanted.isOurs(call))
    ? servePassed({ ...call, brokenUntilMs })
    : wanted.serve(call);
}

/** Throws `RequestError` where the client's profile, or what the client says of it, is no good. */
function callOf(
  exchange: Exchange,
  { front, route: { upstream }, at }: FoundRoute,
  { parts, credential }: { readonly parts: RouterParts; readonly credential: ClientCredential },
): ClientCall {
  const { profiles, runs, nowMs, log } = parts;
  const { id, name, tenant } = credential;
  const dropped: string[] = [];
  const owner: Owner = { tenant, profile: profiles.named(credential.profile) };
  return {
    exchange,
    front,
    at,
    owner,
    client: { id, name },
    authenticate: () => parts.clients.same(exchange, front.keyPlaces, id),
    upstream: upstreamFor(owner, front),
    path: upstream(at),
    headers: front.passedHeaders(
      (header) => exchange.header(header),
      (what) => dropped.push(what),
      owner.profile.fields.pass,
    ),
    droppedHeaders: dropped,
    runs,
    nowMs,
    least: leastFor(exchange, owner),
    log,
  };
}

function modelCall(call: ClientCall): ModelCall {
  const { front } = call;
  if (!isProtocol(front)) throw new Error(`\`${front.name}\` asks no model`);
  return { ...call, protocol: front };
}

function isProtocol(front: Front): front is Protocol {
  return 'render' in front;
}

function upstreamFor({ profile }: Owner, { family: { name } }: Front): Upstream {
  const upstream = profile.upstreams[name];
  if (upstream !== undefined) return upstream;
  throw new RequestError(
    'unsupported_protocol',
    'this key’s profile does not serve this protocol',
    {
      hint: `name an upstream under \`${name}:\` of the profile in \`gateway.yaml\``,
      status: 404,
    },
  );
}

/** A client may say that what it sends carries more than its key says; never less. */
function leastFor(exchange: Exchange, { profile: { policy } }: Owner): Label | undefined {
  const text = exchange.header('x-sluice-label');
  if (text === undefined) return undefined;
  try {
    return policy.space.parse(text);
  } catch (error) {
    const hint = error instanceof SluiceError ? error.hint : 'write a label of the policy';
    throw new RequestError('invalid_label', '`x-sluice-label` is no label of the policy', { hint });
  }
}

/** With this status, clients go on over HTTP. */
function noWebSocket(): RequestError {
  return new RequestError('upgrade_required', 'the gateway serves no WebSocket', {
    hint: 'use HTTP: clients that can do both fall back by themselves',
    status: 426,
  });
}

function wrongMethod(methods: readonly string[]): RequestError {
  return new RequestError('method_not_allowed', 'the route does not take this method', {
    hint: `use ${methods.join(' or ')}`,
  });
}
