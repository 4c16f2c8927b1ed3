import { expect, test } from 'vitest';
import { useTiny } from '../../test/use-tiny.ts';
import { llamaModel } from './llama-model.ts';
import { llamaScorer } from './llama-scorer.ts';
import { backEndOf, openLlama } from './open-llama.ts';

const tiny = useTiny({ chats: false });
const { signal } = new AbortController();
const view = {
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] } as const],
  tools: [],
};

test('a base model is asked in a plain form', async () => {
  const { template } = tiny.llama;
  const prompt = template.prompt(view);
  const text = prompt.parts.map((part) => part.text).join('');
  expect(text).toBe('### User:\nHi\n\n### Assistant:\n');
  const scored = await llamaScorer(tiny.llama).score({ prompt, completion: 'Hello' }, { signal });
  expect(scored.logProbabilities).toHaveLength(scored.completionTokens);
  const reply = await llamaModel(tiny.llama, { outputTokensMax: 8 }).generate({ view }, { signal });
  expect(reply.usage?.outputTokens).toBeLessThanOrEqual(8);
});

test('each program that computes has a name of its own', () => {
  expect([backEndOf(false), backEndOf('cuda')]).toEqual(['llama:cpu', 'llama:cuda']);
});

test('a GPU is used where there is one, and where there is none the CPU', async () => {
  await using llama = await openLlama({
    path: tiny.path,
    threads: 1,
    contextTokensMax: 64,
    gpu: true,
  });
  expect(llama.backEnd).toBe(backEndOf(llama.native.llama.gpu));
  const prompt = { parts: [{ kind: 'question', text: 'a' }] } as const;
  const scored = await llamaScorer(llama).score({ prompt, completion: 'b' }, { signal });
  expect(scored.backEnd).toBe(llama.backEnd);
  expect(tiny.llama.backEnd).toBe('llama:cpu');
});
