import type { ClientCall, ModelCall } from '../protocol/route.ts';
import { RequestError } from '../protocol/errors.ts';
import type { ClientRequest } from '../protocol/protocol.ts';
import { errorOf } from '../upstream/error-of.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';
import { readAs, reducedRequest, reportHeaders } from './reduced.ts';

/** The provider's models, as it lists them. */
export async function serveModels(call: ClientCall): Promise<void> {
  const { exchange, upstream, path, headers } = call;
  const { signal } = exchange;
  const response = await upstream.send({ method: 'GET', path, headers, body: undefined, signal });
  exchange.json(200, await jsonOf(response));
}

/**
 * Counts the tokens of what the client sent, as it would be shown were nothing hidden. The client
 * holds all of it; the provider must be cleared for all of it.
 */
export async function serveCountTokens(call: ModelCall): Promise<void> {
  const { exchange, protocol, at, upstream, path, headers, owner } = call;
  const { countTokens } = protocol;
  if (countTokens === undefined) throw new Error(`\`${protocol.name}\` counts no tokens`);
  const read = (body: unknown): ClientRequest => countTokens.read(body, at);
  const body = await exchange.parse(await exchange.body());
  const request = reducedRequest(readAs(read, body, owner.profile.fields), call);
  const { policy } = owner.profile;
  const clearance = policy.clearance(`${upstream.name}:${request.model}`, 'main');
  if (!policy.space.flowsTo(policy.space.top, clearance)) throw notCleared();
  const { messages, tools, model } = request;
  const text = JSON.stringify(countTokens.render(request, { messages, tools }, model));
  const { signal } = exchange;
  const response = await upstream.send({ method: 'POST', path, headers, body: text, signal });
  exchange.json(200, await jsonOf(response), reportHeaders(request.report));
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
