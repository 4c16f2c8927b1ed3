import { expect, test } from 'vitest';
import { scenarios } from '../src/scenarios/index.ts';
import { breakages } from './breakages/index.ts';
import { pairs } from './breakages/optional.ts';
import { playOver } from './try.ts';

test('each scenario has a proxy that is broken in its way', () => {
  expect(Object.keys(breakages).toSorted()).toEqual(scenarios.map(({ name }) => name).toSorted());
});

test.each(scenarios)('$name is failed by a proxy that is broken in its way', async (scenario) => {
  const outcomes = await playOver(breakages[scenario.name] ?? (() => ({})), [scenario]);
  const kinds = [...outcomes.values()].map(({ kind }) => kind);
  expect(kinds).toEqual(scenario.eras.map(() => 'fails'));
});

test.each(Object.entries(pairs))('%s holds for a proxy that does it', async (name, { whole }) => {
  const outcomes = await playOver(
    whole,
    scenarios.filter((scenario) => scenario.name === name),
  );
  expect(new Set([...outcomes.values()].map(({ kind }) => kind))).toEqual(new Set(['holds']));
});
