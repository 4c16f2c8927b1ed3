import { type ChatModel, joinAll, type ModelReply } from '@sluice/core';
import type { Scorer } from '@sluice/local';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { idealScorer } from '../count/growth.ts';
import type { LabelQuestion } from '../dataset.ts';
import { keyValueQuestions } from '../kv/key-value.ts';
import { type LabelLattice, powersetOfDocuments, product, twoLevel } from '../lattices.ts';
import { chatMl } from '../prompt/chat.ts';
import { contextOf, kvForm } from '../prompt/prompts.ts';
import { trueLabels } from '../truth.ts';
import { type Finder, type FoundLabels, naiveFinder } from './finder.ts';
import type { Pruning } from './grids.ts';
import { introspectionFinder } from './introspection.ts';
import { likelihoodFinder } from './introspection-likelihood.ts';
import { minimalLabelsFinder } from './minimal-labels.ts';

const signal = new AbortController().signal;

const questions = keyValueQuestions(3);

const [question] = questions;

const lattices = [twoLevel(), product(), powersetOfDocuments()];

function find(finder: Finder, lattice: LabelLattice, asked: LabelQuestion): Promise<FoundLabels> {
  const context = contextOf(kvForm, lattice, asked);
  return finder({ question: asked, lattice, context, completion: asked.target, signal });
}

function idealFinder(asked: LabelQuestion, pruning: Pruning): Finder {
  const setting = { utility: 'log-probability', lambda: 0.5, pruning };
  return minimalLabelsFinder(idealScorer(kvForm, asked), setting);
}

proves('label-bench/found-by-ideal', async () => {
  for (const asked of questions) {
    for (const lattice of lattices) {
      const pruning: Pruning =
        lattice.name === 'powerset' ? { kind: 'alone', threshold: 1 } : { kind: 'none' };
      const { labels, contexts } = await find(idealFinder(asked, pruning), lattice, asked);
      expect(new Set(labels)).toEqual(new Set(trueLabels(lattice, asked)));
      expect(contexts).toBeLessThan(120);
    }
  }
});

describe('pruning', () => {
  const lattice = powersetOfDocuments();
  const asked = questions.find(({ answerSets }) => answerSets.length > 1) ?? questions[0];

  test.each<[string, Pruning]>([
    ['none', { kind: 'none' }],
    ['Shapley', { kind: 'shapley', threshold: 0.01, orders: 6 }],
  ])('%s finds labels that suffice', async (_, pruning) => {
    if (asked === undefined) throw new Error('no question has alternatives');
    const right = trueLabels(lattice, asked);
    const { labels } = await find(idealFinder(asked, pruning), lattice, asked);
    for (const label of labels)
      expect(right.some((needed) => lattice.space.flowsTo(needed, label))).toBe(true);
  });

  test('what is left and does not suffice makes the full label the answer', async () => {
    if (asked === undefined) throw new Error('no question has alternatives');
    const { labels } = await find(
      idealFinder(asked, { kind: 'alone', threshold: 1000 }),
      lattice,
      asked,
    );
    expect(labels).toEqual((await find(naiveFinder, lattice, asked)).labels);
  });
});

