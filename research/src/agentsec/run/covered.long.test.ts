import { type Propagator, type PropagatorInput, regionsOf, type Relevance } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawOf } from '../../draw.ts';
import { proves } from '../../testing/proves.ts';
import { none } from '../defence/paper.ts';
import { coveredViolations } from '../measure/figures.ts';
import { guarded } from '../sluice/guarded.ts';
import { shippedNames, sluiceWith } from '../sluice/propagators.ts';
import { suites } from '../suite/suite.ts';
import { sides } from '../task/task.ts';
import { gameTasks } from '../task/tasks.ts';
import { randomReader } from '../../../test/agentsec/random-reader.ts';
import { play } from '../trace/play.ts';

const tasks = suites.flatMap((suite) => suite.tasks(4));

const { signal } = new AbortController();

const beside = { modelName: 'random', signal, nowMs: () => 0 } as const;

/** Any answer that a propagator can give, and errors. */
function randomly(seed: number, needs: 'draft' | 'nothing'): Propagator {
  const draw = drawOf(seed);
  const relevant = ({ space, history }: PropagatorInput): Relevance => {
    const regions = regionsOf(history);
    switch (draw.below(8)) {
      case 0:
        throw new Error('it does not know');
      case 1:
        return { kind: 'all', because: 'unexplained' };
      case 2:
        return { kind: 'label', label: space.bottom };
      default:
        return {
          kind: 'regions',
          regions: regions.filter(() => draw.below(2) === 0).map(({ id }) => id),
          evidence: [],
          unsourced: [],
        };
    }
  };
  return needs === 'draft'
    ? { name: 'random', needs, relevant }
    : { name: 'random', needs, relevant };
}

const defences = fc.oneof(
  fc.constantFrom(...shippedNames).map((name) => sluiceWith(name, undefined)),
  fc
    .tuple(fc.nat(), fc.constantFrom('draft', 'nothing'))
    .map(([seed, needs]) =>
      guarded({ defence: 'sluice-random', propagator: () => randomly(seed, needs) }),
    ),
);

proves('agentsec/covered', async () => {
  const runs = fc.record({
    task: fc.constantFrom(...tasks),
    side: fc.constantFrom(...sides),
    defence: defences,
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ task, side, defence, seed }) => {
      const model = randomReader(task, seed);
      const trace = await play(task, { ...beside, defence, side, model });
      expect(trace.error).toBeUndefined();
      expect(coveredViolations([trace])).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('without a gate the same readers tell, and send what they see', async () => {
  const traces = [];
  for (const task of gameTasks(20)) {
    const model = randomReader(task, traces.length);
    traces.push(await play(task, { ...beside, defence: none, side: 'adversarial', model }));
  }
  const told = traces.filter(({ semantic }) => semantic);
  expect(told.length).toBeGreaterThan(0.5 * traces.length);
  expect(traces.every(({ error }) => error === undefined)).toBe(true);
});
