import { expect, test } from 'vitest';
import { checkPolicy } from '../load.ts';

test('what only reads writes no store', async () => {
  const policy = (effect: string): string => `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  search:
    effect: ${effect}
    call: { ceiling: trusted, data: { words: { form: text, ceiling: untrusted, writes: searches } } }
    result: { format: text, label: untrusted, reads: searches }
`;
  const errors = async (effect: string): Promise<readonly string[]> => {
    const problems = await checkPolicy(policy(effect));
    return problems.filter(({ severity }) => severity === 'error').map(({ path }) => path);
  };
  expect(await errors('read')).toEqual(['tools.search.effect']);
  expect(await errors('write')).toEqual([]);
});
