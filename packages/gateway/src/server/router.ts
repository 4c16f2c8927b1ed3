import { SluiceError, type Label } from '@sluice/core';
import { chatCompletions } from '../protocol/chat/chat-completions.ts';
import { RequestError } from '../protocol/errors.ts';
import { passedBetas } from '../protocol/messages/betas.ts';
import { passedVersion } from '../protocol/messages/version.ts';
import { anthropicMessages } from '../protocol/messages/messages.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { openAiResponses } from '../protocol/responses/responses.ts';
import type { Owner, Runs } from '../run/runs.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Clients } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { Log } from './log-line.ts';
import { serveLogged } from './log-route.ts';
import { failureOf, failWith, serveModel } from './model-route.ts';
import { servePassed } from './passed-route.ts';
import { serveCountTokens, serveModels } from './plain-routes.ts';
import type { Profiles } from './profiles.ts';
import { givenAs, serveStored, storedPath, type StoredAct } from './stored-responses.ts';

export interface RouterParts {
  readonly store: Pick<Store, 'requireWritable'>;
  readonly clients: Clients;
  readonly profiles: Profiles;
  readonly runs: Runs;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** What is served: an answer, or something about answers that were given. */
type Service =
  | 'answer'
  | 'count-tokens'
  | 'models'
  | { readonly act: StoredAct; readonly id: string };

interface Route {
  /** The path without what a client named in it. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly methods: Readonly<Record<string, Service>>;
}

const routes: Readonly<Record<string, Omit<Route, 'name'>>> = {
  '/v1/chat/completions': { protocol: chatCompletions, methods: { POST: 'answer' } },
  '/v1/responses': { protocol: openAiResponses, methods: { POST: 'answer' } },
  '/v1/messages': { protocol: anthropicMessages, methods: { POST: 'answer' } },
  '/v1/messages/count_tokens': {
    protocol: anthropicMessages,
    methods: { POST: 'count-tokens' },
  },
  '/v1/models': { protocol: chatCompletions, methods: { GET: 'models' } },
};

function routeAt(path: string): Route | undefined {
  const listed = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (listed !== undefined) return { name: path, ...listed };
  const stored = storedPath(path);
  if (stored === undefined) return undefined;
  const { id, name, acts } = stored;
  const methods = Object.entries(acts).map(([method, act]) => [method, { act, id }] as const);
  return { name, protocol: openAiResponses, methods: Object.fromEntries(methods) };
}

/** Serves a client's request. Every route that is not listed is refused: it could carry state. */
export async function route(exchange: Exchange, parts: RouterParts): Promise<void> {
  const [path = ''] = (exchange.request.url ?? '').split('?');
  const found = routeAt(path);
  const protocol = found?.protocol ?? protocolOf(path);
  try {
    if (found === undefined) throw unknownRoute(path);
    await serve(exchange, found, parts);
  } catch (error) {
    const { code: told, status } = failureOf(error);
    // Clients are not told what is wrong with the disk: whoever runs the gateway is, here.
    const code = error instanceof StoreError ? error.code : told;
    const level = status === 500 || error instanceof StoreError ? 'error' : 'warn';
    // What is no route of ours may be anything, a key in the wrong place included.
    const name = found?.name ?? 'unknown';
    parts.log({ level, event: 'request-refused', fields: { path: name, code } });
    failWith(exchange, { error, protocol });
  }
}

async function serve(exchange: Exchange, found: Route, parts: RouterParts): Promise<void> {
  const { method = '' } = exchange.request;
  const service = Object.hasOwn(found.methods, method) ? found.methods[method] : undefined;
  if (service === undefined) throw wrongMethod(Object.keys(found.methods));
  const credential = await parts.clients.of(exchange);
  // A policy that is loaded anew while a body comes in decides on it already.
  const wanted = service === 'answer' ? { body: await exchange.body() } : service;
  const profile = parts.profiles.named(credential.profile);
  const owner: Owner = { tenant: credential.tenant, profile };
  // Both families list their models under the same path.
  const isAnthropic = exchange.header('anthropic-version') !== undefined;
  const protocol = service === 'models' && isAnthropic ? anthropicMessages : found.protocol;
  const upstream = upstreamFor(owner, protocol);
  const headers = headersFor(exchange, protocol);
  const { runs, nowMs, log } = parts;
  const least = leastFor(exchange, owner);
  const { id, name } = credential;
  const client = { id, name };
  const call = { protocol, owner, client, upstream, headers, runs, nowMs, least, log };
  if (wanted === 'models') return serveModels(exchange, call);
  if (wanted === 'count-tokens') return serveCountTokens(exchange, call);
  // An answer that cannot be stored is not given out: nobody should have to pay for it.
  await parts.store.requireWritable();
  const brokenUntilMs = parts.profiles.brokenUntilMs(profile.name);
  const logged = { ...call, brokenUntilMs };
  const isLogged = profile.mode === 'log' || brokenUntilMs !== undefined;
  if ('body' in wanted) {
    const { body } = wanted;
    return isLogged ? serveLogged(exchange, logged, body) : serveModel(exchange, call, body);
  }
  // What was answered while nothing was guarded, the provider has.
  if (isLogged && (await givenAs(wanted.id, call)) === undefined) {
    return servePassed(exchange, logged, found.name);
  }
  return serveStored(exchange, { ...wanted, call });
}

function upstreamFor({ profile }: Owner, { name }: Protocol): Upstream {
  const family = name === 'messages' ? 'anthropic' : 'openai';
  const upstream = profile.upstreams[family];
  if (upstream !== undefined) return upstream;
  throw new RequestError(
    'unsupported_protocol',
    'this key’s profile does not serve this protocol',
    {
      hint: `name an upstream under \`${family}:\` of the profile in \`gateway.yaml\``,
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

/** Of the client's headers, the provider sees those of its protocol alone. */
function headersFor(exchange: Exchange, { name }: Protocol): Readonly<Record<string, string>> {
  if (name !== 'messages') return {};
  const version = passedVersion(exchange.header('anthropic-version'));
  const betas = passedBetas(exchange.header('anthropic-beta'));
  return {
    'anthropic-version': version,
    ...(betas !== undefined && { 'anthropic-beta': betas }),
  };
}

/** In whose words a route that we do not have is refused. */
function protocolOf(path: string): Protocol {
  return path.startsWith('/v1/messages/') ? anthropicMessages : chatCompletions;
}

/** A base URL that is spelled otherwise is the usual cause; the path itself is not repeated. */
function unknownRoute(path: string): RequestError {
  const isOnce = path.startsWith('/v1/') && !path.startsWith('/v1/v1/');
  return new RequestError('unknown_route', 'the gateway has no such route', {
    hint: isOnce
      ? 'use /v1/chat/completions, /v1/responses, /v1/messages or /v1/models'
      : `\`/v1\` is ${path.startsWith('/v1/') ? 'twice in' : 'missing from'} the base URL`,
  });
}

function wrongMethod(methods: readonly string[]): RequestError {
  return new RequestError('method_not_allowed', 'the route does not take this method', {
    hint: `use ${methods.join(' or ')}`,
  });
}
