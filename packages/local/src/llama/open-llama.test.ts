import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { useTiny } from '../../test/use-tiny.ts';
import { llamaScorer } from './llama-scorer.ts';
import { openLlama } from './open-llama.ts';

const tiny = useTiny();
const options = { threads: 1, contextTokensMax: 64 };

test('a model knows its name, its room, and how it is talked to', () => {
  const { model, contextTokensMax, template } = tiny.llama;
  expect([model, contextTokensMax]).toEqual(['tiny', 512]);
  const view = { messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }], tools: [] };
  expect(template.prompt(view as never).parts.map((part) => part.text)).toEqual([
    '<|im_start|>user\n',
    'Hi',
    '<|im_end|>\n<|im_start|>assistant\n',
  ]);
});

test('closing one model leaves another open', async () => {
  const request = {
    prompt: { parts: [{ kind: 'question', text: 'a' }] },
    completion: 'bc',
  } as const;
  const { signal } = new AbortController();
  {
    await using other = await openLlama({ path: tiny.path, ...options });
    await llamaScorer(other).score(request, { signal });
  }
  const scored = await llamaScorer(tiny.llama).score(request, { signal });
  expect(scored.logProbabilities).toHaveLength(2);
});

test('a model that is closed in the middle of a call says so, if it could not wait', async () => {
  const llama = await openLlama({ path: tiny.path, threads: 1, contextTokensMax: 2_000 });
  const scorer = llamaScorer(llama);
  const { signal } = new AbortController();
  const parts = [{ kind: 'document', text: 'a b c '.repeat(250) }] as const;
  await scorer.score({ prompt: { parts }, completion: 'd' }, { signal });
  const other = [{ kind: 'document', text: 'c b a '.repeat(250) }] as const;
  const late = scorer.score({ prompt: { parts: other }, completion: 'd' }, { signal });
  const ended = late.then(
    () => 'model-failed',
    (error: unknown) => (error as { code: string }).code,
  );
  await llama.dispose();
  expect(await ended).toBe('model-failed');
});

test('a context that had no memory keeps no model from closing', async () => {
  const llama = await openLlama({ path: tiny.path, ...options });
  const { native } = llama;
  const scorer = llamaScorer(llama);
  const { signal } = new AbortController();
  const request = {
    prompt: { parts: [{ kind: 'question', text: 'a' }] },
    completion: 'b',
  } as const;
  // The peer's own count of contexts stays then, and closing waits for it.
  const close = native.dispose.bind(native);
  const dispose = vi.spyOn(native, 'dispose').mockReturnValue(new Promise(() => {}));
  vi.spyOn(native, 'createContext').mockRejectedValueOnce(new Error('no memory'));
  await expect(scorer.score(request, { signal })).rejects.toMatchObject({ code: 'model-failed' });
  await expect(scorer.score(request, { signal })).resolves.toHaveProperty('completionTokens', 1);
  await llama.dispose();
  expect(dispose).toHaveBeenCalledOnce();
  await close();
});

describe('mistakes in use', () => {
  test.each([
    ['no threads', { threads: 0 }],
    ['half a thread', { threads: 0.5 }],
    ['no room', { contextTokensMax: 0 }],
    ['more room than the model has learnt', { contextTokensMax: 2_049 }],
  ])('%s', async (_, wrong) => {
    const opened = openLlama({ path: tiny.path, ...options, ...wrong });
    await expect(opened).rejects.toMatchObject({ code: 'settings-invalid' });
  });

  test.each<[string, (whole: Buffer) => string | Uint8Array, string]>([
    ['a file that is no model', () => 'GGUF, or so it says', 'weights-invalid'],
    ['half a file', (whole) => whole.subarray(0, whole.length / 2), 'weights-invalid'],
  ])('%s', async (_, content, code) => {
    const path = `${tiny.path}.bad`;
    writeFileSync(path, content(readFileSync(tiny.path)));
    await expect(openLlama({ path, ...options })).rejects.toMatchObject({ code });
  });

  test('no file', async () => {
    const opened = openLlama({ path: `${tiny.path}.missing`, ...options });
    await expect(opened).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});

describe('without the peer', () => {
  test.each([
    ['it is not installed', {}],
    ['it has no program for this machine', { getLlama: () => Promise.reject(new Error('none')) }],
  ])('%s: the error says what to type', async (_, exports) => {
    vi.resetModules();
    vi.doMock('node-llama-cpp', () => {
      if (Object.keys(exports).length === 0) throw new Error('cannot find the package');
      return { LlamaLogLevel: { disabled: 'disabled' }, ...exports };
    });
    const { openLlama: open } = await import('./open-llama.ts');
    const opened = open({ path: tiny.path, ...options });
    await expect(opened).rejects.toMatchObject({
      code: 'peer-missing',
      hint: expect.stringContaining('npm install node-llama-cpp') as string,
    });
    vi.doUnmock('node-llama-cpp');
    vi.resetModules();
  });
});
