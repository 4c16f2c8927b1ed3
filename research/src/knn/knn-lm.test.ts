import { labelSpace, placeholder, powerset, type Label, type LabelSpace } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScoredLosses } from '../../../packages/local/src/labels/loss/scored-losses.ts';
import { descendMinimal } from '../../../packages/local/src/labels/search/descend.ts';
import { perplexityDrop } from '../../../packages/local/src/labels/utility/perplexity.ts';
import type { HiddenStates } from '../../../packages/local/src/port/hidden-states.ts';
import type { Prompt } from '../../../packages/local/src/port/prompt.ts';
import {
  fakeStates,
  wordTokenizer,
  type FakeStates,
} from '../../../packages/local/src/testing/fake-states.ts';
import { proves } from '../testing/proves.ts';
import { Datastore } from './datastore.ts';
import { knnLimits } from './knn-limits.ts';
import { KnnLm, type KnnLmOptions } from './knn-lm.ts';

const signal = new AbortController().signal;

function knnOf(
  more: Partial<KnnLmOptions> = {},
  states: FakeStates = fakeStates(),
): { readonly knn: KnnLm; readonly states: FakeStates } {
  const tokenizer = wordTokenizer();
  const datastore = new Datastore(states);
  const settings = { k: 4, temperature: 0.01, gamma: 0.5, tenant: 'ann' };
  return { knn: new KnnLm({ model: states, tokenizer, datastore, ...settings, ...more }), states };
}

/** The documents, then the question. */
function promptOf(documents: readonly string[], question = 'what is the pin'): Prompt {
  return {
    parts: [
      { kind: 'template', text: '<|end|>' },
      ...documents.map((text) => ({ kind: 'document' as const, text })),
      { kind: 'question', text: question },
    ],
  };
}

const facts = ['the pin is 1234', 'the code is 99', 'the name is rex', 'a door is red'];

test('a document that says it makes a completion more probable', async () => {
  const { knn } = knnOf();
  const scored = async (documents: readonly string[]): Promise<number> => {
    const request = { prompt: promptOf(documents), completion: 'the pin is 1234' };
    const { logProbabilities } = await knn.score(request, { signal });
    return logProbabilities.reduce((sum, each) => sum + each, 0);
  };
  expect(await scored(facts)).toBeGreaterThan((await scored(facts.slice(1))) + 1);
  expect(await scored(facts.slice(0, 1))).toBeGreaterThan((await scored([])) + 1);
});

test('the language model sees the prompt without its documents', async () => {
  const { knn, states } = knnOf();
  await knn.score({ prompt: promptOf(facts), completion: 'the pin' }, { signal });
  const asked = states.calls.at(-1);
  const { tokenizer, question } = { tokenizer: wordTokenizer(), question: 'what is the pin' };
  expect(asked?.tokens).toHaveLength(1 + tokenizer.encode(question, { control: false }).length + 1);
  expect(asked?.from).toBe(4);
  const alone = knnOf();
  await alone.knn.score({ prompt: promptOf([]), completion: 'the pin' }, { signal });
  expect(alone.states.calls).toHaveLength(1);
});

describe('what it costs', () => {
  test('is each document once, and each question with its completion once', async () => {
    const { knn } = knnOf();
    const score = async (documents: readonly string[], completion: string): Promise<unknown> =>
      (await knn.score({ prompt: promptOf(documents), completion }, { signal })).evaluated;
    const none = { template: 0, document: 0, question: 0, completion: 0 };
    expect(await score(facts, 'the pin is 1234')).toEqual({
      template: 1,
      document: 12,
      question: 4,
      completion: 3,
    });
    expect(await score(facts.slice(1), 'the pin is 1234')).toEqual(none);
    expect(await score([], 'the pin is 1234')).toEqual(none);
    expect(await score([...facts, 'a new fact'], 'the pin is 1234')).toEqual({
      ...none,
      document: 2,
    });
    expect(await score(facts, 'it is 1234')).toEqual({
      template: 1,
      document: 0,
      question: 4,
      completion: 2,
    });
  });

  proves('knn/one-call', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const space = labelSpace({ sources: powerset() });
    const documents = names.map((name, at) => ({
      label: space.parse(`sources{${name}}`),
      text: facts[at] ?? `${name} is of no use ${at}`,
    }));
    const { knn, states } = knnOf();
    const found = await searched(space, knn, { documents, completion: 'the pin is 1234' });
    expect(found.contexts).toBeGreaterThan(30);
    expect(found.labels).toEqual([documents[0]?.label]);
    expect(states.calls).toHaveLength(documents.length + 1);
    const again = await searched(space, knn, { documents, completion: 'the code is 99' });
    expect(again.labels).toEqual([documents[1]?.label]);
    expect(states.calls).toHaveLength(documents.length + 2);
  });
});

