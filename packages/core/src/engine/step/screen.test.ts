import { expect, test } from 'vitest';
import { fakePolicy, trusted } from '../../../test/fake-policy.ts';
import { monitorOf } from '../../../test/monitor-fixture.ts';
import type { PropagatorInput, Relevance } from '../../propagate/propagator.ts';

/** Answers when this resolves. */
function answering(when: Promise<void>, seen: PropagatorInput[] = []) {
  return {
    name: 'own',
    needs: 'nothing',
    relevant: async (input: PropagatorInput): Promise<Relevance> => {
      seen.push(input);
      await when;
      return { kind: 'label', label: trusted };
    },
  } as const;
}

test.each([
  ['that never comes', new Promise<void>(() => {}), 5, 'all'],
  ['in time', Promise.resolve(), 600_000, 'label'],
  ['without a limit', Promise.resolve(), undefined, 'label'],
])('an answer %s', async (...[, when, propagatorTimeoutMs, kind]) => {
  const { monitor } = monitorOf({
    policy: fakePolicy(),
    script: () => 'done',
    propagator: answering(when),
    propagatorTimeoutMs,
  });
  await monitor.turn('hi');
  const found = monitor.events.find(({ type }) => type === 'relevance-found');
  expect(found).toMatchObject({ relevance: { kind } });
});

test('a propagator is told which run it is asked for', async () => {
  const seen: PropagatorInput[] = [];
  const propagator = answering(Promise.resolve(), seen);
  const { monitor } = monitorOf({ script: () => 'done', propagator, runId: 'run-7' });
  await monitor.turn('hi');
  expect(seen.map(({ run }) => run)).toEqual(['run-7']);
});
