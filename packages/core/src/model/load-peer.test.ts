import { expect, test } from 'vitest';
import { loadPeer } from './load-peer.ts';

test('a peer that is there is loaded', async () => {
  const { default: OpenAI } = await loadPeer('openai', () => import('openai'));
  expect(OpenAI).toBeTypeOf('function');
});

test('a peer that is not there is named, with what to type', async () => {
  const missing = 'a-package-that-nobody-installed';
  await expect(loadPeer(missing, () => import(missing))).rejects.toMatchObject({
    code: 'peer-missing',
    message: expect.stringContaining(missing),
    hint: `npm install ${missing}`,
    cause: expect.any(Error),
  });
});
