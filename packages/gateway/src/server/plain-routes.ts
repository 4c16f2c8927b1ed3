import { RequestError } from '../protocol/errors.ts';
import {
  countTokensPath,
  readCountTokens,
  renderCountTokens,
} from '../protocol/messages/count-tokens.ts';
import { errorOf } from '../upstream/error-of.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';
import type { Exchange } from './exchange.ts';
import type { ModelCall } from './model-route.ts';

/** The provider's models, as it lists them. */
export async function serveModels(exchange: Exchange, call: ModelCall): Promise<void> {
  const { upstream, headers } = call;
  const { signal } = exchange;
  const path = upstream.family === 'anthropic' ? '/v1/models' : '/models';
  const response = await upstream.send({ method: 'GET', path, headers, body: undefined, signal });
  exchange.json(200, await jsonOf(response));
}

/**
 * Counts the tokens of what the client sent, as it would be shown were nothing hidden. The client
 * holds all of it; the provider must be cleared for all of it.
 */
export async function serveCountTokens(exchange: Exchange, call: ModelCall): Promise<void> {
  const request = readCountTokens(await exchange.parse(await exchange.body()));
  const { upstream, headers, owner } = call;
  const { policy } = owner.profile;
  const clearance = policy.clearance(`${upstream.name}:${request.model}`, 'main');
  if (!policy.space.flowsTo(policy.space.top, clearance)) throw notCleared();
  const { messages, tools, model } = request;
  const body = JSON.stringify(renderCountTokens(request, { messages, tools }, model));
  const path = countTokensPath;
  const { signal } = exchange;
  const response = await upstream.send({ method: 'POST', path, headers, body, signal });
  exchange.json(200, await jsonOf(response));
}

async function jsonOf(response: UpstreamResponse): Promise<unknown> {
  if (response.status !== 200) throw await errorOf(response);
  return JSON.parse(await response.text());
}

function notCleared(): RequestError {
  return new RequestError('not_cleared', 'the policy does not clear this provider for everything', {
    hint: 'count tokens at the provider, of text that it may see',
    status: 403,
  });
}
