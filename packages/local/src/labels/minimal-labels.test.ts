import {
  chain,
  labelSpace,
  SluiceError,
  type History,
  type Label,
  type LabelSpace,
} from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { answers, plainPrompt, searched, twoLevels } from '../testing/labelled-history.ts';
import { proves } from '../testing/proves.ts';
import { textOf, wordScorer } from '../testing/word-scorer.ts';
import { allowedThenFewestHidden } from './choose.ts';
import { minimalLabels, type MinimalLabelsOptions, type Searched } from './minimal-labels.ts';
import { enumerateMinimal } from './search/enumerate.ts';
import { noImportance } from './search/importance.ts';
import { perplexityDrop } from './utility/perplexity.ts';

const untrusted = twoLevels.top;
const trusted = twoLevels.bottom;
const draft = answers('Type flushdns in the terminal.');
const advice = { label: untrusted, text: 'Blog: type flushdns in the terminal.' };
const confirmed = { label: trusted, text: 'IT: to be done, type flushdns in the terminal.' };
const unrelated = { label: trusted, text: 'IT: the printer is on the second floor.' };

interface Asked {
  readonly space?: LabelSpace;
  readonly found: Parameters<typeof searched>[2];
  readonly options?: Partial<MinimalLabelsOptions<string>>;
  readonly reply?: typeof draft;
  readonly signal?: AbortSignal;
}

async function ask({ space = twoLevels, found, options, reply = draft, signal }: Asked) {
  const scorer = wordScorer();
  const reports: Searched[] = [];
  const propagator = minimalLabels<string>({
    scorer,
    clearance: space.top,
    structure: 'keep',
    render: plainPrompt,
    completionOf: ({ text }) => text,
    utility: perplexityDrop,
    lambda: 0.2,
    search: enumerateMinimal(noImportance),
    choose: allowedThenFewestHidden(() => true),
    labelsMax: 100,
    tokensMax: 100_000,
    onSearched: (report) => reports.push(report),
    ...options,
  });
  const history: History = searched(space, 'The site does not load. What now?', found);
  const input = { space, history, signal: signal ?? new AbortController().signal, draft: reply };
  const relevance = await propagator.relevant(input);
  return { relevance, scorer, reports };
}

const all = (because: string) => ({ kind: 'all', because });

test('a document that the draft needs keeps its label', async () => {
  const { relevance } = await ask({ found: [advice, unrelated] });
  expect(relevance).toEqual({ kind: 'label', label: untrusted });
});

test('a document that it does not need is left out', async () => {
  const noise = { label: untrusted, text: 'Ad: buy a new router today!' };
  const { relevance } = await ask({ found: [noise, confirmed] });
  expect(relevance).toEqual({ kind: 'label', label: trusted });
});

/** Permissive propagation 6.1: by repeating an untrusted text, a trusted source endorses it. */
proves('labels/corroboration', async () => {
  const before = await ask({ found: [advice] });
  expect(before.relevance).toEqual({ kind: 'label', label: untrusted });
  const after = await ask({ found: [advice, confirmed] });
  expect(after.relevance).toEqual({ kind: 'label', label: trusted });
});

test('each context is the view that the engine would show', async () => {
  const { scorer } = await ask({ found: [advice, confirmed] });
  const prompts = scorer.requests.map(({ prompt }) => textOf(prompt));
  expect(prompts).toEqual([
    `The site does not load. What now?\n\n${advice.text}\n${confirmed.text}\n`,
    `The site does not load. What now?\n\n[redacted]\n${confirmed.text}\n`,
  ]);
  expect(new Set(scorer.requests.map(({ completion }) => completion))).toEqual(
    new Set([draft.text]),
  );
});

test('what was found and spent is told', async () => {
  const { reports } = await ask({ found: [advice, confirmed] });
  expect(reports).toEqual([
    {
      found: { lambda: 0.2, labels: [trusted], isReached: true },
      label: trusted,
      cost: {
        contexts: 2,
        stopped: 0,
        tokens: { template: 0, document: 25, question: 14, completion: 10 },
      },
    },
  ]);
});

describe('one of several minimal labels', () => {
  const levels = labelSpace({
    integrity: chain(['trusted', 'untrusted']),
    confidentiality: chain(['public', 'private']),
  });
  const found = [
    { label: levels.parse('untrusted & public'), text: advice.text },
    { label: levels.parse('trusted & private'), text: confirmed.text },
  ];

  test.each(['untrusted & public', 'trusted & private'])(
    '%s is chosen where it alone is allowed',
    async (text) => {
      const wanted = levels.parse(text);
      const choose = allowedThenFewestHidden((label) => levels.flowsTo(label, wanted));
      const { relevance } = await ask({ space: levels, found, options: { choose } });
      expect(relevance).toEqual({ kind: 'label', label: wanted });
    },
  );

  test('none chosen is the full label', async () => {
    const { relevance } = await ask({ space: levels, found, options: { choose: () => undefined } });
    expect(relevance).toEqual({ kind: 'label', label: levels.top });
  });
});

