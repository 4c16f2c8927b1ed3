import type { Core } from '../fuzz/core.ts';
import { latticeCases } from '../fuzz/lattices.ts';
import { interferenceUnder } from '../fuzz/noninterference.ts';
import { scenarioOf, type Scenario } from '../fuzz/scenario.ts';
import { Content, reveal } from '../src/history/content.ts';
import { regionsOf } from '../src/history/regions.ts';
import { labelSpace } from '../src/label/space.ts';
import { chain } from '../src/label/dimension/chain.ts';
import { powerset } from '../src/label/dimension/powerset.ts';
import { readers } from '../src/label/dimension/readers.ts';
import { eventFor } from '../src/engine/event-view.ts';
import { Monitor } from '../src/monitor/monitor.ts';
import { Session } from '../src/session/session.ts';
import { definePolicy } from '../src/policy/load.ts';
import type { Propagator } from '../src/propagate/propagator.ts';

const core: Core = {
  Content,
  reveal,
  regionsOf,
  labelSpace,
  chain,
  powerset,
  readers,
  eventFor,
  Monitor,
  Session,
  definePolicy,
};
const lattices = latticeCases(core);

export interface Tried {
  readonly violations: readonly string[];
  /** Steps at or below the observer that could be compared. */
  readonly steps: number;
  /** Answers of the propagator's own that are not `all`. */
  readonly narrow: number;
}

/** Compares two runs of each seed under a propagator; `answering` may change what it answers. */
export async function triedUnder(
  seeds: readonly number[],
  propagatorOf: (scenario: Scenario) => Propagator,
  answering: (propagator: Propagator) => Propagator = (propagator) => propagator,
): Promise<Tried> {
  const violations: string[] = [];
  let steps = 0;
  let narrow = 0;
  const listening = (propagator: Propagator): Propagator => ({
    name: propagator.name,
    needs: 'draft',
    relevant: async (input) => {
      const found = await propagator.relevant(input);
      if (found.kind !== 'all') narrow += 1;
      return found;
    },
  });
  for (const seed of seeds) {
    const scenario = scenarioOf(seed, lattices);
    const propagator = listening(propagatorOf(scenario));
    const compared = await interferenceUnder(core, scenario, () => answering(propagator));
    if (compared.violation !== undefined) violations.push(`seed ${seed}: ${compared.violation}`);
    steps += compared.steps;
  }
  return { violations, steps, narrow };
}

export function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}
