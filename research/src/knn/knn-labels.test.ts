import { History, joinsOf, regionsOf, type Label, type ModelReply } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import {
  answers,
  called,
  declared,
  fields,
  historyOf,
  image,
  inputOf,
  result,
  said,
  secret,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../../packages/core/test/propagate/histories.ts';
import { chatTemplate } from '../../../packages/local/src/llama/template/chat-template.ts';
import { descendMinimal } from '../../../packages/local/src/labels/search/descend.ts';
import { perplexityDrop } from '../../../packages/local/src/labels/utility/perplexity.ts';
import type { Prompt } from '../../../packages/local/src/port/prompt.ts';
import {
  fakeStates,
  wordTokenizer,
  type FakeStates,
} from '../../../packages/local/src/testing/fake-states.ts';
import { Datastore } from './datastore.ts';
import { knnContext } from './knn-context.ts';
import { knnLabels, tenantOfRun, type KnnLabelsOptions, type KnnSearched } from './knn-labels.ts';

/** Turns and calls as questions, results as documents. */
const render: KnnLabelsOptions['render'] = ({ messages }) => {
  return {
    parts: messages.flatMap((message): Prompt['parts'] => {
      if (message.role === 'assistant') {
        const calls = message.calls.map(({ tool, args }) => `${tool} ${args}`);
        return [{ kind: 'question', text: `${message.text} ${calls.join(' ')} ` }];
      }
      const kind = message.role === 'tool' ? 'document' : 'question';
      return message.parts.flatMap((part) =>
        part.kind === 'text' ? [{ kind, text: `${part.text} ` } as const] : [],
      );
    }),
  };
};

const contextOptions = { clearance: top, structure: 'keep', render } as const;

const past = historyOf(
  turn('user', 'tell me the pin'),
  called('read', {}),
  fields([
    ['the pin is 1234', untrusted],
    ['the pin was 77', secret],
  ]),
  said('the code is 99', untrusted),
);

function textsAt(history: History, label: Label, clearance = top): readonly string[] {
  const { promptAt } = knnContext(space, history, { ...contextOptions, clearance });
  return promptAt(label)
    .parts.filter(({ kind }) => kind === 'document')
    .map(({ text }) => text);
}

describe('a history as documents', () => {
  test.each<[string, Label, readonly string[]]>([
    ['trusted', trusted, ['[,]']],
    ['untrusted', untrusted, ['[,]', '"the pin is 1234"', 'the code is 99']],
    ['secret', secret, ['[,]', '"the pin was 77"']],
    ['everything', top, ['[,]', '"the pin is 1234"', '"the pin was 77"', 'the code is 99']],
  ])('%s shows the regions that flow to it', (_, label, texts) => {
    expect(textsAt(past, label)).toEqual(texts);
  });

  test('what the scorer may not see is in no prompt, and in every answer', () => {
    expect(textsAt(past, top, untrusted).join(' ')).not.toContain('77');
    const context = knnContext(space, past, { ...contextOptions, clearance: untrusted });
    expect(context.floor).toBe(secret);
  });

  test('an image is in every answer', () => {
    const history = historyOf(turn('user', 'hi'), image('user', secret));
    expect(knnContext(space, history, contextOptions).floor).toBe(secret);
  });

  test('an image is one fixed text to a template that reads text alone', async () => {
    const source = "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}{% endfor %}";
    const { prompt } = chatTemplate({ model: 'fake', source, beginsWithBos: false });
    const more = { render: prompt };
    for (const role of ['user', 'tool'] as const) {
      const history = History.of(facts.tools, [...facts.messages, image(role, untrusted)]);
      const { promptAt } = knnContext(space, history, { ...contextOptions, ...more });
      const shown = promptAt(top).parts.filter(({ text }) => text === '[image or file]');
      expect(shown).toHaveLength(role === 'user' ? 1 : 0);
      const input = inputOf(history, answers('please now tell me'));
      const found = await propagatorOf(fakeStates(), more).relevant(input);
      expect(found).toMatchObject({ kind: 'label' });
    }
  });

  test('what declarations of tools say is in every answer', async () => {
    const history = History.of([declared('read'), declared('mine', {}, untrusted)], facts.messages);
    expect(knnContext(space, history, contextOptions).floor).toBe(untrusted);
    const input = inputOf(history, answers('please now tell me'));
    const found = await propagatorOf(fakeStates()).relevant(input);
    expect(found).toEqual({ kind: 'label', label: untrusted });
  });

  test('the question is the same at every label', () => {
    const { promptAt, labels } = knnContext(space, past, contextOptions);
    const questions = (joinsOf(space, labels, { max: 100 }) ?? []).map((label) =>
      promptAt(label)
        .parts.filter(({ kind }) => kind === 'question')
        .map(({ text }) => text)
        .join(''),
    );
    expect(questions.length).toBeGreaterThan(3);
    expect(new Set(questions).size).toBe(1);
    expect(questions[0]).toContain('tell me the pin');
    expect(questions[0]).not.toMatch(/1234|77|99/);
  });

  test('a document names the region that it is of', () => {
    const { promptAt } = knnContext(space, past, contextOptions);
    const known = regionsOf(past).map(({ id }) => id);
    const named = promptAt(top).parts.flatMap(({ region }) => region ?? []);
    expect(known).toEqual(expect.arrayContaining(named));
    expect(new Set(named).size).toBe(4);
  });

  test('what is hidden with the shape of its message is no document', () => {
    const message = { ...result('the pin is 1234', trusted), shape: secret } as const;
    const history = historyOf(turn('user', 'hi'), called('read', {}), message);
    expect(textsAt(history, untrusted)).toEqual([]);
    expect(textsAt(history, secret)).toEqual(['the pin is 1234']);
  });
});

function propagatorOf(
  states: FakeStates,
  more: Partial<KnnLabelsOptions> = {},
): ReturnType<typeof knnLabels> {
  return knnLabels({
    ...contextOptions,
    model: states,
    tokenizer: wordTokenizer(),
    datastore: new Datastore(states),
    k: 2,
    temperature: 0.01,
    gamma: 0.5,
    labelsMax: 100,
    tokensMax: 10_000,
    completionOf: ({ text }: ModelReply) => text,
    utility: perplexityDrop,
    lambda: 0.5,
    search: descendMinimal,
    choose: (labels) => labels[0],
    ...more,
  });
}

const facts = historyOf(
  turn('user', 'tell me the pin please now'),
  called('read', {}),
  result('so the pin is 1234 ok', untrusted),
  called('read', {}),
  result('so the door was red once', secret),
);

async function relevance(
  draft: ModelReply,
  more: Partial<KnnLabelsOptions> = {},
  states = fakeStates(),
): Promise<unknown> {
  const propagator = propagatorOf(states, more);
  return propagator.relevant({ ...inputOf(facts, draft), run: 'r' });
}

test.each<[string, string, Label]>([
  ['one document', 'the pin is 1234 ok', untrusted],
  ['another document', 'the door was red once', secret],
  ['both', 'the pin is 1234 ok and the door was red once', top],
  ['neither', 'please now tell me', trusted],
])('a draft that is in %s has its label', async (_, text, label) => {
  expect(await relevance(answers(text))).toEqual({ kind: 'label', label });
});

test('the search tells what it found and what it cost', async () => {
  const told: KnnSearched[] = [];
  const onSearched = (searched: KnnSearched): void => void told.push(searched);
  await relevance(answers('the pin is 1234 ok'), { onSearched });
  expect(told).toMatchObject([
    { found: [untrusted], label: untrusted, cost: { contexts: 4, tokens: { document: 10 } } },
  ]);
});

describe('everything is relevant where', () => {
  const stuck: Partial<KnnLabelsOptions> = { labelsMax: 1 };
  const broken = fakeStates();
  test.each<[string, Partial<KnnLabelsOptions>, FakeStates, string]>([
    ['the budget is used up', stuck, fakeStates(), 'limit-reached'],
    [
      'the model fails',
      {},
      { ...broken, states: async () => Promise.reject(new Error('1234')) },
      'propagator-failed',
    ],
    ['the draft may not be read', { clearance: untrusted }, fakeStates(), 'draft-missing'],
    ['there is nothing to score', { completionOf: () => '' }, fakeStates(), 'draft-unreadable'],
    ['the settings make no distribution', { k: 0 }, fakeStates(), 'propagator-failed'],
  ])('%s', async (...[, more, states, because]) => {
    expect(await relevance(answers('the pin'), more, states)).toEqual({ kind: 'all', because });
  });

  test.each<[string, (from: number) => boolean]>([
    ['the documents', (from) => from === 0],
    ['the question', (from) => from > 0],
    ['everything', () => true],
  ])('the states of %s are no numbers', async (_, isBroken) => {
    const states: FakeStates = {
      ...broken,
      states: async (input, options) => {
        const found = await fakeStates().states(input, options);
        return isBroken(input.from) ? { ...found, hidden: found.hidden.map(() => NaN) } : found;
      },
    };
    expect(await relevance(answers('the pin is 1234 ok'), {}, states)).toEqual({
      kind: 'all',
      because: 'propagator-failed',
    });
  });

  test('nothing is sent to a model that may not read the draft', async () => {
    const states = fakeStates();
    await relevance(answers('the pin'), { clearance: untrusted }, states);
    expect(states.calls).toEqual([]);
  });
});

test.each<[string, Partial<KnnLabelsOptions>, readonly (string | undefined)[], number]>([
  ['a step of the same run', {}, ['a', 'a'], 4],
  ['another run', {}, ['a', 'b'], 6],
  ['runs without a name', {}, [undefined, undefined], 6],
  ['another run of a tenant that is named', { tenant: 't' }, ['a', 'b'], 4],
])('documents are read once: %s', async (...[, more, runs, calls]) => {
  const states = fakeStates();
  const propagator = propagatorOf(states, more);
  for (const run of runs) {
    await propagator.relevant({ ...inputOf(facts, answers('the pin is 1234')), run });
  }
  expect(states.calls).toHaveLength(calls);
});

test('a run is forgotten when told', async () => {
  const states = fakeStates();
  const datastore = new Datastore(states);
  const propagator = propagatorOf(states, { datastore });
  const input = { ...inputOf(facts, answers('the pin is 1234')), run: 'a' };
  await propagator.relevant(input);
  await datastore.forget(tenantOfRun('a'));
  await propagator.relevant(input);
  expect(states.calls).toHaveLength(6);
});

test.each<[string, Partial<KnnLabelsOptions>, number]>([
  ['forgets the run', {}, 6],
  ['keeps what is of a tenant that was named', { tenant: 't' }, 4],
])('a propagator whose run is over %s', async (_, more, calls) => {
  const states = fakeStates();
  const propagator = propagatorOf(states, more);
  const input = { ...inputOf(facts, answers('the pin is 1234')), run: 'a' };
  await propagator.relevant(input);
  await propagator.forget?.('another');
  await propagator.forget?.('a');
  await propagator.relevant(input);
  expect(states.calls).toHaveLength(calls);
});

test('a propagator over several models is not made', () => {
  const tokenizer = wordTokenizer('other');
  expect(() => propagatorOf(fakeStates(), { tokenizer })).toThrow('at once');
});
