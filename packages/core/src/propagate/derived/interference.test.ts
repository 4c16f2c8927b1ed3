import { expect } from 'vitest';
import type { Core } from '../../../fuzz/core.ts';
import { latticeCases } from '../../../fuzz/lattices.ts';
import { interferenceUnder } from '../../../fuzz/noninterference.ts';
import { scenarioOf } from '../../../fuzz/scenario.ts';
import { Content, reveal } from '../../history/content.ts';
import { regionsOf } from '../../history/regions.ts';
import { labelSpace } from '../../label/space.ts';
import { chain } from '../../lattice/chain.ts';
import { powerset } from '../../lattice/powerset.ts';
import { readers } from '../../lattice/readers.ts';
import { eventFor } from '../../monitor/event-view.ts';
import { Monitor } from '../../monitor/monitor.ts';
import { Session } from '../../monitor/session.ts';
import { proves } from '../../testing/proves.ts';
import { lineage } from '../lineage.ts';
import type { Propagator, Relevance } from '../propagator.ts';
import type { LineageRule } from './rules.ts';

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
};
const lattices = latticeCases(core);
const rules: readonly LineageRule[] = ['days', 'fields', 'mentions', 'sums'];

/** Notes what it answers. */
function listening(inner: Propagator, heard: Relevance[]): Propagator {
  return {
    name: inner.name,
    needs: 'draft',
    relevant: async (input) => {
      const found = await inner.relevant(input);
      heard.push(found);
      return found;
    },
  };
}

proves('lineage/rules-noninterference', async () => {
  const heard: Relevance[] = [];
  const violations: string[] = [];
  let steps = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const compared = await interferenceUnder(core, scenarioOf(seed, lattices), () =>
      listening(lineage({ rules: seed % 5 === 0 ? [...rules, 'everything'] : rules }), heard),
    );
    if (compared.violation !== undefined) violations.push(`seed ${seed}: ${compared.violation}`);
    steps += compared.steps;
  }
  expect(violations).toEqual([]);
  // Or nothing was compared, or nothing was chosen.
  expect(steps).toBeGreaterThan(20);
  expect(heard.filter(({ kind }) => kind === 'regions').length).toBeGreaterThan(20);
});
