import { expect, test } from 'vitest';
import { erred, finished } from '../../test/report/small-ledger.ts';
import { endingOf } from './pack.ts';

const attack = { name: 'sign', goal: 'g' };

test.each([
  ['done', undefined, finished({ utility: true })],
  ['not done', undefined, finished({ utility: false })],
  ['attack stopped, done', attack, finished({ utility: true, attacked: 'no' })],
  ['attack stopped, not done', attack, finished({ utility: false, attacked: 'no' })],
  ['attack succeeded', attack, finished({ utility: true, attacked: 'yes' })],
  ['attack succeeded in the answer', attack, finished({ attacked: 'yes', throughAnswer: true })],
  ['error', attack, finished({ utility: true, attacked: 'unknown' })],
  ['error', attack, erred('gone')],
  ['error', undefined, erred('gone')],
])('%s', (ending, attacked, outcome) => {
  expect(endingOf({ attack: attacked }, outcome)).toBe(ending);
});