interface Case {
  readonly documents: readonly { readonly label: Label; readonly text: string }[];
  readonly completion: string;
}

async function searched(
  space: LabelSpace,
  knn: KnnLm,
  { documents, completion }: Case,
): Promise<{ readonly labels: readonly Label[]; readonly contexts: number }> {
  const labels = documents.map(({ label }) => label);
  const full = labels.reduce((a, b) => space.join(a, b), space.bottom);
  const losses = new ScoredLosses({
    full,
    scoreAt: (label, options) => {
      const visible = documents.filter((each) => space.flowsTo(each.label, label));
      const prompt = promptOf(visible.map(({ text }) => text));
      return knn.score({ prompt, completion }, options);
    },
    utility: perplexityDrop,
    stopAbove: 0.1,
    budget: { labelsMax: 1_000, tokensMax: 10_000 },
    signal,
  });
  const found = await descendMinimal({ space, labels, floor: space.bottom, losses, lambda: 0.1 });
  return { labels: found, contexts: losses.cost.contexts };
}

describe('generation', () => {
  const generate = (knn: KnnLm, documents: readonly string[], question = 'so the pin') =>
    knn.generate({
      prompt: promptOf(documents, question),
      tokensMax: 3,
      ends: (token) => token === 0,
      signal,
    });

  test('says what the documents say', async () => {
    const { knn } = knnOf();
    const { text, stop } = await generate(knn, facts);
    expect(text).toMatch(/^is 1234/);
    expect(stop).toBe('truncated');
  });

  test('ends at a stop token, which is not part of it', async () => {
    const ending = fakeStates({ weight: (_, token) => (token === 0 ? 99 : 1) });
    const { knn } = knnOf({ gamma: 0.1 }, ending);
    expect(await generate(knn, [])).toEqual({ text: '', tokens: [], stop: 'complete' });
  });

  proves('knn/visible-only', async () => {
    const word = fc.constantFrom('the', 'pin', 'is', '1234', 'so', 'rex', 'what');
    const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { maxLength: 3 }), sentence, sentence, async (...all) => {
        const [visible, one, other] = all;
        const tokens = async (hidden: string): Promise<readonly number[]> => {
          const { knn } = knnOf();
          const completion = 'the pin is 1234';
          // All that was read before, in one datastore.
          await generate(knn, facts);
          await knn.score({ prompt: promptOf([...visible, hidden]), completion }, { signal });
          return (await generate(knn, visible)).tokens;
        };
        expect(await tokens(one)).toEqual(await tokens(other));
      }),
      { numRuns: 40 },
    );
  });

  proves('knn/same-mixture', async () => {
    const tokenizer = wordTokenizer();
    const words = facts.flatMap((fact) => [...tokenizer.encode(fact, { control: false })]);
    const lean = fakeStates({
      weight: (last, token) => (words.includes(token) ? 1 + ((7 * last + token) % 5) : 0),
    });
    for (const gamma of [0, 0.2, 0.5, 1]) {
      const { knn } = knnOf({ gamma, tokenizer }, lean);
      for (const question of ['so the pin', 'so the code', 'a door is', 'is is']) {
        const { tokens } = await generate(knn, facts, question);
        const chances = new Map<number, number>();
        for (const token of new Set([...words, ...tokens])) {
          const request = {
            prompt: promptOf(facts, question),
            completion: tokenizer.decode([token]),
          };
          const { logProbabilities } = await knn.score(request, { signal });
          chances.set(token, logProbabilities[0] ?? Number.NaN);
        }
        expect(chances.get(tokens[0] ?? -1)).toBe(Math.max(...chances.values()));
      }
    }
  });
});

