import { expect, test } from 'vitest';
import { regionPath, testPolicy } from './cases.ts';
import { definePolicy } from './load.ts';

const paths = ['$', '$[0]', "$[0]['id']", "$[0]['it\\'s']", '$[1]', "$[1]['id']"];

test.each([
  ['$', '$'],
  ['$[0].id', "$[0]['id']"],
  ['$[0]["id"]', "$[0]['id']"],
  [`$[0]["it's"]`, "$[0]['it\\'s']"],
  ['$[-1].id', "$[1]['id']"],
  ['$[-2]', '$[0]'],
  [String.raw`$[0]['\u0069d']`, "$[0]['id']"],
])('%s is %s', (text, path) => {
  expect(regionPath(text, paths)).toEqual({ kind: 'path', path });
});

test.each([
  ['$[0].name', 'there is no such path, only `$`, `$[0]`'],
  ['$[-3]', 'there is no such path'],
  ['$[*].id', 'one place a path'],
  ['$..id', 'one place a path'],
  ['$[0:1]', 'one place a path'],
  ["$[0]['id', 'x']", 'one place a path'],
  ['id', 'write `$.id`'],
  ['$[', 'not a JSONPath'],
])('%s is none of them', (text, wanted) => {
  const read = regionPath(text, paths);
  expect(read).toMatchObject({ kind: 'mistake', message: expect.stringContaining(wanted) });
});

test('of many paths the first are shown', () => {
  const many = Array.from({ length: 30 }, (_, index) => `$[${index}]`);
  const read = regionPath('$.x', many);
  expect(read).toMatchObject({ message: expect.stringMatching(/`\$\[7\]`, and 22 more$/) });
});

test('a case may give what a call says a label of its own, at least that of the call', async () => {
  const policy = await definePolicy({
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    answer: { ceiling: 'untrusted', withLinks: 'trusted' },
    tools: {
      send: {
        description: 'trusted',
        call: {
          ceiling: 'trusted',
          data: { body: { form: 'text', ceiling: 'untrusted', writes: [], because: 'Unread.' } },
        },
      },
    },
  });
  const call = { tool: 'send', args: { to: 'ann', body: 'Hello' } };
  const outcomes = testPolicy(policy, [
    { call, label: 'trusted', data: 'untrusted', expect: 'allow' },
    { call, label: 'untrusted', expect: 'ask' },
    { call, label: 'untrusted', data: 'trusted', expect: 'ask' },
  ]);
  expect(outcomes.map(({ passed }) => passed)).toEqual([true, true, true]);
});
