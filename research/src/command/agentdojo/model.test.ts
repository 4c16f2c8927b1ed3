import { afterEach, expect, test } from 'vitest';
import { shop } from '../../../test/reader/shop.ts';
import { chosenModels, type ModelChoice, requireModel, type ServedModels } from './model.ts';

let served: ServedModels | undefined;
afterEach(() => served?.close());

async function namesOf(choice: ModelChoice): Promise<readonly string[]> {
  served = await chosenModels(choice, shop);
  return served.models.map(({ name, label, seed }) => `${name} ${label} ${seed}`);
}

test('readers run side by side, the noisy one once for each seed', async () => {
  expect(await namesOf({ reader: ['selecting', 'noisy', 'selecting'], seeds: 2 })).toEqual([
    'selecting reader:selecting 0',
    'noisy-1 reader:noisy 1',
    'noisy-2 reader:noisy 2',
  ]);
});

test('without a word there are the three without noise', async () => {
  const labels = ['lax', 'selecting', 'strict'].map((name) => `${name} reader:${name} 0`);
  expect(await namesOf({})).toEqual(labels);
});

test('the person of a noisy reader takes other words for theirs, no other’s does', async () => {
  served = await chosenModels({ reader: ['lax', 'noisy'], seeds: 1 }, shop);
  const wordings = served.models.map((each) => each.wordings?.('one two three four').length);
  expect(wordings[0]).toBeUndefined();
  expect(wordings[1]).toBeGreaterThan(0);
});

test('a reader that is none is named', () => {
  expect(() => requireModel({ reader: ['lax', 'x'] })).toThrow('there is no reader `x`');
});
