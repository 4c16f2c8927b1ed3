import { expect, test, vi } from 'vitest';
import { mailPolicy, startRig } from '../gateway/harness.ts';
import { ask, say, type ChatMessage } from './client.ts';
import { honest } from './honest-model.ts';

// Each run that is read drives the one before out of memory.
vi.mock('../../src/limits.ts', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.ts')>();
  return { limits: { ...limits, runsInMemoryMax: 1 } };
});

test('more alike conversations than memory holds go on', async () => {
  await using rig = await startRig({ policy: mailPolicy });
  rig.upstream.play(honest);
  const caller = { rig, key: rig.key, model: 'gpt-4o' };
  const begin: readonly ChatMessage[] = [say('system', 'You help.'), say('user', 'hello')];
  const answer: ChatMessage = { role: 'assistant', content: 'Hello.' };
  const second = [...begin, answer, say('user', 'hello again')];
  for (const messages of [begin, begin, begin, second, second, second])
    await ask(caller, { messages });
  // None of the three stands here any more: all are compared.
  const messages = [...begin, answer, say('user', 'pay bob')];
  const { status } = await ask(caller, { messages });
  expect(status).toBe(200);
});
