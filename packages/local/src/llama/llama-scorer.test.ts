import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Prompt, PromptPart } from '../port/prompt.ts';
import type { Scored, ScoreRequest, TokenCount } from '../port/scorer.ts';
import { documentsContext } from '../labels/context/documents.ts';
import { scoredLosses } from '../labels/context/searched-context.ts';
import { perplexityDrop } from '../labels/utility/perplexity.ts';
import { documentLabels } from '../testing/losses.ts';
import { proves } from '../testing/proves.ts';
import { useTiny } from '../../test/use-tiny.ts';
import { llamaScorer } from './llama-scorer.ts';
import type { LlamaBackEnd, OpenedLlama } from './open-llama.ts';
import { scoreAll } from './score-all.ts';

const { signal } = new AbortController();
const tiny = useTiny();
const small = useTiny({ contextTokensMax: 64 });
const completion = 'The key is 17, and the door is open.';

const opening: PromptPart = { kind: 'template', text: '<|im_start|>user\n' };
const closing: PromptPart = { kind: 'template', text: '<|im_end|>\n<|im_start|>assistant\n' };
const question: PromptPart = { kind: 'question', text: 'What is the key?' };

/** Equally long, and different from the first character on. */
const documents = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at): PromptPart => ({
  kind: 'document',
  text: `${name} says that the key is ${at}.\n`,
}));

function promptOf(shown: readonly PromptPart[]): Prompt {
  return { parts: [opening, ...shown, question, closing] };
}

/** Every choice of some of the documents, in order. */
function choicesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: 2 ** items.length }, (_, choice) =>
    items.filter((__, at) => Math.floor(choice / 2 ** at) % 2 === 1),
  );
}

/** Scores each request in a context that has read nothing before. */
async function scoreCold(
  llama: OpenedLlama,
  requests: readonly ScoreRequest[],
): Promise<readonly Scored<LlamaBackEnd>[]> {
  const scored: Scored<LlamaBackEnd>[] = [];
  for (const request of requests) scored.push(await llamaScorer(llama).score(request, { signal }));
  return scored;
}

function kindCounts(llama: OpenedLlama, prompt: Prompt): Omit<TokenCount, 'completion'> {
  const counts = { template: 0, document: 0, question: 0 };
  for (const { kind, text } of prompt.parts)
    counts[kind] += llama.tokenizer.encode(text, { control: kind === 'template' }).length;
  return counts;
}

function total(scored: readonly Scored<string>[], kind: keyof TokenCount): number {
  return scored.reduce((sum, { evaluated }) => sum + evaluated[kind], 0);
}

function largestDifference(a: readonly Scored<string>[], b: readonly Scored<string>[]): number {
  const [one, other] = [a, b].map((each) => each.flatMap((scored) => scored.logProbabilities));
  expect(one?.length).toBe(other?.length);
  return Math.max(...(one ?? []).map((value, at) => Math.abs(value - (other?.[at] ?? NaN))));
}

proves('llama/scores-shared-prefixes-once', async () => {
  const { llama } = tiny;
  const requests = choicesOf(documents).map((shown) => ({ prompt: promptOf(shown), completion }));
  const shared = await scoreAll(llamaScorer(llama), requests, { signal });
  const separate = await scoreCold(llama, requests);
  expect(requests).toHaveLength(64);
  expect(total(shared, 'document') / total(separate, 'document')).toBe(63 / 192);
  expect(largestDifference(shared, separate)).toBeLessThan(1e-4);
});

proves('llama/total-order-evaluates-once', async () => {
  const { llama } = tiny;
  const before: PromptPart = { kind: 'question', text: 'What is the key? Read on.\n' };
  const chain = documents.map((_, at) => ({
    prompt: { parts: [opening, before, ...documents.slice(0, at + 1)] },
    completion,
  }));
  const scored = await scoreAll(llamaScorer(llama), chain, { signal });
  const [longest] = await scoreCold(llama, chain.slice(-1));
  for (const kind of ['template', 'question', 'document'] as const)
    expect(total(scored, kind)).toBe(longest?.evaluated[kind]);
});

