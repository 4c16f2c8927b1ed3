import { describe, expect, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig } from './harness.ts';
import { paths, paying, pays, type Path } from './paying.ts';

vi.mock('../../src/limits.ts', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.ts')>();
  return { limits: { ...limits, keepAliveMsMax: 30 } };
});

/** By which each protocol keeps a stream open. */
const keptAlive: Readonly<Record<Path, RegExp>> = {
  '/v1/chat/completions': /^data: .*"delta":\{\},"logprobs":null,"finish_reason":null/gm,
  '/v1/responses': /^data: \{"type":"response\.in_progress"/gm,
  '/v1/messages': /^data: \{"type":"ping"/gm,
};

describe.each(paths)('%s', (path) => {
  proves('ask/stream-kept-alive', async () => {
    await using rig = await startRig();
    rig.upstream.play(pays);
    const { promise: kept, resolve } = Promise.withResolvers<void>();
    const isKept = (text: string): boolean => (text.match(keptAlive[path])?.length ?? 0) > 3;
    const response = paying(rig, path, {
      onText: (text) => void (isKept(text) && resolve()),
    });
    await kept;
    await rig.answer('yes');
    const { text, isBroken } = await response;
    expect([text.includes('send_money'), isBroken]).toEqual([true, false]);
  });
});
