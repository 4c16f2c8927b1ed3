import type { View } from '@sluice/core';
import type { ClientRequest } from '../../protocol.ts';
import { readBody } from './read.ts';
import { renderView } from './render.ts';

/** A body of `POST /v1/messages/count_tokens`. Throws `RequestError`. */
export function readCountTokens(body: unknown): ClientRequest {
  return readBody(body);
}

/** Fields that a request for an answer may have and one that counts tokens may not. */
const ofAnswers: ReadonlySet<string> = new Set([
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'service_tier',
  'inference_geo',
  'metadata',
]);

/** The body that counts the tokens of a view. */
export function renderCountTokens(
  request: ClientRequest,
  view: View,
  model: string,
): Readonly<Record<string, unknown>> {
  // Nothing is run to count it.
  const offered = [...(request.hosted?.keys() ?? [])];
  const fields = Object.entries(renderView(request, view, { model, offered }));
  return Object.fromEntries(fields.filter(([name]) => !ofAnswers.has(name)));
}