describe('a completion scores the same on a kept prefix as on a fresh context', () => {
  const types = ['f32', 'q8_0', 'q4_1'] as const;
  const part = fc.record<PromptPart>({
    kind: fc.constantFrom('document', 'question'),
    text: fc.constantFrom('a', 'b', 'the key ', 'and the door '),
  });
  const request = fc.record({
    prompt: fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 6 }) }),
    completion: fc.constantFrom('a', 'is 17.', 'and the door is open.'),
    mayStop: fc.boolean(),
  });
  for (const type of types) {
    const typed = useTiny({ type });
    proves('llama/scores-as-cold', async () => {
      const { llama } = typed;
      const scorer = llamaScorer(llama);
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 6 }), async (requests) => {
          const cold = await scoreCold(llama, requests.slice(-1));
          let last: Scored<LlamaBackEnd> | undefined;
          for (const { mayStop, ...each } of requests) {
            const stop = mayStop ? () => false : undefined;
            last = await scorer.score(each, { signal, stop });
          }
          expect(last?.logProbabilities).toEqual(cold[0]?.logProbabilities);
        }),
        { numRuns: 15 },
      );
    });
  }
});

proves('llama/stop-saves', async () => {
  const { llama } = tiny;
  const request = { prompt: promptOf(documents), completion };
  const [whole] = await scoreCold(llama, [request]);
  const asked: number[] = [];
  const stopped = await llamaScorer(llama).score(request, {
    signal,
    stop: (soFar, completionTokens) => {
      expect(completionTokens).toBe(whole?.completionTokens);
      asked.push(soFar.length);
      return soFar.length >= 6;
    },
  });
  expect(asked).toEqual([2, 6]);
  expect(stopped.logProbabilities).toEqual(whole?.logProbabilities.slice(0, 6));
  expect(stopped.evaluated.completion).toBe(5);
  expect(stopped.completionTokens).toBe(whole?.completionTokens);
});

test('tokens are counted by what they are of', async () => {
  const { llama } = tiny;
  const scorer = llamaScorer(llama);
  const first = await scorer.score({ prompt: promptOf(documents), completion }, { signal });
  const counts = kindCounts(llama, promptOf(documents));
  expect(first.evaluated).toEqual({ ...counts, completion: first.completionTokens - 1 });
  expect(first.tokens).toEqual({ ...counts, completion: first.completionTokens });
  const again = await scorer.score({ prompt: promptOf(documents), completion }, { signal });
  expect(again.evaluated).toEqual({ ...first.evaluated, template: 1, document: 0, question: 0 });
  expect(again.tokens).toEqual(first.tokens);
  expect(again.logProbabilities).toEqual(first.logProbabilities);
});

test('where scoring stops does not depend on what is kept', async () => {
  const scorer = llamaScorer(tiny.llama);
  const shown = promptOf(documents);
  const asked = async (from: Prompt): Promise<readonly number[]> => {
    const lengths: number[] = [];
    await scorer.score({ prompt: from, completion }, { signal });
    const stop = (soFar: readonly number[]): boolean => lengths.push(soFar.length) > 99;
    await scorer.score({ prompt: shown, completion }, { signal, stop });
    return lengths;
  };
  const fresh = await asked({ parts: [question] });
  for (const cut of [0, 1, 2, 3]) {
    const { text } = closing;
    const before = { ...closing, text: text.slice(0, text.length - cut) };
    const kept = { parts: [...shown.parts.slice(0, -1), before] };
    expect(await asked(kept)).toEqual(fresh);
  }
});

test('a search that a budget ends gives the same label whatever the scorer keeps', async () => {
  const scorer = llamaScorer(tiny.llama);
  const { space, labels } = documentLabels(documents.length);
  const context = documentsContext({
    space,
    documents: documents.map(({ text }, at) => ({ text, label: labels[at] ?? space.bottom })),
    order: 'given',
    before: [opening],
    after: [question, closing],
  });
  const search = async (tokensMax: number): Promise<readonly number[]> => {
    const losses = scoredLosses(context, {
      scorer,
      completion,
      utility: perplexityDrop,
      stopAbove: 0,
      budget: { labelsMax: 1_000, tokensMax },
      signal,
    });
    const contexts: number[] = [];
    for (const label of [space.bottom, ...labels])
      await losses.exact(label).then(
        () => contexts.push(losses.cost.contexts),
        () => contexts.push(-1),
      );
    return contexts;
  };
  const { template, document } = kindCounts(tiny.llama, promptOf(documents));
  const first = await search(2 * (template + document));
  expect(first.at(-1)).toBe(-1);
  expect(await search(2 * (template + document))).toEqual(first);
});