describe('a lambda that is raised', () => {
  const isWanted = (label: Label): boolean => label === trusted;
  const raise = { lambdas: [1, 50], isWanted };

  test('gives up a document for a wanted label', async () => {
    const { relevance, reports } = await ask({ found: [advice, unrelated], options: { raise } });
    expect(relevance).toEqual({ kind: 'label', label: trusted });
    expect(reports.map(({ found }) => found?.lambda)).toEqual([50]);
  });

  test('gives up nothing where no step reaches it', async () => {
    const options = { raise: { ...raise, lambdas: [0.3] } };
    const { relevance, reports } = await ask({ found: [advice, unrelated], options });
    expect(relevance).toEqual({ kind: 'label', label: untrusted });
    expect(reports.map(({ found }) => found?.lambda)).toEqual([0.2]);
  });

  test('scores each context once for all steps', async () => {
    const { scorer } = await ask({ found: [advice, unrelated], options: { raise } });
    expect(scorer.requests).toHaveLength(2);
  });
});

describe('the clearance of a scorer', () => {
  const levels = labelSpace({
    integrity: chain(['trusted', 'untrusted']),
    confidentiality: chain(['public', 'private']),
  });
  const parse = (text: string): Label => levels.parse(text);
  const publicOnly = parse('untrusted & public');
  const secret = { label: parse('trusted & private'), text: 'IT: the key is 4711.' };
  const found = [secret, { label: parse('untrusted & public'), text: advice.text }];

  proves('labels/clearance', async () => {
    // The draft was made without the private part, so the scorer may read it.
    const options = { clearance: publicOnly, draftClearance: publicOnly };
    const { relevance, scorer } = await ask({
      space: levels,
      found: [...found, { label: parse('trusted & public'), text: confirmed.text }],
      options,
    });
    expect(scorer.requests.length).toBeGreaterThan(1);
    for (const { prompt } of scorer.requests) expect(textOf(prompt)).not.toContain('4711');
    expect(relevance).toEqual({ kind: 'label', label: secret.label });
  });

  test('does not cover a draft that was made from more', async () => {
    const { relevance, scorer } = await ask({
      space: levels,
      found,
      options: { clearance: publicOnly },
    });
    expect(relevance).toEqual(all('draft-missing'));
    expect(scorer.requests).toEqual([]);
  });
});

test('an image, which a scorer cannot read, counts as relevant', async () => {
  const { relevance } = await ask({ found: [{ label: untrusted, text: undefined }, confirmed] });
  expect(relevance).toEqual({ kind: 'label', label: untrusted });
});

proves('labels/budget', async () => {
  for (const options of [{ labelsMax: 1 }, { tokensMax: 10 }]) {
    const { relevance, reports } = await ask({ found: [advice, confirmed], options });
    expect(relevance).toEqual(all('limit-reached'));
    expect(reports.map(({ found, label }) => ({ found, label }))).toEqual([
      { found: undefined, label: untrusted },
    ]);
  }
});

proves('labels/fails-closed', async () => {
  const failing = (error: Error): Partial<MinimalLabelsOptions<string>> => ({
    scorer: {
      ...wordScorer(),
      score: () => {
        throw error;
      },
    },
  });
  const hint = 'none';
  const cases: readonly (readonly [Partial<Asked>, string])[] = [
    [{ options: failing(new Error('out of memory')) }, 'propagator-failed'],
    [{ options: failing(new SluiceError('model-failed', 'x', { hint })) }, 'propagator-failed'],
    [{ options: failing(new SluiceError('limit-exceeded', 'x', { hint })) }, 'limit-reached'],
    [{ options: failing(new SluiceError('aborted', 'x', { hint })) }, 'aborted'],
    [{ signal: AbortSignal.abort() }, 'aborted'],
    [{ reply: answers('') }, 'draft-unreadable'],
    [{ options: { clearance: trusted } }, 'draft-missing'],
  ];
  for (const [asked, because] of cases) {
    const { relevance } = await ask({ found: [advice, confirmed], ...asked });
    expect(relevance).toEqual(all(because));
  }
});

test.each([
  ['below 0', -0.1, []],
  ['that is no number', Number.NaN, []],
  ['without end', Number.POSITIVE_INFINITY, []],
  ['that falls', 0.5, [0.2]],
])('a lambda %s is refused', async (_, lambda, lambdas) => {
  const options = { lambda, raise: { lambdas, isWanted: () => true } };
  await expect(ask({ found: [], options })).rejects.toThrow(
    expect.objectContaining({ code: 'propagator-invalid' }),
  );
});
