import { limits } from '../limits.ts';
import { UpstreamError } from '../protocol/errors.ts';
import type { UpstreamReply } from '../protocol/protocol.ts';

/** The reply as it is. Throws `UpstreamError` for one that says more than any model does. */
export function bounded(reply: UpstreamReply): UpstreamReply {
  const { text, calls, reasoning } = reply;
  const units = unitsIn([text, calls.map(({ args }) => args), reasoning]);
  if (units > limits.replyUnitsMax) throw tooLarge();
  return reply;
}

export function tooLarge(): UpstreamError {
  return new UpstreamError('upstream_too_large', 'the provider’s answer is larger than is read', {
    hint: 'ask for a shorter answer',
    status: 502,
    headers: { 'x-should-retry': 'false' },
  });
}

/** Characters of all texts in a JSON value. */
function unitsIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + unitsIn(each), 0);
}
