import type { Credential } from '../store/store.ts';
import { forbidden } from './errors.ts';
import type { Operator } from './operators.ts';
import type { Shown } from './question-view.ts';

/**
 * Pure. Throws 403 where a yes of this operator would not count: where duties are separated, only
 * those who are named say yes; and nobody lets a call of their own client through alone.
 */
export function mayApprove(
  { name }: Pick<Operator, 'name'>,
  shown: Shown,
  credentials: readonly Credential[],
): void {
  const { dutyOf } = shown.request;
  if (dutyOf.length > 0 && !dutyOf.includes(name)) {
    const message = 'the label of the call names others to approve it';
    throw forbidden('not_named', message, 'ask those in `waitingFor`; you may still deny it');
  }
  const others = dutyOf.filter((each) => each !== name);
  if (others.length > 0 || !makersOf(shown, credentials).has(name)) return;
  const message = 'the call came from a client key of your own name';
  throw forbidden('own_call', message, 'somebody else has to approve it');
}

/**
 * Names of the clients that may have made the call. Where the question does not say which one, it
 * may be any of its tenant and profile, revoked keys included.
 */
function makersOf(
  { question, request }: Shown,
  credentials: readonly Credential[],
): ReadonlySet<string> {
  if (request.client !== undefined) return new Set([request.client]);
  const { profile } = request;
  const makers = credentials.filter(
    (each) =>
      each.kind === 'client' &&
      each.tenant === question.tenant &&
      (profile === undefined || each.profile === profile),
  );
  return new Set(makers.map(({ name }) => name));
}
