import { UpstreamError } from '../errors.ts';

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
