import { expect, test } from 'vitest';
import { checkPolicy } from '../load.ts';
import type { AnswerFieldSource } from '../source.ts';

async function problemsOf(...fields: readonly AnswerFieldSource[]): Promise<readonly string[]> {
  const lattice = { integrity: { chain: ['trusted', 'middling', 'untrusted'] } };
  const answer = { ceiling: 'middling', withLinks: 'trusted', fields };
  const tools = { pay: { call: 'never', result: { format: 'json', label: 'untrusted' } } };
  const source = { version: 1, lattice, onViolation: 'ask', answer, tools };
  const problems = await checkPolicy(JSON.stringify(source));
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

const to = { name: 'to', path: '$.to', ceiling: 'trusted' } as const;
const optional = { optional: true } as const;

test.each<[string, readonly AnswerFieldSource[]]>([
  ['fields of their own', [to, { ...to, name: 'cc', path: '$.cc' }]],
  ['a stricter action at the ceiling of all', [{ ...to, ceiling: 'top', onViolation: 'block' }]],
  ['a field that an optional one covers', [{ ...to, path: '$.*', ...optional }, to]],
  [
    'an entry of which one path alone counts',
    [
      { ...to, path: ['$.to', '$.cc'], ...optional },
      { ...to, name: 'all' },
    ],
  ],
])('nothing is said of %s', async (_, fields) => {
  expect(await problemsOf(...fields)).toEqual([]);
});

test.each<[string, readonly AnswerFieldSource[], string]>([
  [
    'a ceiling that is none',
    [{ ...to, ceiling: 'untrusted' }],
    'answer.fields[0]: `to` changes nothing: no answer may carry more than its ceiling',
  ],
  [
    'the same once more',
    [to, { ...to, name: 'again' }],
    'answer.fields[1]: `again` changes nothing: `to` counts wherever it does',
  ],
  [
    'a wider path that is as strict',
    [
      { ...to, ...optional },
      { ...to, name: 'all', path: '$.*' },
    ],
    'answer.fields[0]: `to` changes nothing: `all` counts wherever it does',
  ],
  ['a path that is none', [{ ...to, path: 'to' }], 'answer.fields[0].path: the path `to` does not'],
  ['a label that is none', [{ ...to, ceiling: 'low' }], 'answer.fields[0].ceiling: '],
])('%s', async (_, fields, said) => {
  expect(await problemsOf(...fields)).toEqual([expect.stringContaining(said)]);
});
