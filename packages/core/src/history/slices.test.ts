import { expect, test } from 'vitest';
import { beforeLong, inTurns, type Slices } from './slices.ts';

test('long works of several runs have one turn of the loop each', async () => {
  let turn = 0;
  const turns: number[] = [];
  const count = (): void => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const work = function* slices(): Slices<void> {
    for (let slice = 0; slice < 3; slice += 1) {
      yield;
      turns.push(turn);
    }
  };
  const wait = async (): Promise<void> => {
    await beforeLong(1_000_000);
    turns.push(turn);
  };
  await Promise.all([inTurns(work()), inTurns(work()), wait(), wait()]);
  clearImmediate(counting);
  expect(turns).toHaveLength(8);
  expect(new Set(turns).size).toBe(8);
});
