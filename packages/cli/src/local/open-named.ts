import {
  draftAllowed,
  loadPeer,
  namesWithin,
  propagatorByName,
  type Policy,
  type Propagator,
} from '@sluice/core';
import type { LocalPropagators, LocalPropagatorsOptions } from '@sluice/local';

/** Names that `@sluice/local` makes: it brings models, and is loaded only where one is named. */
export const localNames = [
  'minimal-labels',
  'attention',
  'knn-lm',
  'introspection',
  'judge:local',
  'multi-execution',
] as const;

/** Whether a text names a propagator that runs on a model of its own, alone or among others. */
export function namesLocal(text: string): boolean {
  const named = namesWithin(text);
  return named.some((each) => localNames.some((name) => name === each.split('(')[0]?.trim()));
}

/** A text that names no propagator of `@sluice/local` opens nothing. */
const nothing = { make: {}, dispose: async (): Promise<void> => {} };

/**
 * Opens the propagators of `@sluice/local` that some texts name. Throws `peer-missing`,
 * `file-unreadable` and `propagator-invalid`, each with what to type.
 */
export async function openNamed(
  texts: readonly string[],
  options: LocalPropagatorsOptions,
): Promise<
  Pick<LocalPropagators, 'dispose'> & { readonly make: Partial<LocalPropagators['make']> }
> {
  if (!texts.some(namesLocal)) return nothing;
  const { openLocalPropagators } = await loadPeer('@sluice/local', () => import('@sluice/local'));
  return openLocalPropagators(texts, options);
}

/**
 * The models run in this process, and no provider is sent anything: they may read whatever the
 * agent's own model may be sent by the policy, and that is everything.
 */
export function inProcess(policy: Policy): Policy['space']['top'] {
  return policy.space.top;
}

/** For each propagator of `cheapest-first:`, milliseconds. */
const timeoutMsEach = 30_000;

/** The propagator that a text names, for a policy, with those that were opened. */
export function namedPropagator(
  text: string,
  { policy, make }: { readonly policy: Policy; readonly make: Partial<LocalPropagators['make']> },
): Propagator {
  const more = new Map(
    Object.entries(make).map(([name, own]) => [
      name,
      (options: string): Propagator => own(policy, options),
    ]),
  );
  const accept = draftAllowed(policy);
  return propagatorByName(text, { space: policy.space, accept, timeoutMsEach, more });
}