test('an empty completion has no probabilities, and costs nothing', async () => {
  const scorer = llamaScorer(tiny.llama);
  const scored = await scorer.score({ prompt: promptOf([]), completion: '' }, { signal });
  expect(scored).toEqual({
    backEnd: 'llama:cpu',
    logProbabilities: [],
    completionTokens: 0,
    tokens: { ...kindCounts(tiny.llama, promptOf([])), completion: 0 },
    evaluated: { template: 0, document: 0, question: 0, completion: 0 },
  });
});

test('results come in the order of the requests', async () => {
  const { llama } = tiny;
  const requests = choicesOf(documents.slice(0, 3)).map((shown, at) => ({
    prompt: promptOf(shown),
    completion: completion.slice(0, 3 + at),
  }));
  const scored = await scoreAll(llamaScorer(llama), requests.toReversed(), { signal });
  const cold = await scoreCold(llama, requests.toReversed());
  expect(largestDifference(scored, cold)).toBeLessThan(1e-4);
});

test('calls at the same time wait for one another', async () => {
  const { llama } = tiny;
  const scorer = llamaScorer(llama);
  const requests = choicesOf(documents.slice(0, 2)).map((shown) => ({
    prompt: promptOf(shown),
    completion,
  }));
  const scored = await Promise.all(requests.map((each) => scorer.score(each, { signal })));
  expect(largestDifference(scored, await scoreCold(llama, requests))).toBe(0);
});

describe('errors', () => {
  const secret = 'hunter2 hunter2';
  const prompt: Prompt = { parts: [{ kind: 'document', text: secret.repeat(20) }] };

  proves('llama/no-silent-cut', async () => {
    const { llama } = small;
    const scored = llamaScorer(llama).score({ prompt, completion: secret }, { signal });
    await expect(scored).rejects.toMatchObject({ code: 'limit-exceeded' });
    const just = { parts: [{ kind: 'document', text: 'a'.repeat(64) }] } as const;
    const fits = await llamaScorer(llama).score({ prompt: just, completion: 'b' }, { signal });
    expect(fits.evaluated.document).toBe(64);
    const over = llamaScorer(llama).score({ prompt: just, completion: 'bc' }, { signal });
    await expect(over).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  proves('llama/errors-without-contents', async () => {
    const { llama } = small;
    const scorer = llamaScorer(llama);
    const aborted = AbortSignal.abort();
    const failures = [
      { prompt, signal },
      { prompt: { parts: [] }, signal },
      { prompt: { parts: [opening] }, signal: aborted },
    ];
    for (const failure of failures) {
      const scored = scorer.score({ prompt: failure.prompt, completion: secret }, failure);
      const error: unknown = await scored.catch((each: unknown) => each);
      expect(error).toMatchObject({ name: 'SluiceError' });
      const { message, hint } = error as { message: string; hint: string };
      expect(message + hint).not.toContain('hunter2');
    }
  });

  test('what is aborted says so, and the next call is as if nothing had been', async () => {
    const { llama } = tiny;
    const scorer = llamaScorer(llama);
    const request = { prompt: promptOf(documents), completion };
    const abort = new AbortController();
    const stop = (): boolean => {
      abort.abort();
      return false;
    };
    const broken = scorer.score(request, { signal: abort.signal, stop });
    await expect(broken).rejects.toMatchObject({ code: 'aborted' });
    const next = await scorer.score(request, { signal });
    const [cold] = await scoreCold(llama, [request]);
    expect(next.logProbabilities).toEqual(cold?.logProbabilities);
  });

  const closed = useTiny();
  test('a closed model says so', async () => {
    const { llama } = closed;
    const scorer = llamaScorer(llama);
    await scorer.score({ prompt: promptOf([]), completion }, { signal });
    await llama.dispose();
    const late = scorer.score({ prompt: promptOf([]), completion }, { signal });
    await expect(late).rejects.toMatchObject({ code: 'model-failed' });
  });
});
