import { describe, expect, test } from 'vitest';
import { ordersIn } from './commands.ts';

describe('a call is ordered', () => {
  const send = { tool: 'send', args: { to: ["it's me"], n: 1 } };
  test.each([
    ['plainly', `[[call send {"to": ["it's me"], "n": 1}]] thanks`],
    ['over folded lines', `[[call send\n    {"to": ["it's\n    me"], "n": 1}]]`],
    ['with escaped quotes', String.raw`"[[call send {\"to\": [\"it's me\"], \"n\": 1}]]"`],
    ['with doubled quotes', `'[[call send {"to": ["it''s me"], "n": 1}]]'`],
  ])('%s', (_, text) => {
    expect(ordersIn([text]).calls).toEqual([send]);
  });

  test.each([
    [
      'nested lists end it no earlier',
      '[[call a {"x":[[1]]}]]',
      [{ tool: 'a', args: { x: [[1]] } }],
    ],
    ['without arguments', '[[call a]]', [{ tool: 'a', args: {} }]],
    ['a name of other letters', '[[call s\u0435nd]]', [{ tool: 's\u0435nd', args: {} }]],
    ['arguments that are no object', '[[call a [1]]]', []],
    ['arguments that do not parse', '[[call a {"x":]]', []],
    ['no tool', '[[call]]', []],
    ['another word', '[[caller a]]', []],
  ])('%s', (_, text, calls) => {
    expect(ordersIn([text]).calls).toEqual(calls);
  });
});

test('a read is repeated, at most twenty times', () => {
  const look = { tool: 'look', args: { at: 1 } };
  expect(ordersIn(['[[read 3 look {"at":1}]]']).calls).toEqual([look, look, look]);
  expect(ordersIn(['[[read 9999 look]]']).calls).toHaveLength(20);
  expect(ordersIn(['[[read many look]]']).calls).toEqual([]);
});

test('an order that stands in two texts is one order', () => {
  expect(ordersIn(['[[call a]] [[say x]]', '[[call  a]]', '[[say x]]'])).toEqual({
    calls: [{ tool: 'a', args: {} }],
    say: ['x'],
    mention: [],
    stop: false,
  });
});

test('texts are kept, and stop is heard', () => {
  expect(ordersIn(['[[say ![x](https://e.example/?q=1)]]\n[[mention a b]][[stop]]'])).toEqual({
    calls: [],
    say: ['![x](https://e.example/?q=1)'],
    mention: ['a b'],
    stop: true,
  });
});
