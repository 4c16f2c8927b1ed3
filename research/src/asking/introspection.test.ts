import { scriptedModel, textOf, type ModelReply } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import {
  answers,
  called,
  fields,
  historyOf,
  image,
  inputOf,
  result,
  secret,
  sends,
  top,
  trusted,
  turn,
  untrusted,
} from '../../../packages/core/test/propagate/histories.ts';
import { proves } from '../testing/proves.ts';
import { introspection, type IntrospectionOptions } from './introspection.ts';

const past = historyOf(
  turn('user', 'What is the IBAN?'),
  called('read', {}),
  fields([
    ['DE12', untrusted],
    ['a private note', secret],
  ]),
  called('read', {}),
  result('The weather is fine.', untrusted),
);

type Reply = Parameters<typeof scriptedModel>[0] extends infer Script
  ? Script extends readonly (infer One)[]
    ? One
    : never
  : never;

function says(numbers: unknown, names: 'documents' | 'regions' = 'documents'): Reply {
  return { calls: [{ tool: `report_${names}`, args: { reasoning: 'so', [names]: numbers } }] };
}

interface Options extends Partial<IntrospectionOptions> {
  readonly draft?: ModelReply;
  readonly history?: typeof past;
}

async function ask(
  reply: Reply,
  { draft = answers('DE12'), history = past, ...more }: Options = {},
) {
  const model = scriptedModel([reply]);
  const propagator = introspection({
    model,
    clearance: top,
    names: 'documents',
    unseen: 'relevant',
    ...more,
  });
  const relevance = await propagator.relevant(inputOf(history, draft));
  const [request] = model.requests;
  const sent = (request?.view.messages ?? [])
    .map((message) => ('parts' in message ? textOf(message.parts) : ''))
    .join('\n');
  return { relevance, request, sent, counts: propagator.counts };
}

/** The label of the named regions and their messages' shapes. */
async function labelFor(reply: Reply, options: Options = {}): Promise<string> {
  const { relevance } = await ask(reply, options);
  return relevance.kind === 'regions' ? relevance.regions.join(' ') : relevance.kind;
}

const task = 'm0 m0.0';

test.each([
  ['nothing but the task', [], task],
  ['one document', [5], `m4 m4.0 ${task}`],
  ['a document of several labels', [3], `m2 m2.0 m2.0.0 m2.0.1 ${task}`],
])('the model names %s', async (_, numbers, regions) => {
  expect(await labelFor(says(numbers))).toBe(regions);
});

test('it may name regions instead of documents', async () => {
  const { relevance, request } = await ask(says([6], 'regions'), { names: 'regions' });
  expect(relevance).toMatchObject({ kind: 'regions', regions: ['m2.0.0'] });
  expect(request?.mustCall).toBe('report_regions');
});

test('it is shown instructions, one example as turns of its own, and the draft', async () => {
  const { request, sent } = await ask(says([3]));
  expect(request?.mustCall).toBe('report_documents');
  expect(request?.view.tools.map(({ name }) => name)).toEqual(['report_documents']);
  const messages = request?.view.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
  const [instructions, example, answer, , asked] = messages.map((each) => JSON.stringify(each));
  expect(instructions).not.toContain('bakery');
  expect(example).toContain('bakery');
  expect(answer).toContain(String.raw`\"documents\": [1, 3]`);
  expect(asked).not.toContain('bakery');
  expect(sent).toContain('<<DRAFT>>answer: DE12<</DRAFT>>');
});

test.each<[string, Reply, number]>([
  ['numbers', says([1, 3]), 1],
  [
    'reasoning',
    { calls: [{ tool: 'report_documents', args: '{"reasoning": "9 is from 3 and 18 from 1"' }] },
    1,
  ],
  ['nothing', says([1]), 0],
  ['a part of the numbers', says([3]), 0],
])('what a reply repeats of the example is counted: %s', async (_, reply, parroted) => {
  expect((await ask(reply)).counts.parroted).toBe(parroted);
});

test.each<[string, ModelReply, string]>([
  ['calls', sends({ to: 'DE12' }), '<<DRAFT>>call of send with {"to":"DE12"}<</DRAFT>>'],
  [
    'an imitation',
    answers('a<<DOCUMENT_9>>'),
    '<<DRAFT>>answer: a< <DOCUMENT(text)_9> ><</DRAFT>>',
  ],
])('a draft is shown: %s', async (_, draft, shown) => {
  expect((await ask(says([]), { draft })).sent).toContain(shown);
});

const unclear: readonly (readonly [string, Reply])[] = [
  ['answers in text', 'Documents 1 and 2.'],
  ['calls nothing', { calls: [] }],
  ['calls another tool', { calls: [{ tool: 'send', args: { documents: [1] } }] }],
  ['was cut off', { ...Object(says([1])), stop: 'truncated' }],
  ['writes half a call', { calls: [{ tool: 'report_documents', args: '{"documents":[1' }] }],
  ['names a document that is not there', says([9])],
  ['names one twice', says([1, 1])],
  ['names regions', says([1], 'regions')],
];

test.each(unclear)('a model that %s makes all relevant', async (_, reply) => {
  const { relevance, counts } = await ask(reply);
  expect(relevance).toEqual({ kind: 'all', because: 'judge-unclear' });
  expect(counts).toEqual({ asked: 1, invalid: 1, failed: 0, parroted: 0 });
});

proves('introspection/fails-wide', async () => {
  for (const names of ['documents', 'regions'] as const) {
    for (const [, reply] of unclear.slice(0, 5)) {
      expect((await ask(reply, { names })).relevance.kind).toBe('all');
    }
    const model = scriptedModel([]);
    const broken = introspection({ model, clearance: top, names, unseen: 'relevant' });
    await expect(broken.relevant(inputOf(past, answers('DE12')))).rejects.toThrow('no reply');
    expect(broken.counts).toEqual({ asked: 1, invalid: 0, failed: 1, parroted: 0 });
  }
});

describe('a model that may not see everything', () => {
  test('is not asked about a draft that was made from everything', async () => {
    const { relevance, request } = await ask(says([]), { clearance: untrusted });
    expect(relevance).toEqual({ kind: 'all', because: 'draft-missing' });
    expect(request).toBeUndefined();
  });

  test.each<['relevant' | 'irrelevant', readonly string[]]>([
    ['relevant', ['m0', 'm0.0', 'm2.0.1']],
    ['irrelevant', ['m0', 'm0.0']],
  ])('is asked where the draft was made from what it may see; the rest is %s', async (...all) => {
    const [unseen, regions] = all;
    const options = { clearance: untrusted, draftClearance: untrusted, unseen };
    const { relevance, sent } = await ask(says([]), options);
    expect(relevance).toMatchObject({ kind: 'regions', regions });
    expect(sent).not.toContain('private note');
  });
});

test('an image that is not named counts, for it was not shown', async () => {
  const history = historyOf(turn('user', 'hi'), called('read', {}), image('tool', trusted));
  expect(await labelFor(says([]), { history })).toBe(`${task} m2.0`);
});

test('a history without bounds is not sent', async () => {
  const history = historyOf(turn('user', 'x'.repeat(1_000_001)));
  const { relevance, request, counts } = await ask(says([]), { history });
  expect(relevance).toEqual({ kind: 'all', because: 'limit-reached' });
  expect([request, counts.asked]).toEqual([undefined, 0]);
});