describe('introspection', () => {
  const lattice = twoLevel();
  const answering = (reply: Partial<ModelReply>): ChatModel => ({
    name: 'fake',
    generate: () => Promise.resolve({ text: '', calls: [], stop: 'complete', ...reply }),
  });
  const naming = (numbers: readonly number[]): ChatModel => {
    const args = JSON.stringify({ reasoning: '', documents: numbers });
    return answering({ calls: [{ tool: 'report_documents', args }] });
  };
  const asked = (): LabelQuestion => {
    if (question === undefined) throw new Error('there is no question');
    return question;
  };
  const answerOf = async (model: ChatModel): Promise<readonly string[]> => {
    const { labels } = await find(introspectionFinder(model), lattice, asked());
    return labels.map(({ text }) => text);
  };

  // Number 1 is the turn of the agent that searched; the documents come after it.
  test('the label is that of the documents that are named', async () => {
    const first = (integrity: string): number =>
      2 + asked().documents.findIndex((each) => each.integrity === integrity);
    expect(await answerOf(naming([first('trusted')]))).toEqual(['trusted']);
    expect(await answerOf(naming([first('trusted'), first('untrusted')]))).toEqual(['untrusted']);
  });

  test('a reply that cannot be read, and one that repeats the example, say so', async () => {
    const replyOf = async (model: ChatModel): Promise<unknown> =>
      (await find(introspectionFinder(model), lattice, asked())).reply;
    expect(await replyOf(naming([2]))).toEqual({ unreadable: false, parroted: false });
    expect(await replyOf(naming([99]))).toEqual({ unreadable: true, parroted: false });
    expect(await replyOf(naming([1, 3]))).toEqual({ unreadable: false, parroted: true });
  });

  test.each([
    [0, [4]],
    [1, [4, 2]],
    [1.1, [4, 2, 3]],
  ])('numbers count that are scored within %d nats of the best', async (lambda, numbers) => {
    const prompts: string[] = [];
    const losses = new Map([
      [4, -1],
      [2, -2],
      [3, -2.05],
    ]);
    const scorer: Scorer = {
      backEnd: 'fake',
      model: 'fake',
      score: ({ prompt, completion }) => {
        prompts.push(prompt.parts.map(({ text }) => text).join(''));
        const number = Number(/"documents": \[(\d+)\]/.exec(completion)?.[1]);
        const evaluated = { template: 0, document: 0, question: 0, completion: 1 };
        const logProbabilities = [losses.get(number) ?? -9];
        const counted = { completionTokens: 1, tokens: evaluated, evaluated };
        return Promise.resolve({ backEnd: 'fake', logProbabilities, ...counted });
      },
    };
    const documents = powersetOfDocuments();
    const finder = likelihoodFinder(scorer, chatMl, {
      utility: 'likelihood',
      lambda,
      pruning: { kind: 'none' },
    });
    const { labels } = await find(finder, documents, asked());
    const named = numbers.map((number) => asked().documents[number - 2]);
    const { space, labelOf } = documents;
    expect(labels).toEqual([
      joinAll(
        space,
        named.flatMap((each) => (each === undefined ? [] : [labelOf(each)])),
      ),
    ]);
    // All are asked about under one prompt.
    expect(new Set(prompts).size).toBe(1);
    expect(prompts).toHaveLength(1 + asked().documents.length);
  });

  test('what a number has without the draft is no reason to name it', async () => {
    // The first is always liked best; the third is what the draft makes more probable.
    const scorer: Scorer = {
      backEnd: 'fake',
      model: 'fake',
      score: ({ prompt, completion }) => {
        const isDrafted = prompt.parts.some(({ text }) =>
          text.includes(`>answer: ${asked().target}`),
        );
        const number = Number(/"documents": \[(\d+)\]/.exec(completion)?.[1]);
        const logProbabilities = [number === 3 && isDrafted ? -4.5 : -3 - number];
        const evaluated = { template: 0, document: 0, question: 0, completion: 1 };
        const counted = { completionTokens: 1, tokens: evaluated, evaluated };
        return Promise.resolve({ backEnd: 'fake', logProbabilities, ...counted });
      },
    };
    const documents = powersetOfDocuments();
    const labelsBy = async (utility: string): Promise<readonly string[]> => {
      const setting = { utility, lambda: 0, pruning: { kind: 'none' } } as const;
      const { labels } = await find(likelihoodFinder(scorer, chatMl, setting), documents, asked());
      return labels.map(({ text }) => text);
    };
    const third = asked().documents[1];
    if (third === undefined) throw new Error('there is no second document');
    expect(await labelsBy('likelihood-gained')).toEqual([documents.labelOf(third).text]);
    // The first number is the turn of the agent that searched, which is no document.
    expect(await labelsBy('likelihood')).toEqual([documents.space.bottom.text]);
  });

  proves('label-bench/unreadable-is-all', async () => {
    const full = (await find(naiveFinder, lattice, asked())).labels.map(({ text }) => text);
    expect(full).toEqual(['untrusted']);
    for (const model of [
      naming([99]),
      naming([2, 2]),
      answering({ text: 'the first one' }),
      answering({ calls: [{ tool: 'report_documents', args: '{"documents": [2' }] }),
      answering({ calls: [{ tool: 'other', args: '{}' }] }),
    ])
      expect(await answerOf(model)).toEqual(full);
  });
});
