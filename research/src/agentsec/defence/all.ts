import { loadPolicy, type ChatModel } from '@sluice/core';
import { shippedNames, sluiceWith, type PropagatorMaker } from '../sluice/propagators.ts';
import { wholeResult } from '../sluice/whole-result.ts';
import type { SecTask } from '../task/task.ts';
import { paperDefences } from './paper.ts';
import type { SecDefence } from './defence.ts';
import { ideal } from './ideal.ts';
import { overHttp } from './over-http.ts';
import { provenanceEverywhere } from './provenance-everywhere.ts';

export interface SecDefencesOptions {
  /** Sluice's, by name. */
  readonly propagators: readonly string[];
  /** Makes those that are not the bench's own. */
  readonly make: PropagatorMaker;
  /** Of a defence that runs elsewhere. */
  readonly url: string | undefined;
}

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
