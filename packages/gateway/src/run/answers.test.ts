import { expect, test } from 'vitest';
import { Answers } from './answers.ts';

const said = { text: 'Hi.', calls: [], stop: 'complete', custom: new Set(['shell']) } as const;
const orders = [[1, 2], [1, 2, 3, 4], [1, 5], [], [1, 5, 6]];

test('what is stored line by line is what was known', () => {
  const answers = new Answers();
  const lines = orders.map((order, at) => answers.add(`id${at}`, { ...said, order }));
  expect(lines.map(({ shared, more }) => [shared, more.length])).toEqual([
    [0, 2],
    [2, 2],
    [1, 1],
    [0, 0],
    [0, 3],
  ]);
  const again = new Answers();
  for (const line of lines) expect(again.restore(JSON.parse(JSON.stringify(line)))).toBe(true);
  for (const [at, order] of orders.entries()) {
    expect(again.get(`id${at}`)).toEqual({ ...said, order });
  }
});

test('lines of the session are left alone, broken ones are an error', () => {
  expect(new Answers().restore({ kind: 'entry' })).toBe(false);
  expect(new Answers().restore('entry')).toBe(false);
  expect(() => new Answers().restore({ kind: 'answer' })).toThrow('expected string');
});
