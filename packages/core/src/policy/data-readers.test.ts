import { expect, test } from 'vitest';
import { checkPolicy } from './load.ts';
import type { PolicySource, ToolSource } from './source.ts';

/** Whom an argument lets read a call's text is known only when it is called: till then, nobody. */
async function mistakes(tools: Readonly<Record<string, ToolSource>>): Promise<readonly string[]> {
  const source: PolicySource = {
    version: 1,
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { readers: 'any' },
    },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools,
  };
  const problems = await checkPolicy(JSON.stringify(source));
  return problems.filter(({ severity }) => severity === 'error').map(({ path }) => path);
}

const call = { ceiling: 'trusted', readersFrom: ['to'] } as const;

test('data that may hold more than the readers of its call says where it is read back', async () => {
  const data = { body: { form: 'text', ceiling: 'nobody' } } as const;
  expect(await mistakes({ send: { call: { ...call, data } } })).toEqual([
    'tools.send.call.data.body',
  ]);
});

test('what was written for nobody is not read back by those whom a field names', async () => {
  const data = { body: { form: 'text', ceiling: 'untrusted & nobody', writes: 'sent' } } as const;
  const rule = { path: '$[*].body', label: 'untrusted', readersFrom: ['$[*].to'] };
  const result = { format: 'json', label: 'untrusted & nobody', reads: 'sent', rules: [rule] };
  const outbox = { effect: 'read', result } as const as ToolSource;
  expect(await mistakes({ send: { call: { ...call, data } }, outbox })).toEqual([
    'tools.outbox.result.rules[0].label',
  ]);
});
