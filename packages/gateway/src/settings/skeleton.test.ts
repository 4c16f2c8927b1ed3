import { definePolicy } from '@sluice/core';
import { expect, test } from 'vitest';
import { skeleton } from './skeleton.ts';

const policy = await definePolicy(
  {
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    answer: { ceiling: 'untrusted' },
    tools: {},
    postCheck: [{ name: 'key', values: ['KESTREL_4471_IMoHnl'] }],
  },
  { skeleton },
);

test.each([
  ['Cyrillic', 'КЕЅТRЕL_4471_ІМоНnl'],
  ['Greek', 'ΚΕSΤRΕL_4471_ΙΜοΗnl'],
  ['Cherokee and Lisu', 'ᏦᎬᏚᎢᏒᎬᏞ_4471_ꓲꓟoꓧnl'],
  ['mathematical', '𝐊𝐄𝐒𝐓𝐑𝐄𝐋_𝟒𝟒𝟕𝟏_𝐈𝐌𝐨𝐇𝐧𝐥'],
  ['spaced out by percent signs', `é ${'KESTREL_4471_IMoHnl'.split('').join('%')}`],
  ['capitals and digits that look alike', 'KESTREL_447I_1rnOHnl'],
])('what looks like a value is one: %s', (_, written) => {
  expect(policy.ruleAnswer(`It is ${written}.`).kind).toBe('deny');
});

test('what does not look like it is none', () => {
  expect(policy.ruleAnswer('A kestrel, number 4471, flew over Emo Hill.').kind).toBe('ceiling');
});
