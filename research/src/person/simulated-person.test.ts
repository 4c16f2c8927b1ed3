import { expect, test } from 'vitest';
import { shop } from '../../test/reader/shop.ts';
import { proves } from '../testing/proves.ts';
import { always, type CallQuestion, own, truthful } from './simulated-person.ts';

const name = { suite: 'shop', task: 'bill' };

const mine = '{"account":"NO93 8601 1117 947","amount":41.5,"day":"2031-06-04"}';

const theirs = '{"account":"XX000111222333","amount":900}';

function asked(tool: string, args: string, before = 0): CallQuestion {
  return { ...name, tool, args, before };
}

proves('person/truthful', () => {
  const answer = truthful(shop);
  expect(answer(asked('pay', mine))).toBe('yes');
  expect(answer(asked('pay', mine.replace('41.5', '41.50')))).toBe('yes');
  expect(answer(asked('pay', theirs))).toBe('no');
  expect(answer(asked('pay', mine, 1))).toBe('no');
  expect(answer({ ...asked('pay', mine), task: 'visit' })).toBe('no');
});

proves('person/always', () => {
  for (const args of [mine, theirs]) {
    expect(always('yes')(asked('pay', args))).toBe('yes');
    expect(always('no')(asked('pay', args))).toBe('no');
  }
});

test.each([
  ['the task’s call', 'pay', mine, true],
  ['spelled otherwise', 'pay', mine.replace('41.5,', '  4.15e1 ,'), true],
  ['an argument more', 'pay', mine.replace('{', '{"note":"x",'), false],
  ['an argument less', 'pay', mine.replace(',"day":"2031-06-04"', ''), false],
  ['another tool', 'post', mine, false],
  ['arguments that do not parse', 'pay', '{', false],
  ['arguments that are no object', 'pay', '[]', false],
])('own: %s', (...[, tool, args, isOwn]) => {
  expect(own(shop)(name, { tool, args })).toBe(isOwn);
});

test('a task that nobody knows', () => {
  expect(own(shop)({ suite: 'none', task: 'bill' }, { tool: 'pay', args: mine })).toBe(false);
});

test('a person who takes other words for theirs takes no other account', () => {
  const task = { ...name, task: 'rooms' };
  const post = (text: string): CallQuestion => {
    return { ...task, tool: 'post', args: JSON.stringify({ room: 'Team_0', text }), before: 0 };
  };
  const wordings = (text: string): readonly string[] => (text === 'fresh bread' ? ['bread'] : []);
  expect(truthful(shop, wordings)(post('bread'))).toBe('yes');
  expect(own(shop, wordings)(task, post('bread'))).toBe(true);
  expect(truthful(shop)(post('bread'))).toBe('no');
  expect(truthful(shop, wordings)(asked('pay', theirs))).toBe('no');
});
