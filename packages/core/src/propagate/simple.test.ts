import { expect, expectTypeOf, test } from 'vitest';
import {
  fields,
  historyOf,
  inputOf,
  result,
  secret,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../test/propagate/histories.ts';
import { labelOf } from './label-of.ts';
import { naive } from './naive.ts';
import { oracle } from './oracle.ts';
import type { Propagator, Relevance } from './propagator.ts';
import { redactAll } from './redact-all.ts';
import { relevantWithin } from './relevant-within.ts';
import { target } from './target.ts';

const history = historyOf(turn('user', 'Pay.'), result('to Eve'), fields([[12, secret]]));

function ask(propagator: Propagator): Promise<Relevance> {
  return relevantWithin(propagator, inputOf(history), { timeoutMs: 1_000 });
}

test.each([
  ['naive', naive(), top],
  ['redact-all', redactAll(), trusted],
  ['target:untrusted & public', target(untrusted), untrusted],
  ['oracle', oracle(() => ['m2.0.0']), secret],
] as const)('%s', async (name, propagator, label) => {
  expect(propagator.name).toBe(name);
  expect(labelOf(space, history, await ask(propagator))).toBe(label);
});

test('an oracle sees the draft', async () => {
  const propagator = oracle(({ draft }) => draft.calls.map((_, at) => `m${at}.0`));
  expect(await ask(propagator)).toMatchObject({ regions: ['m0.0'] });
});

test('an oracle that names what is not there is wrong about everything', async () => {
  expect(await ask(oracle(() => ['m5.0']))).toEqual({ kind: 'all', because: 'region-unknown' });
});

test('the type says who needs a draft', () => {
  type Input<Needs> = Parameters<Extract<Propagator, { needs: Needs }>['relevant']>[0];
  expectTypeOf<Input<'draft'>>().toHaveProperty('draft');
  expectTypeOf<Input<'nothing'>>().not.toHaveProperty('draft');
});
