import { expect, test } from 'vitest';
import { fakePolicy, trusted } from '../../test/fake-policy.ts';
import { monitorOf } from '../../test/monitor-fixture.ts';
import type { PropagatorInput, Relevance } from '../propagate/propagator.ts';

/** Answers after some milliseconds. */
function slow(milliseconds: number, seen: PropagatorInput[] = []) {
  return {
    name: 'slow',
    needs: 'nothing',
    relevant: async (input: PropagatorInput): Promise<Relevance> => {
      seen.push(input);
      await new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      });
      return { kind: 'label', label: trusted };
    },
  } as const;
}

test.each([
  [60, 5, 'all'],
  [1, 10_000, 'label'],
  [1, undefined, 'label'],
])('an answer after %d ms of %s is of kind %s', async (...[takes, propagatorTimeoutMs, kind]) => {
  const { monitor } = monitorOf({
    policy: fakePolicy(),
    script: () => 'done',
    propagator: slow(takes),
    propagatorTimeoutMs,
  });
  await monitor.turn('hi');
  const found = monitor.events.find(({ type }) => type === 'relevance-found');
  expect(found).toMatchObject({ relevance: { kind } });
});

test('a propagator is told which run it is asked for', async () => {
  const seen: PropagatorInput[] = [];
  const propagator = slow(0, seen);
  const { monitor } = monitorOf({ script: () => 'done', propagator, runId: 'run-7' });
  await monitor.turn('hi');
  expect(seen.map(({ run }) => run)).toEqual(['run-7']);
});
