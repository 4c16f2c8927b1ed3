import type { Policy } from '../policy/policy.ts';
import { propagatorByName, type PropagatorParts } from './by-name.ts';
import { draftAllowed } from './draft-allowed.ts';
import type { Propagator } from './propagator.ts';

/**
 * Propagators beside those of the core, by name. Each is made for a policy; the options are what
 * stood in parentheses after the name: `minimal-labels(lambda=0.2)`.
 */
export type PropagatorRegistry = Readonly<
  Record<string, (policy: Policy, options: string) => Propagator>
>;

export interface RegisteredParts extends Pick<PropagatorParts, 'judge' | 'timeoutMsEach'> {
  readonly policy: Policy;
  readonly registry?: PropagatorRegistry | undefined;
}

/** The propagator that a text names, of the core or of a registry. Throws as `propagatorByName`. */
export function registeredPropagator(
  text: string,
  { policy, registry = {}, ...parts }: RegisteredParts,
): Propagator {
  const more = new Map(
    Object.entries(registry).map(([name, make]) => [
      name,
      (options: string): Propagator => make(policy, options),
    ]),
  );
  return propagatorByName(text, {
    ...parts,
    space: policy.space,
    accept: draftAllowed(policy),
    more,
  });
}
