import { type ChatModel, loadPolicy } from '@sluice/core';
import { guarded } from '../sluice/guarded.ts';
import { type PropagatorMaker, shippedNames, sluiceWith, truth } from '../sluice/propagators.ts';
import { withoutChunkRules } from '../task/policies.ts';
import type { SecTask } from '../task/task.ts';
import type { SecDefence } from './defence.ts';
import { overHttp } from './over-http.ts';
import { paperDefences } from './paper.ts';
import { ofAuthorised, provenanceEverywhere } from './provenance-everywhere.ts';
import { shown, writeOut } from './shown.ts';

export interface SecDefencesOptions {
  /** Sluice's, by name. */
  readonly propagators: readonly string[];
  /** Makes those that are not the bench's own. */
  readonly make: PropagatorMaker;
  /** The address of a defence that runs elsewhere. */
  readonly url: string | undefined;
}

/**
 * Sluice where nobody says who a chunk is of: the whole text of a result is untrusted, or nobody's.
 * With the oracle, so that what it loses no propagator could win. It is none of Sluice's own rows:
 * it says what the labels of chunks are worth, which the paper's defences have not.
 */
const wholeResult = guarded({
  defence: 'whole-result',
  propagator: truth,
  policy: ({ policy }) => withoutChunkRules(policy),
});

/**
 * The ideal functionality (3.6): a typed oracle that is given the trusted instruction and the
 * allowed leakage, and never the adversary's part; the same model then answers. No defence: what
 * the others are compared with. It is ground truth that tells it what is allowed.
 */
const ideal: SecDefence = {
  name: 'ideal',
  enforcement: 'none',
  answer: (episode) => allowed.answer({ ...episode, side: 'benign' }),
};

/** A benign observation is shown whole: it is what the policy lets the task know. */
const allowed = shown({
  name: 'ideal',
  enforcement: 'none',
  show: ({ system, authorised }, chunks) => ({
    system,
    context: writeOut(ofAuthorised(chunks, authorised)),
  }),
});

/** Generous for a classifier on one core. */
const timeoutMs = 10_000;

/** Tries the makers before a run does. Throws what they throw: a name that nobody knows. */
export async function checkPropagators(
  { propagators, make }: Pick<SecDefencesOptions, 'propagators' | 'make'>,
  task: SecTask,
): Promise<void> {
  const policy = await loadPolicy(task.policy, { file: 'sluice.yaml' });
  const model: ChatModel = { name: 'nobody', generate: () => Promise.reject(new Error('no')) };
  for (const name of propagators) {
    if (!shippedNames.includes(name)) make(name, { task, side: 'benign', policy, model });
  }
}

/** Everything that a run compares: the paper's six, what they are held against, and Sluice. */
export function secDefences({ propagators, make, url }: SecDefencesOptions): readonly SecDefence[] {
  const outside = url === undefined ? [] : [overHttp({ name: 'outside', url, timeoutMs })];
  return [
    ...paperDefences,
    provenanceEverywhere,
    ideal,
    wholeResult,
    ...outside,
    ...propagators.map((each) => sluiceWith(each, make)),
  ];
}
