import { alarms, type Context, type Finding, type Seen } from './judge.ts';
import type { Given } from './provider.ts';
import type { Sent } from './client.ts';

export interface LoggedContext extends Context {
  readonly request: Sent;
  readonly given: readonly Given[];
  /** Whether what the provider gave was for this request alone. */
  readonly isAlone: boolean;
}

/**
 * Looks at one request in `log` mode: what the provider was sent, and what the client got, are the
 * other's very bytes. What cannot be compared is let be: a client that left, a request that the
 * gateway refused without the provider.
 */
export function judgeLogged(
  seen: Seen,
  { request, given, isAlone, ...context }: LoggedContext,
): readonly Finding[] {
  const { outcome, sent } = seen;
  const [answer, ...others] = given;
  const wasBroken = given.some(({ isWhole }) => !isWhole);
  const found = alarms(seen, context).filter(
    ({ because }) => !(wasBroken && because === 'connection broken'),
  );
  if (answer === undefined || others.length > 0 || !isAlone) return found;
  const body = request.body?.toString('utf8') ?? '';
  if (sent[0] !== body) found.push(changed('log mode changed a request'));
  if (outcome.kind !== 'received') return found;
  const { status, bytes, headers } = outcome.received;
  if (wasBroken) return found;
  if (status !== answer.status) found.push(changed(`log mode changed ${answer.status}`));
  if (!bytes.equals(answer.bytes)) found.push(changed('log mode changed a response'));
  if (!headers.includes('"x-sluice-mode":"log"')) found.push(changed('log mode is not said'));
  return found;
}

function changed(because: string): Finding {
  return { kind: 'crash', because };
}
