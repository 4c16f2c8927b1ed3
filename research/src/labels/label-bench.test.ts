import { SluiceError } from '@sluice/core';
import type { Prompt, Scorer } from '@sluice/local';
import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { labelBench } from './label-bench.ts';
import { Memory, type Writer } from './remember.ts';
import { labelReportHtml } from './report/label-page.ts';
import { chatMl } from './prompt/chat.ts';
import { dataOf } from './report/labels-result.ts';
import { bounds, judgedBounds } from './run/bounds.ts';
import type { LabelModels } from './run/run-options.ts';
import { type DatasetName, labelTask } from './run/tasks.ts';

const signal = new AbortController().signal;

/** A model that copies: a word is as probable as it stands among the documents or not. */
const copying: Scorer = {
  backEnd: 'fake',
  model: 'copying',
  score: ({ prompt, completion }) => {
    const known = wordsOf(documentsOf(prompt));
    const logProbabilities = [...wordsOf(completion)].map((word) => (known.has(word) ? -0.1 : -5));
    const evaluated = { template: 0, document: 1, question: 1, completion: 1 };
    const completionTokens = logProbabilities.length;
    const counted = { tokens: evaluated, evaluated };
    return Promise.resolve({ backEnd: 'fake', logProbabilities, completionTokens, ...counted });
  },
};

const firstSentence: Writer = (prompt) => Promise.resolve(documentsOf(prompt).split('.')[0] ?? '');

const models: LabelModels = {
  model: 'copying',
  scorer: copying,
  writer: firstSentence,
  chat: chatMl,
  knn: new Map([[0.01, copying]]),
  unread: () => ({ scorer: copying, calls: () => 0 }),
  embedder: {
    model: 'lengths',
    embed: (text) => Promise.resolve(Float32Array.of(Math.cos(text.length), Math.sin(text.length))),
  },
  introspection: {
    name: 'silent',
    generate: () => Promise.resolve({ text: 'all of them', calls: [], stop: 'complete' }),
  },
};

function documentsOf({ parts }: Prompt): string {
  return parts.flatMap(({ kind, text }) => (kind === 'document' ? [text] : [])).join('');
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));
}

const published: Readonly<Record<DatasetName, string>> = {
  kv: `
    labels.kv.exactMatch labels.kv.precision labels.kv.recall labels.kv.contexts.p50
    labels.twoLevel.exactMatch labels.product.exactMatch labels.kv.knn.exactMatch
    labels.kv.introspection.recall labels.introspection.parroted
    labels.kv.introspection.likelihood.exactMatch
    labels.kv.introspection.likelihood-gained.exactMatch labels.kv.introspection.unreadable
    labels.kv.naive.precision labels.twoLevel.naive.exactMatch
    labels.kv.unpruned.exactMatch labels.kv.shapley.exactMatch labels.kv.token.exactMatch
    labels.twoLevel.own.correct.questions
    labels.knn.modelCalls labels.knn.modelCalls.unread labels.kv.earlyStop.saved
    labels.product.knn.exactMatch labels.kv.chosen.exactMatch
    labels.twoLevel.retrieved.improvement labels.kv.retrieved.recallAt14
    labels.kv.lexical.wholeAt14`,
  news: `
    labels.news.improvement labels.news.missed labels.news.knn.improvement
    labels.news.introspection.missed labels.news.naive.improvement labels.news.own.improvement
    labels.news.lexical.improvement labels.news.retrieved.improvement labels.news.retrieved.missed
    labels.news.lexical.recallAt4 labels.news.retrieved.recallAt4 labels.news.retrieved.wholeAt4`,
  agent: `
    labels.agent.improvement labels.agent.missed labels.agent.rougeDelta.improvable
    labels.agent.rougeDelta.notImprovable labels.agent.rouge.regenerated.sd
    labels.agent.knn.improvement
    labels.agent.introspection.improvement labels.agent.naive.missed`,
};

describe.each(['kv', 'news', 'agent'] as const)('%s', (dataset) => {
  const run = labelBench({
    task: labelTask(dataset, { quick: true }),
    models,
    memory: new Memory(),
    signal,
  });

  test('has its figures by their published names', async () => {
    const { figures } = await run;
    expect(Object.keys(figures)).toEqual(
      expect.arrayContaining(published[dataset].trim().split(/\s+/)),
    );
    for (const value of Object.values(figures))
      expect(value === null || Number.isFinite(value)).toBe(true);
  });

  test('naive improves nothing, and unreadable introspection neither', async () => {
    const { rows } = (await run).results;
    const plain = rows.filter(({ propagator, utility }) => {
      return utility === undefined && ['naive', 'introspection'].includes(propagator);
    });
    expect(plain.map(({ metrics }) => metrics.improved)).toEqual(plain.map(() => 0));
  });

  test('its page asks for nothing, and holds its data', async () => {
    const report = await run;
    const html = labelReportHtml(report);
    expect(html).toContain('default-src &#39;none&#39;; img-src data:; style-src');
    expect(html).not.toMatch(/<script(?! type="application\/json")/);
    const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1];
    expect(JSON.parse(data ?? '')).toEqual(JSON.parse(JSON.stringify(dataOf(report))));
  });
});

test('without an embedder the rows of its search are left out, and no others', async () => {
  const { embedder: _, ...others } = models;
  const memory = new Memory();
  const task = labelTask('news', { quick: true });
  const { figures, results } = await labelBench({ task, models: others, memory, signal });
  expect(Object.keys(figures).filter((name) => name.includes('.retrieved.'))).toEqual([]);
  expect(results.searched.map(({ search }) => search)).toEqual(['lexical']);
});

test('the settings that ship alone have the plain names, and nothing is chosen', async () => {
  const task = labelTask('kv', { quick: true, seed: 3 });
  const memory = new Memory();
  const report = await labelBench({ task, models, memory, signal, only: 'shipped' });
  const { rows } = report.results;
  expect(Object.keys(report.figures)).toEqual(
    expect.arrayContaining(['labels.kv.exactMatch', 'labels.twoLevel.own.correct.questions']),
  );
  expect(rows.flatMap(({ folds }) => folds)).toEqual([]);
  expect(report.seed).toBe(3);
});

test('a scorer that fails is an error of the run, not a figure', async () => {
  const failing: Scorer = {
    ...copying,
    score: () => {
      throw new SluiceError('model-failed', 'the model broke off', { hint: 'open it again' });
    },
  };
  const run = labelBench({
    task: labelTask('agent', { quick: true }),
    models: { ...models, scorer: failing },
    memory: new Memory(),
    signal,
  });
  await expect(run).rejects.toThrow('broke off');
});

proves('label-bench/missed-are-said', () => {
  const right = { 'labels.kv.exactMatch': 0.86, 'labels.kv.contexts.p50': 120 };
  const wrong = { 'labels.kv.exactMatch': 0.859, 'labels.kv.contexts.p50': 121 };
  const nothing = { 'labels.news.missed': null };
  const holds = (figures: Readonly<Record<string, number | null>>): readonly boolean[] =>
    judgedBounds(figures).map((bound) => bound.holds);
  expect(holds(right)).toEqual([true, true]);
  expect(holds(wrong)).toEqual([false, false]);
  expect(holds(nothing)).toEqual([false]);
  expect(new Set(bounds.map(({ figure }) => figure)).size).toBe(bounds.length);
});
