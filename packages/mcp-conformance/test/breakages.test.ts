import { expect, test } from 'vitest';
import { proves } from '../../cli/src/testing/proves.ts';
import { scenarios } from '../src/scenarios/index.ts';
import { breakages } from './breakages/index.ts';
import { pairs } from './breakages/optional.ts';
import { kindsOver } from './try.ts';

proves('mcp-conformance/broken', async () => {
  expect(Object.keys(breakages).toSorted()).toEqual(scenarios.map(({ name }) => name).toSorted());
  for (const scenario of scenarios) {
    const make = breakages[scenario.name] ?? (() => ({}));
    const fails = scenario.eras.map((era) => `${scenario.name} ${era} fails`);
    expect(await kindsOver(make, [scenario])).toEqual(fails);
  }
});

test.each(Object.entries(pairs))('%s holds for a proxy that does it', async (name, { whole }) => {
  const own = scenarios.filter((scenario) => scenario.name === name);
  const holds = own.flatMap(({ eras }) => eras.map((era) => `${name} ${era} holds`));
  expect(await kindsOver(whole, own)).toEqual(holds);
});
