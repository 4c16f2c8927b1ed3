import { expect } from 'vitest';
import { proves } from '../../cli/src/testing/proves.ts';
import { scenarios } from '../src/scenarios/index.ts';
import { pairs } from './breakages/optional.ts';
import { kindsOver } from './try.ts';

proves('mcp-conformance/whole', async () => {
  const passed = scenarios.filter(({ name }) => !Object.hasOwn(pairs, name));
  const holds = passed.flatMap(({ name, eras }) => eras.map((era) => `${name} ${era} holds`));
  expect(await kindsOver(() => ({}), passed)).toEqual(holds);
  const left = scenarios.filter((scenario) => !passed.includes(scenario));
  expect(left.filter(({ optional }) => optional !== true)).toEqual([]);
});
