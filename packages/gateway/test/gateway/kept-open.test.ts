import { GoogleGenAI } from '@google/genai';
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

describe('Gemini', () => {
  proves('ask/stream-kept-alive', async () => {
    await using rig = await startRig();
    rig.upstream.play(pays);
    const baseUrl = rig.gateway().url;
    const headers = { 'x-sluice-label': 'untrusted' };
    const google = new GoogleGenAI({ apiKey: rig.key, httpOptions: { baseUrl, headers } });
    const tools = [{ functionDeclarations: [{ name: 'send_money' }] }];
    const chat = google.chats.create({ model: 'm', config: { tools } });
    let kept = 0;
    let calls = 0;
    for await (const chunk of await chat.sendMessageStream({ message: 'Pay eve.' })) {
      calls += chunk.functionCalls?.length ?? 0;
      const { parts = [] } = chunk.candidates?.[0]?.content ?? {};
      if (parts.every(({ text }) => text === '')) kept += 1;
      if (kept === 3 && calls === 0) await rig.answer('yes');
    }
    expect(kept).toBeGreaterThanOrEqual(3);
    expect(calls).toBe(1);
    // The SDK's chat forgets an answer with a chunk that holds no part.
    expect(chat.getHistory(true)[0]).toMatchObject({ role: 'user' });
    expect(chat.getHistory(true)).not.toHaveLength(0);
  });
});
