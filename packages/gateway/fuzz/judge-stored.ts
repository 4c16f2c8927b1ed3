import type { Sent } from './client.ts';
import { alarms, type Context, type Finding, type Seen } from './judge.ts';

/** A request about a response that was given, or was not, to clients of some tenant. */
export interface StoredRequest extends Sent {
  readonly tenant: string;
  /** True if a key of this tenant and profile was given it, and it was not deleted since. */
  readonly isTheirs: boolean;
}

/** Looks at what came of a request about a stored response. */
export function judgeStored(
  seen: Seen,
  { request, ...context }: Context & { request: StoredRequest },
): readonly Finding[] {
  const { outcome, sent } = seen;
  const found = [...alarms(seen, context)];
  const leak = (because: string): void => void found.push({ kind: 'leak', because });
  if (sent.length > 0) leak('the provider was told of a stored response');
  if (outcome.kind !== 'received') return found;
  const { status, text, headers } = outcome.received;
  if (status >= 500) found.push({ kind: 'crash', because: `${status} for a stored response` });
  if (status === 200 && !request.isTheirs)
    leak('a response that was never given to them, or is gone');
  for (const canary of context.watch.in(`${text}\n${headers}`)) {
    // The stored input of a response contains what its client sent; the response itself does not.
    const isSent = request.path.includes('input_items');
    if (!isSent || !context.watch.wasSentBy(request.tenant, canary)) {
      leak(`${canary.level} in a stored response`);
    }
  }
  return found;
}
