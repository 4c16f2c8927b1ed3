import { expect, test } from 'vitest';
import { scenarios } from '../src/scenarios/index.ts';
import { playOver } from './try.ts';

test('a proxy that changes nothing fails only what is optional', async () => {
  const outcomes = await playOver(() => ({}));
  const optional = new Set(scenarios.filter((one) => one.optional).map(({ name }) => name));
  const failing = [...outcomes].filter(([, { kind }]) => kind !== 'holds');
  expect(failing.filter(([name]) => !optional.has(name.split(' ')[0] ?? ''))).toEqual([]);
});
