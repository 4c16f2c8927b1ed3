import {
  chain,
  labelSpace,
  placeholder,
  powerset,
  scriptedModel,
  textOf,
  type Label,
  type ModelReply,
  type ModelRequest,
  type PlainTool,
  type ScriptedModel,
  History,
} from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  searched,
  type LabelledPart,
} from '../../../packages/local/src/testing/labelled-history.ts';
import { proves } from '../testing/proves.ts';
import { multiExecution, needHidden, type MultiExecutionOptions } from './multi-execution.ts';

const space = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  sources: powerset('sources'),
});
const parse = (text: string): Label => space.parse(text);
const [a, b, c] = ['trusted & sources{a}', 'trusted & sources{b}', 'untrusted & sources{c}'].map(
  parse,
);
const found: readonly LabelledPart[] = [
  { label: a ?? space.top, text: 'A: nothing.' },
  { label: b ?? space.top, text: 'B: the code is 17.' },
  { label: c ?? space.top, text: 'C: nothing.' },
];
const needs = { calls: [{ tool: needHidden.name, args: {} }] };

function shownIn({ view }: ModelRequest): string {
  return view.messages
    .map((message) => (message.role === 'assistant' ? message.text : textOf(message.parts)))
    .join('|');
}

/** Answers as soon as it sees a text. */
function answersOn(text: string): ScriptedModel {
  return scriptedModel((request) => (shownIn(request).includes(text) ? 'It is there.' : needs));
}

interface Asked {
  readonly model: ScriptedModel;
  readonly options?: Partial<MultiExecutionOptions>;
  readonly tools?: readonly PlainTool[];
  readonly signal?: AbortSignal;
}

async function ask({ model, options, tools = [], signal }: Asked, parts = found) {
  const counted: number[] = [];
  const propagator = multiExecution({
    model,
    clearance: space.top,
    structure: 'keep',
    accept: () => false,
    modelCallsMax: 10,
    onExecuted: ({ modelCalls }) => counted.push(modelCalls),
    ...options,
  });
  const { messages } = searched(space, 'What is the code?', parts);
  const labelled = tools.map((tool) => ({ tool, label: space.bottom }));
  const history = History.of(labelled, messages);
  const own = signal ?? new AbortController().signal;
  const relevance = await propagator.relevant({ space, history, signal: own });
  return { relevance, counted, model };
}

const labelled = (text: string) => ({ kind: 'label', label: parse(text) });
const all = (because: string) => ({ kind: 'all', because });

test('the lowest label at which the model answers, joined with all tried before', async () => {
  const { relevance, counted, model } = await ask({ model: answersOn('17') });
  expect(relevance).toEqual(labelled('trusted & sources{a, b}'));
  expect(counted).toEqual([3]);
  expect(model.requests.map(shownIn)).toEqual([
    `What is the code?||${placeholder}${placeholder}${placeholder}`,
    `What is the code?||A: nothing.${placeholder}${placeholder}`,
    `What is the code?||A: nothing.B: the code is 17.${placeholder}`,
  ]);
});

test('an answer at the bottom is the bottom', async () => {
  const { relevance, counted } = await ask({ model: answersOn('code') });
  expect(relevance).toEqual({ kind: 'label', label: space.bottom });
  expect(counted).toEqual([1]);
});

test('where no run is enough the answer is the full label, and is not run', async () => {
  const { relevance, counted } = await ask({ model: answersOn('nowhere') });
  expect(relevance).toEqual(labelled('untrusted & sources{a, b, c}'));
  expect(counted).toEqual([3]);
});

test('the model is told how to signal, and is offered its tools', async () => {
  const tool = { name: 'pay', description: 'Pays.', parameters: { type: 'object' } };
  const { model } = await ask({ model: answersOn('code'), tools: [tool] });
  expect(model.requests[0]?.view.tools).toEqual([tool, needHidden]);
});

const call = (args: string): Partial<ModelReply> => ({ calls: [{ tool: 'pay', args }] });

