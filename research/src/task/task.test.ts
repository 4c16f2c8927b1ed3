import { expect, test } from 'vitest';
import { runTask, type Task } from './task.ts';

const squares: Task<number, number, readonly string[]> = {
  dataset: [1, 2, 3],
  solver: async (sample) => sample * sample,
  scorer: (solved) => solved.map(({ sample, answer }) => `${sample}:${answer}`),
};
const { signal } = new AbortController();

test('every sample is solved in order, and all are scored', async () => {
  const told: unknown[] = [];
  const score = await runTask(squares, { signal, onSolved: (progress) => told.push(progress) });
  expect(score).toEqual(['1:1', '2:4', '3:9']);
  expect(told).toEqual([
    { sample: 1, next: 2, done: 1, all: 3 },
    { sample: 2, next: 3, done: 2, all: 3 },
    { sample: 3, next: undefined, done: 3, all: 3 },
  ]);
});

test('a data set without samples is scored', async () => {
  expect(await runTask({ ...squares, dataset: [] }, { signal })).toEqual([]);
});

test('what is stopped is not scored', async () => {
  const stop = new AbortController();
  const solver = async (sample: number): Promise<number> => {
    if (sample === 2) stop.abort(new Error('stopped'));
    return sample;
  };
  const running = runTask({ ...squares, solver }, { signal: stop.signal });
  await expect(running).rejects.toThrow('stopped');
});

test('a solver that throws ends the run', async () => {
  const solver = (): Promise<number> => Promise.reject(new Error('no answer'));
  await expect(runTask({ ...squares, solver }, { signal })).rejects.toThrow('no answer');
});

test('lanes share the samples, and end what they solve when one of them throws', async () => {
  const ended: string[] = [];
  const solver: (typeof squares)['solver'] = async (sample, _, lane) => {
    if (sample === 2) throw new Error('no answer');
    await new Promise((resolve) => void setImmediate(resolve));
    ended.push(`${sample} on ${lane}`);
    return sample;
  };
  const running = runTask({ ...squares, solver }, { signal, lanes: 2 });
  await expect(running).rejects.toThrow('no answer');
  expect(ended).toEqual(['1 on 0']);
});

test('where no further sample is to begin, those that are solved are scored', async () => {
  const over = new AbortController();
  const solver = async (sample: number): Promise<number> => {
    if (sample === 2) over.abort();
    return sample;
  };
  const score = await runTask({ ...squares, solver }, { signal, until: over.signal });
  expect(score).toEqual(['1:1', '2:2']);
});
