import {
  loadPeer,
  namesWithin,
  registeredPropagator,
  type Policy,
  type Propagator,
  type PropagatorRegistry,
} from '@sluice/core';
import type { LocalPropagators, LocalPropagatorsOptions, NamedPropagator } from '@sluice/local';
import { loadResearch, researchPropagatorNames } from '../research.ts';

/** Names that `@sluice/local` makes: it brings models, and is loaded only where one is named. */
const localNames: readonly string[] = ['minimal-labels', 'attention'];

/** Every name that is opened before a run, wherever it comes from. */
export const openedNames: readonly string[] = [...localNames, ...researchPropagatorNames];

/** A text that names no propagator to be opened opens nothing. */
const nothing = { registry: {}, dispose: async (): Promise<void> => {} };

/**
 * Opens the propagators of `@sluice/local` and of research that some texts name. Throws
 * `peer-missing`, `file-unreadable` and `propagator-invalid`, each with what to type.
 */
export async function openNamed(
  texts: readonly string[],
  options: LocalPropagatorsOptions,
): Promise<Pick<LocalPropagators, 'dispose' | 'registry'>> {
  const named = openedNames.filter((name) => texts.some((text) => namesIn(text).includes(name)));
  if (named.length === 0) return nothing;
  const local = await loadPeer('@sluice/local', () => import('@sluice/local'));
  const among = [...local.localPropagators, ...(await ofResearch(named))];
  return local.openLocalPropagators(texts, { ...options, among });
}

/** Each propagator that a text names, without its parentheses. */
function namesIn(text: string): readonly string[] {
  return namesWithin(text).map((each) => each.split('(')[0]?.trim() ?? '');
}

async function ofResearch(named: readonly string[]): Promise<readonly NamedPropagator[]> {
  const wanted = researchPropagatorNames.find((name) => named.includes(name));
  if (wanted === undefined) return [];
  const { propagators } = await loadResearch(`the propagator \`${wanted}\``);
  return propagators;
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
  { policy, registry }: { readonly policy: Policy; readonly registry: PropagatorRegistry },
): Propagator {
  return registeredPropagator(text, { policy, registry, timeoutMsEach });
}
