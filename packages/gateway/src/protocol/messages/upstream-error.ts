import { UpstreamError } from '../errors.ts';
import { isRecord } from '../shared/fields.ts';

/** What the provider sent is not what the protocol says. */
export function malformed(): UpstreamError {
  return new UpstreamError('upstream_malformed', 'the provider sent what is no Messages response', {
    hint: 'check that the base URL of the upstream speaks the Messages protocol',
    status: 502,
  });
}

/** A block that is not text, a call or reasoning: a tool of the provider had a part in it. */
export function foreignBlock(): UpstreamError {
  return new UpstreamError(
    'upstream_hosted_tool',
    'the provider answered with the work of a tool of its own',
    { hint: 'turn off tools that the provider runs: what they found has no label', status: 502 },
  );
}

/** Kinds of errors that a client can act on, with the status that its SDK knows them by. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['rate_limit_error', 429],
  ['overloaded_error', 529],
  ['timeout_error', 504],
]);

/** An error in the middle of a stream. Its text may quote the request, so only its kind is read. */
export function streamError(error: unknown): UpstreamError {
  const type = isRecord(error) ? error['type'] : undefined;
  const status = (typeof type === 'string' ? statuses.get(type) : undefined) ?? 502;
  return new UpstreamError('upstream_failed', 'the provider broke off with an error', {
    hint: status === 502 ? 'try again, and read the log of the provider' : 'wait and try again',
    status,
  });
}
