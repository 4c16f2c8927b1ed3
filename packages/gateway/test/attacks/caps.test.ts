import { expect, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { ask, say, type Got } from '../identity/client.ts';
import { askingRig, callerOf } from './asking.ts';

vi.mock('../../src/limits.ts', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.ts')>();
  return { limits: { ...limits, questionsPerRunMax: 2, questionsPerTenantMax: 4 } };
});

const text = ({ message }: Got): string => message?.content ?? '';

proves('ask/caps', async () => {
  let skipped = 0;
  await using rig = await askingRig({ nowMs: () => Date.now() + skipped });
  const caller = callerOf(rig);
  const pay = (...names: string[]): Promise<Got> => {
    const lines = names.map((to) => JSON.stringify({ to }));
    return ask(caller, { messages: [say('user', `pay ${lines.join('\n')}`)] });
  };
  expect(text(await pay('one', 'two', 'three'))).toContain('Waiting');
  expect(await rig.questions()).toHaveLength(2);
  expect(text(await pay('four'))).toContain('Waiting');
  expect(text(await pay('five'))).toContain('Waiting');
  expect(text(await pay('six'))).toBe('Refused.');
  expect(await rig.questions()).toHaveLength(4);
  const other = callerOf(rig, await rig.addKey('other'));
  expect(text(await ask(other, { messages: [say('user', 'pay {"to":"x"}')] }))).toContain(
    'Waiting',
  );
  skipped = 6 * 60_000;
  expect(text(await pay('seven'))).toContain('Waiting');
});