describe('limits and mistakes', () => {
  const long = (tokens: number): string => 'a '.repeat(tokens);

  test('a completion that is too long is refused before the model is run', async () => {
    const { knn, states } = knnOf();
    const completion = long(knnLimits.completionTokensMax + 1);
    await expect(knn.score({ prompt: promptOf([]), completion }, { signal })).rejects.toMatchObject(
      {
        code: 'limit-exceeded',
      },
    );
    expect(states.calls).toHaveLength(0);
  });

  test('a prompt of documents alone is refused', async () => {
    const { knn } = knnOf();
    const prompt: Prompt = { parts: [{ kind: 'document', text: 'the pin is 1234' }] };
    await expect(knn.score({ prompt, completion: 'the' }, { signal })).rejects.toMatchObject({
      code: 'history-invalid',
    });
  });

  test('settings that make no distribution are refused', () => {
    expect(() => knnOf({ gamma: 2 })).toThrow('make no distribution');
  });

  test.each<[string, Partial<KnnLmOptions>]>([
    ['a model', { model: fakeStates({ model: 'other' }) }],
    ['a tokenizer', { tokenizer: wordTokenizer('other') }],
    ['a datastore', { datastore: new Datastore(fakeStates({ model: 'other' })) }],
  ])('%s of another name is refused', (_, more) => {
    expect(() => knnOf(more)).toThrow(expect.objectContaining({ code: 'settings-invalid' }));
  });

  test('a document of another width is refused, scored or generated from', async () => {
    const narrow: HiddenStates = {
      model: 'fake',
      states: async ({ tokens, from }) => {
        const rows = tokens.length - from;
        return {
          hidden: new Float32Array(rows * 2),
          width: 2,
          next: new Float32Array(),
          vocabulary: 0,
        };
      },
    };
    const { knn } = knnOf({ datastore: new Datastore(narrow) });
    const prompt = promptOf(facts);
    const wrong = { code: 'settings-invalid' };
    await expect(knn.score({ prompt, completion: 'the pin' }, { signal })).rejects.toMatchObject(
      wrong,
    );
    const request = { prompt, tokensMax: 1, ends: () => false, signal };
    await expect(knn.generate(request)).rejects.toMatchObject(wrong);
  });

  test('a completion of no tokens has no probabilities', async () => {
    const { knn } = knnOf();
    const scored = await knn.score({ prompt: promptOf(facts), completion: '' }, { signal });
    expect(scored).toMatchObject({ logProbabilities: [], completionTokens: 0 });
  });

  test('what a label hides is no document', async () => {
    const { knn, states } = knnOf();
    const score = async (documents: readonly string[]): Promise<readonly number[]> =>
      (await knn.score({ prompt: promptOf(documents), completion: 'the pin' }, { signal }))
        .logProbabilities;
    expect(await score([placeholder])).toEqual(await score([]));
    expect(states.calls).toHaveLength(1);
  });

  test('the scoring ends where the caller has seen enough', async () => {
    const { knn } = knnOf();
    const request = { prompt: promptOf(facts), completion: 'the pin is 1234' };
    const stop = (soFar: readonly number[], all: number): boolean =>
      soFar.length === 2 && all === 4;
    const scored = await knn.score(request, { signal, stop });
    expect(scored.logProbabilities).toHaveLength(2);
    expect(scored.completionTokens).toBe(4);
  });

  test('an aborted signal ends it', async () => {
    const { knn } = knnOf();
    const request = { prompt: promptOf(facts), completion: 'the pin' };
    await expect(knn.score(request, { signal: AbortSignal.abort() })).rejects.toThrow('abort');
  });
});
