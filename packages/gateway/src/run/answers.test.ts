import { expect, test } from 'vitest';
import { Answers, storedResponse } from './answers.ts';

const response = { id: 'resp_1', output: [], tools: [{ name: 'shell' }] };
const said = { text: 'Hi.', calls: [], stop: 'complete', custom: new Set(['shell']) } as const;
const orders = [[1, 2], [1, 2, 3, 4], [1, 5], [], [1, 5, 6]];

test('what is stored line by line is what was known', () => {
  const answers = new Answers();
  const lines = orders.map((order, at) => answers.add(`id${at}`, { ...said, order, response }));
  const sizes = lines.map((line) => line.kind === 'answer' && [line.shared, line.more.length]);
  expect(sizes).toEqual([
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

test('tools are stored where they have changed, and given with every response', () => {
  const other = { ...response, tools: [] };
  const answers = new Answers();
  const given = [response, response, other, undefined, response];
  const order: readonly number[] = [];
  const add = (line: (typeof given)[number], at: number) =>
    answers.add(`id${at}`, { ...said, order, response: line });
  const lines = given.slice(0, 2).map(add);
  // The restored answers continue from there.
  const again = new Answers();
  for (const line of lines) again.restore(line);
  for (const [at, line] of given.slice(2).entries()) {
    lines.push(again.add(`id${at + 2}`, { ...said, order, response: line }));
  }
  expect(lines.map((line) => 'tools' in line)).toEqual([true, false, true, false, true]);
  for (const [at, each] of given.entries()) {
    expect(storedResponse([{ kind: 'entry' }, ...lines], `id${at}`)).toEqual(each);
  }
  expect(storedResponse(lines, 'id9')).toBeUndefined();
});

test('a deleted answer cannot be named, and stands in its conversation', () => {
  const answers = new Answers();
  const line = answers.add('id', { ...said, order: [1, 2], response });
  answers.delete('id');
  const again = new Answers();
  for (const each of [line, answers.deletion('id')]) expect(again.restore(each)).toBe(true);
  for (const known of [answers, again]) {
    expect(known.get('id')).toBeUndefined();
    expect(known.byEntry.get(2)?.[0]).toBe('id');
  }
  expect(() => new Answers().restore({ kind: 'answer-deleted' })).toThrow('expected string');
});

test('lines of the session are left alone, broken ones are an error', () => {
  expect(new Answers().restore({ kind: 'entry' })).toBe(false);
  expect(new Answers().restore('entry')).toBe(false);
  expect(() => new Answers().restore({ kind: 'answer' })).toThrow('expected string');
});
