import type { Policy } from '@sluice/core';
import {
  policyFileFor,
  policyFor,
  readSuite,
  type PolicyPlace,
  type SuiteFacts,
} from '../../replay/suites.ts';

/** The policy and the facts that runs of a suite, or of an agent, are audited with. */
export interface Suite {
  readonly policy: Policy;
  readonly facts: SuiteFacts;
}

export type Suites = (name: string) => Promise<Suite | undefined>;

/**
 * Reads the policy of each suite once. `undefined`: it has none. A policy or a suite file that
 * cannot be read is a mistake, and no suite without a policy: throws what reading it throws.
 */
export function suitesFor(place: PolicyPlace & { readonly suiteFile: string | undefined }): Suites {
  const known = new Map<string, Promise<Suite | undefined>>();
  const read = async (name: string): Promise<Suite | undefined> => {
    if (policyFileFor(name, place) === undefined) return undefined;
    return { policy: await policyFor(name, place), facts: readSuite(place.suiteFile, name) };
  };
  return (name) => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
}