describe('what is enough', () => {
  const accept = (label: Label): boolean => label === space.bottom;
  test.each<[string, Partial<ModelReply>, boolean]>([
    ['an answer', { text: 'Hello.' }, true],
    ['a call that is allowed', call('{}'), true],
    ['no text', { text: ' ' }, false],
    ['half an answer', { text: 'Hel', stop: 'truncated' }, false],
    ['the signal', { text: 'Hello.', calls: [{ tool: needHidden.name, args: '{}' }] }, false],
    [
      'a call beside the signal',
      {
        calls: [
          ...(call('{}').calls ?? []),
          ...needs.calls.map(({ tool }) => ({ tool, args: '{}' })),
        ],
      },
      false,
    ],
    ['an answer with a placeholder', { text: `The code is ${placeholder}.` }, false],
    ['a call with a placeholder', call(`{"code": "${placeholder}"}`), false],
  ])('%s: %s', async (_, reply, isEnough) => {
    const model = scriptedModel(() => reply);
    const { relevance } = await ask({ model, options: { accept } });
    const isLowest = relevance.kind === 'label' && relevance.label === space.bottom;
    expect(isLowest).toBe(isEnough);
  });

  test('a call is, at a label at which it is allowed', async () => {
    const seen: string[] = [];
    const accepting = (label: Label, { draft }: { draft: ModelReply }): boolean => {
      seen.push(`${label.text}: ${draft.calls[0]?.args}`);
      return label === parse('trusted & sources{a}');
    };
    const { relevance } = await ask({
      model: scriptedModel(() => call('{}')),
      options: { accept: accepting },
    });
    expect(relevance).toEqual(labelled('trusted & sources{a}'));
    expect(seen).toEqual(['trusted & sources{}: {}', 'trusted & sources{a}: {}']);
  });
});

test('what the model may not see counts as relevant', async () => {
  const { relevance, model } = await ask({
    model: answersOn('code'),
    options: { clearance: parse('trusted & sources{a, b}') },
  });
  expect(relevance).toEqual(labelled('untrusted & sources{c}'));
  expect(model.requests.map(shownIn).join('')).not.toContain('C:');
});

describe('every region is relevant', () => {
  const model = (): ScriptedModel => answersOn('17');
  test.each<[string, Asked, string, number]>([
    [
      'past the bound of calls',
      { model: model(), options: { modelCallsMax: 2 } },
      'limit-reached',
      2,
    ],
    [
      'where the bound is no number',
      { model: model(), options: { modelCallsMax: Number.NaN } },
      'limit-reached',
      0,
    ],
    ['where the model fails', { model: scriptedModel([needs]) }, 'propagator-failed', 2],
    ['where it is aborted', { model: model(), signal: AbortSignal.abort() }, 'aborted', 1],
    [
      'where what decides on calls fails',
      {
        model: scriptedModel(() => call('{}')),
        options: {
          accept: () => {
            throw new Error('no policy');
          },
        },
      },
      'propagator-failed',
      1,
    ],
    [
      'where a tool has the name of the signal',
      { model: model(), tools: [needHidden] },
      'propagator-failed',
      1,
    ],
  ])('%s', async (_, asked, ...expected) => {
    const { relevance, counted } = await ask(asked);
    expect([relevance, ...counted]).toEqual([all(expected[0]), expected[1]]);
  });
});

proves('labels/multi-execution', async () => {
  const labels = fc.array(
    fc.constantFrom(space.bottom, a, b, c, parse('trusted & sources{a, c}')),
    {
      maxLength: 5,
    },
  );
  const text = fc.constantFrom('nothing', 'code 17', 'code 18', 'stop');
  const world = fc.array(text, { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(labels, world, world, async (present, left, right) => {
      // Reads all that it is shown; what it does is a function of that alone.
      const script = (request: ModelRequest) => {
        const shown = shownIn(request);
        return shown.includes('17') || (shown.includes('18') && shown.includes('stop'))
          ? 'Done.'
          : needs;
      };
      const choose = async (texts: readonly string[]) => {
        const parts = present.map((label, at) => ({ label: label ?? space.top, text: texts[at] }));
        return (await ask({ model: scriptedModel(script) }, parts)).relevance;
      };
      const first = await choose(left);
      if (first.kind !== 'label') return expect.unreachable();
      // Another world, the same below what was chosen.
      const same = left.map((each, at) => {
        const own = present[at] ?? space.top;
        return space.flowsTo(own, first.label) ? each : (right[at] ?? each);
      });
      expect(await choose(same)).toEqual(first);
    }),
    { numRuns: 200 },
  );
});
