import { expect, test } from 'vitest';
import { keysAt, pathOf } from './complete.ts';

test('the path of a line is told by its indentation', () => {
  const above = [
    'version: 1',
    'tools:',
    '  read_mail: # theirs',
    '    result:',
    '      format: text',
  ];
  expect(pathOf(above, 6)).toEqual(['tools', 'read_mail', 'result']);
  expect(pathOf(above, 4)).toEqual(['tools', 'read_mail']);
  expect(pathOf(above, 0)).toEqual([]);
});

test.each([
  [[], ['version', 'lattice', 'tools', 'answer', 'onViolation']],
  [
    ['tools', 'read_mail'],
    ['effect', 'description', 'result', 'call'],
  ],
  [
    ['tools', 'read_mail', 'result'],
    ['format', 'label', 'rules'],
  ],
  [
    ['tools', 'read_mail', 'call'],
    ['ceiling', 'readersFrom', 'data'],
  ],
  [['answer'], ['ceiling', 'withLinks']],
])('keys at %j', (path, keys) => {
  expect(keysAt(path).map(({ key }) => key)).toEqual(expect.arrayContaining([...keys]));
});

test('no key is offered where the schema knows none', () => {
  expect(keysAt(['version'])).toEqual([]);
  expect(keysAt(['nothing', 'here'])).toEqual([]);
});
