import { expect, test } from 'vitest';
import { readCondition } from '../compile/condition.ts';
import type { Truth } from '../operators/truth.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { patchedFiles } from './patched-files.ts';

function patch(...lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

const add = '*** Add File: a.ts\n+one';
const update = '*** Update File: a.ts\n@@\n-a\n+b';

test.each<[string, readonly string[]]>([
  [patch(add), ['a.ts']],
  [`${patch(add)}\n`, ['a.ts']],
  [patch('*** Add File: a b/c.ts', '+'), ['a b/c.ts']],
  [patch('*** Delete File: a.ts'), ['a.ts']],
  [patch(update), ['a.ts']],
  [patch('*** Update File: a.ts', '@@ class A', ' x', '', '-a', '*** End of File'), ['a.ts']],
  [patch('*** Update File: a.ts', '*** Move to: b.ts', '@@', '-a'), ['a.ts', 'b.ts']],
  [patch(update, '*** Delete File: .env', add), ['a.ts', '.env', 'a.ts']],
  [patch('*** Add File: a.ts', '+*** Delete File: .env'), ['a.ts']],
])('%j changes %j', (text, files) => {
  expect(patchedFiles(text)).toEqual(files);
});

const unclear = [
  '',
  'a',
  '*** Begin Patch\n*** End Patch',
  add,
  ` ${patch(add)}`,
  `${patch(add)}\n\n`,
  `${patch(add)}\n*** Delete File: .env`,
  `<<'EOF'\n${patch(add)}\nEOF`,
  patch(add).replaceAll('\n', '\r\n'),
  patch('*** Add File: a.ts', 'one'),
  patch('*** Add File: a.ts ', '+one'),
  patch('*** Add File:  a.ts', '+one'),
  patch('*** Add File: ', '+one'),
  patch('*** add file: a.ts', '+one'),
  patch('+one'),
  patch('*** Delete File: a.ts', '+one'),
  patch('*** Move to: b.ts'),
  patch(add, '*** Move to: b.ts'),
  patch(update, '*** Move to: b.ts'),
  patch(update, ' *** Delete File: .env'),
  patch(update, '-*** Delete File: .env'),
  patch(update, '*** Rename File: .env'),
  patch(update, '*** End Patch', '*** Begin Patch', '*** Delete File: .env'),
  patch('*** Environment ID: x', add),
  patch('*** Add File: a\u2028*** Delete File: .env', '+one'),
];

proves('policy/patch-closed', () => {
  expect(unclear.filter((text) => patchedFiles(text) !== undefined)).toEqual([]);
});

function truthOf(value: unknown): Truth {
  const groups = new Map([['workspace', ['/home/me/app']]]);
  const read = readCondition({ patch: ['project', 'document'] }, groups);
  if (read.kind === 'mistake') throw new Error(read.message);
  return read.holds([value], new PatternBudget());
}

test.each<[unknown, Truth]>([
  [patch(add), 'true'],
  [patch('*** Add File: /home/me/app/a.ts', '+x'), 'true'],
  [patch(update, '*** Delete File: .env'), 'false'],
  [patch('*** Update File: a.ts', '*** Move to: .git/hooks/pre-commit', '@@', '-a'), 'false'],
  [patch('*** Add File: /etc/x', '+x'), 'false'],
  [patch('*** Add File: ../x', '+x'), 'unknown'],
  [patch(update, '*** Delete File: .env', '*** Delete File: ../x'), 'false'],
  ['a', 'unknown'],
  [7, 'unknown'],
  [patch(add, `+${'a'.repeat(limits.patternCharactersMax)}`), 'unknown'],
])('%j is of the project: %s', (value, wanted) => {
  expect(truthOf(value)).toBe(wanted);
});
