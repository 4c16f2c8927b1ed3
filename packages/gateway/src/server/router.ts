import { SluiceError, type Label } from '@sluice/core';
import { chatCompletions } from '../protocol/chat/chat-completions.ts';
import { RequestError } from '../protocol/errors.ts';
import { passedBetas } from '../protocol/messages/betas.ts';
import { passedVersion } from '../protocol/messages/version.ts';
import { anthropicMessages } from '../protocol/messages/messages.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { openAiResponses } from '../protocol/responses/responses.ts';
import type { Owner, Runs } from '../run/runs.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Clients } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { Log } from './log-line.ts';
import { serveLogged } from './log-route.ts';
import { failureOf, failWith, serveModel } from './model-route.ts';
import { serveCountTokens, serveModels } from './plain-routes.ts';
import type { Profiles } from './profiles.ts';

export interface RouterParts {
  readonly clients: Clients;
  readonly profiles: Profiles;
  readonly runs: Runs;
  readonly nowMs: () => number;
  readonly log: Log;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly protocol: Protocol;
  readonly serve: 'answer' | 'count-tokens' | 'models';
}

const routes: Readonly<Record<string, Route>> = {
  '/v1/chat/completions': { method: 'POST', protocol: chatCompletions, serve: 'answer' },
  '/v1/responses': { method: 'POST', protocol: openAiResponses, serve: 'answer' },
  '/v1/messages': { method: 'POST', protocol: anthropicMessages, serve: 'answer' },
  '/v1/messages/count_tokens': {
    method: 'POST',
    protocol: anthropicMessages,
    serve: 'count-tokens',
  },
  '/v1/models': { method: 'GET', protocol: chatCompletions, serve: 'models' },
};

/** Serves a client's request. Every route that is not listed is refused: it could carry state. */
export async function route(exchange: Exchange, parts: RouterParts): Promise<void> {
  const [path = ''] = (exchange.request.url ?? '').split('?');
  const found = Object.hasOwn(routes, path) ? routes[path] : undefined;
  const protocol = found?.protocol ?? protocolOf(path);
  try {
    if (found === undefined) throw unknownRoute(path);
    if (exchange.request.method !== found.method) throw wrongMethod(found.method);
    await serve(exchange, found, parts);
  } catch (error) {
    const { code, status } = failureOf(error);
    const level = status === 500 ? 'error' : 'warn';
    // What is no route of ours may be anything, a key in the wrong place included.
    const name = found === undefined ? 'unknown' : path;
    parts.log({ level, event: 'request-refused', fields: { path: name, code } });
    failWith(exchange, { error, protocol });
  }
}

async function serve(exchange: Exchange, found: Route, parts: RouterParts): Promise<void> {
  const credential = await parts.clients.of(exchange);
  const profile = parts.profiles.named(credential.profile);
  const owner: Owner = { tenant: credential.tenant, profile };
  // Both families list their models under the same path.
  const isAnthropic = exchange.header('anthropic-version') !== undefined;
  const protocol = found.serve === 'models' && isAnthropic ? anthropicMessages : found.protocol;
  const upstream = upstreamFor(owner, protocol);
  const headers = headersFor(exchange, protocol);
  const { runs, nowMs, log } = parts;
  const least = leastFor(exchange, owner);
  const { id, name } = credential;
  const client = { id, name };
  const call = { protocol, owner, client, upstream, headers, runs, nowMs, least, log };
  if (found.serve === 'models') return serveModels(exchange, call);
  if (found.serve === 'count-tokens') return serveCountTokens(exchange, call);
  const untilMs = parts.profiles.brokenUntilMs(profile.name);
  if (profile.mode === 'log' || untilMs !== undefined) {
    return serveLogged(exchange, { ...call, brokenUntilMs: untilMs });
  }
  return serveModel(exchange, call);
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

function wrongMethod(method: string): RequestError {
  return new RequestError('method_not_allowed', 'the route does not take this method', {
    hint: `use ${method}`,
  });
}
