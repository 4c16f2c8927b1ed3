import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Prompt, Scorer } from '@sluice/local';
import { expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import {
  keyOf,
  Memory,
  rememberingChat,
  rememberingScorer,
  rememberingWriter,
} from './remember.ts';

const signal = new AbortController().signal;

const prompt: Prompt = { parts: [{ kind: 'question', text: 'who?' }] };

const options = { signal };

function newFile(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'sluice-labels-')), 'deep', 'scores.jsonl');
}

function countedScorer(model = 'tiny'): { scorer: Scorer; asked: () => number } {
  let asked = 0;
  const evaluated = { template: 0, document: 0, question: 1, completion: 1 };
  const scorer: Scorer = {
    backEnd: 'fake',
    model,
    score: ({ completion }, { stop }) => {
      asked += 1;
      expect(stop).toBeUndefined();
      const logProbabilities = [-completion.length, -0.25];
      return Promise.resolve({
        backEnd: 'fake',
        logProbabilities,
        completionTokens: 2,
        tokens: evaluated,
        evaluated,
      });
    },
  };
  return { scorer, asked: () => asked };
}

proves('label-bench/one-scoring', async () => {
  const file = newFile();
  const first = countedScorer();
  const request = { prompt, completion: 'ann' };
  // A caller may ask to stop early: what is kept serves every threshold, so it is whole.
  const stopping = { signal, stop: (): boolean => true };
  const scored = await rememberingScorer(first.scorer, new Memory(file)).score(request, stopping);
  // A killed run leaves half a line behind.
  appendFileSync(file, '\n{"key": "half');
  const again = countedScorer();
  const remembering = rememberingScorer(again.scorer, new Memory(file));
  const known = await remembering.score(request, options);
  expect(known.logProbabilities).toEqual(scored.logProbabilities);
  expect(known.completionTokens).toBe(2);
  expect([first.asked(), again.asked()]).toEqual([1, 0]);
  await remembering.score({ prompt, completion: 'ben' }, options);
  expect(again.asked()).toBe(1);
  expect(readFileSync(file, 'utf8')).not.toContain('who?');
});

test('what was written after a torn line is read', async () => {
  const file = newFile();
  new Memory(file).keepScore('a', [-1]);
  appendFileSync(file, '\n{"key"');
  new Memory(file).keepScore('b', [-2]);
  const memory = new Memory(file);
  expect([memory.score('a'), memory.score('b')]).toEqual([[-1], [-2]]);
});

test.each([
  ['the model', keyOf('other', prompt, 'x')],
  ['the completion', keyOf('tiny', prompt, 'y')],
  ['a text', keyOf('tiny', { parts: [{ kind: 'question', text: 'why?' }] }, 'x')],
  ['a kind', keyOf('tiny', { parts: [{ kind: 'document', text: 'who?' }] }, 'x')],
  [
    'where a part ends',
    keyOf(
      'tiny',
      {
        parts: [
          { kind: 'question', text: 'wh' },
          { kind: 'question', text: 'o?' },
        ],
      },
      'x',
    ),
  ],
])('another key for another one: %s', (_, key) => {
  expect(key).not.toBe(keyOf('tiny', prompt, 'x'));
});

test('a text is written once for each length', async () => {
  const memory = new Memory();
  let asked = 0;
  const writer = rememberingWriter(
    (_, { tokensMax }) => {
      asked += 1;
      return Promise.resolve('x'.repeat(tokensMax));
    },
    'tiny',
    memory,
  );
  expect(await writer(prompt, { tokensMax: 3, signal })).toBe('xxx');
  expect(await writer(prompt, { tokensMax: 3, signal })).toBe('xxx');
  expect(await writer(prompt, { tokensMax: 2, signal })).toBe('xx');
  expect(asked).toBe(2);
});

test('a chat is remembered with its calls', async () => {
  const memory = new Memory();
  let asked = 0;
  const model = rememberingChat(
    {
      name: 'tiny',
      generate: () => {
        asked += 1;
        const calls = [{ tool: 'report', args: `[${asked}]` }];
        return Promise.resolve({ text: '', calls, stop: 'complete' });
      },
    },
    memory,
  );
  const view = { messages: [], tools: [] };
  const first = await model.generate({ view, mustCall: 'report' }, options);
  expect(await model.generate({ view, mustCall: 'report' }, options)).toEqual(first);
  expect(await model.generate({ view }, options)).not.toEqual(first);
  expect(asked).toBe(2);
});
