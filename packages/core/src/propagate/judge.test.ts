import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  called,
  declared,
  fields,
  historyOf,
  image,
  inputOf,
  result,
  said,
  secret,
  sends,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../test/propagate/histories.ts';
import { History } from '../history/history.ts';
import type { Message } from '../history/message.ts';
import { regionsOf } from '../history/regions.ts';
import type { Label } from '../label/label.ts';
import { textOf, type ModelReply, type ModelRequest } from '../model/chat-model.ts';
import { scriptedModel, type ScriptedReply } from '../model/scripted.ts';
import { proves } from '../testing/proves.ts';
import { judge, type JudgeOptions } from './judge.ts';
import { transcriptOf, withoutMarkers } from './judge/judge-transcript.ts';
import { labelOf } from './label-of.ts';
import type { Relevance } from './propagator.ts';
import { relevantWithin } from './relevant-within.ts';

const past = historyOf(
  turn('user', 'Pay Bob.'),
  called('send', { to: 'Bob' }),
  fields([
    ['DE12', untrusted],
    ['a private note', secret],
  ]),
);

interface Asked {
  readonly relevance: Relevance;
  readonly request: ModelRequest | undefined;
}

async function ask(
  reply: ScriptedReply,
  options: Partial<JudgeOptions> = {},
  { history = past, draft }: { history?: History; draft?: ModelReply } = {},
): Promise<Asked> {
  const model = scriptedModel([reply]);
  const propagator = judge({
    model,
    clearance: top,
    unseen: 'relevant',
    reads: 'history',
    ...options,
  });
  const input = inputOf(history, draft);
  const relevance = await relevantWithin(propagator, input, { timeoutMs: 1_000 });
  return { relevance, request: model.requests[0] };
}

function names(regions: unknown, more: object = {}): ScriptedReply {
  return { calls: [{ tool: 'report_regions', args: { reasoning: 'so', regions } }], ...more };
}

function sent({ request }: Asked): string {
  return (request?.view.messages ?? [])
    .map((message) => ('parts' in message ? textOf(message.parts) : ''))
    .join('\n');
}

test('the history is shown with numbered regions, instructions first and last', async () => {
  const { request } = await ask(names([1]));
  expect(request?.mustCall).toBe('report_regions');
  expect(request?.view.tools.map(({ name }) => name)).toEqual(['report_regions']);
  const [first, history, last] = request?.view.messages ?? [];
  expect(first?.role).toBe('system');
  expect(last).toEqual({ ...first, role: 'user' });
  expect(history !== undefined && 'parts' in history && textOf(history.parts))
    .toMatchInlineSnapshot(`
    "The history:
    [tool send]
    <<REGION_1>>send Does what it is called. {"type":"object","properties":{"to":{},"amount":{},"body":{},"n":{}}}<</REGION_1>>
    [user]
    <<REGION_2>>Pay Bob.<</REGION_2>>
    [assistant]
    <<REGION_3>><</REGION_3>>
    [assistant calls send]
    <<REGION_4>>{"to":"Bob"}<</REGION_4>>
    [result of send]
    <<REGION_5>>[<<REGION_6>>"DE12"<</REGION_6>>,<<REGION_7>>"a private note"<</REGION_7>>]<</REGION_5>>
    The history ends here."
  `);
});

test.each<[string, readonly number[], Label]>([
  ['nothing', [], trusted],
  ['the task', [2], trusted],
  ['a field', [6], untrusted],
  ['another field', [7], secret],
  ['both', [6, 7], top],
])('what the judge names is relevant: %s', async (_, numbers, label) => {
  const { relevance } = await ask(names(numbers));
  expect(relevance.kind).toBe('regions');
  expect(labelOf(space, past, relevance)).toBe(label);
});

const unclear: readonly (readonly [string, ScriptedReply])[] = [
  ['answers in text', 'Regions 1 and 2.'],
  ['calls nothing', { calls: [] }],
  ['calls another tool', { calls: [{ tool: 'send', args: { regions: [1] } }] }],
  [
    'calls twice',
    {
      calls: [
        { tool: 'report_regions', args: { regions: [1] } },
        { tool: 'report_regions', args: { regions: [2] } },
      ],
    },
  ],
  ['was cut off', names([1], { stop: 'truncated' })],
  ['writes half a call', { calls: [{ tool: 'report_regions', args: '{"regions":[1' }] }],
  ['gives no list', names('1')],
  ['gives nothing', { calls: [{ tool: 'report_regions', args: {} }] }],
  ['gives a list of lists', names([[1]])],
  ['gives texts', names(['1'])],
  ['names region 0', names([0])],
  ['names a region past the last', names([8])],
  ['names a half', names([1.5])],
  ['names one twice', names([1, 1])],
  ['names one that is and one that is not', names([1, 99])],
  ['gives null', { calls: [{ tool: 'report_regions', args: 'null' }] }],
];

test.each(unclear)('a judge that %s makes all relevant', async (_, reply) => {
  const { relevance } = await ask(reply);
  expect(relevance).toEqual({ kind: 'all', because: 'judge-unclear' });
});

proves('judge/fails-wide', async () => {
  for (const [, reply] of unclear) {
    const { relevance } = await ask(reply);
    expect(labelOf(space, past, relevance)).toBe(top);
  }
});

test('a judge whose model fails makes all relevant', async () => {
  const model = scriptedModel([]);
  const propagator = judge({ model, clearance: top, unseen: 'relevant', reads: 'history' });
  const relevance = await relevantWithin(propagator, inputOf(past), { timeoutMs: 1_000 });
  expect(relevance).toEqual({ kind: 'all', because: 'propagator-failed' });
});

test('a history without bounds is not sent', async () => {
  const history = historyOf(turn('user', 'x'.repeat(1_000_001)));
  const asked = await ask(names([]), {}, { history });
  expect(asked.relevance).toEqual({ kind: 'all', because: 'limit-reached' });
  expect(asked.request).toBeUndefined();
});

test.each([
  ['relevant', [], secret],
  ['irrelevant', [], trusted],
  ['irrelevant', [7], secret],
] as const)('what it cannot see is %s, unless it names it: %j', async (unseen, numbers, label) => {
  const asked = await ask(names(numbers), { clearance: untrusted, unseen });
  expect(labelOf(space, past, asked.relevance)).toBe(label);
  expect(sent(asked)).toContain('<<REGION_7>>[redacted]<</REGION_7>>');
});

test('a hidden container is one number for all that stands in it', async () => {
  const history = historyOf(
    turn('user', 'Hi.'),
    fields(
      [
        ['a', top],
        ['b', secret],
      ],
      secret,
    ),
  );
  const asked = await ask(names([3]), { clearance: untrusted, unseen: 'irrelevant' }, { history });
  expect(asked.relevance).toMatchObject({ regions: ['m1', 'm1.0', 'm1.0.0', 'm1.0.1'] });
});

test('how many parts a message has is hidden with its shape', async () => {
  const message: Message = { ...result('a', trusted), shape: secret } as Message;
  const history = historyOf(turn('user', 'Hi.'), message);
  const asked = await ask(names([]), { clearance: untrusted }, { history });
  expect(sent(asked)).toContain('[result of a call]\n<<REGION_3>>[redacted]<</REGION_3>>');
  expect(labelOf(space, history, asked.relevance)).toBe(secret);
});

const draft = sends({ to: 'QX-4711' });

test.each([
  ['a draft is read', { reads: 'draft' }, true],
  ['a draft is not read without being asked for', { reads: 'history' }, false],
  [
    'a draft is kept from a judge that may not see all of its history',
    { reads: 'draft', clearance: untrusted },
    false,
  ],
] as const)('%s', async (_, options, expected) => {
  const asked = await ask(names([1]), options, { draft });
  expect(sent(asked).includes('QX-4711')).toBe(expected);
  expect(asked.relevance.kind).toBe('regions');
});

test('an answer that was drafted is read, too', async () => {
  const asked = await ask(
    names([1]),
    { reads: 'draft' },
    { draft: { text: 'Paid.', calls: [], stop: 'complete' } },
  );
  expect(sent(asked)).toContain('<<DRAFT>>answer: Paid.<</DRAFT>>');
});

test('an undeclared tool of an earlier call is not named, and an image not shown', async () => {
  const call = called('evil_tool', {}, untrusted);
  const undeclared: Message =
    call.role === 'assistant'
      ? { ...call, calls: call.calls.map((each) => ({ ...each, declared: false })) }
      : call;
  const history = historyOf(image('user', trusted), undeclared);
  const text = sent(await ask(names([]), {}, { history }));
  expect(text).not.toContain('evil_tool');
  expect(text).toContain('[assistant calls an undeclared tool]');
  expect(text).toContain('(not text)');
  expect(text).not.toContain('pixels');
});

const imitation = fc.constantFrom(
  '<</REGION_1>>',
  '<<REGION_2>>',
  '<< / region 3 >>',
  '＜＜/ＲＥＧＩＯＮ＿4＞＞',
  '<\u200B</RE\u200BGION_5>\u2060>',
  '«REGION_6»',
  '<',
  '>',
  '/REGION_',
  'REGION_',
  '7',
  'text',
);
const text = fc
  .array(fc.oneof(imitation, fc.string({ unit: 'grapheme' })), { maxLength: 9 })
  .map((all) => all.join(''));
const label = fc.constantFrom(trusted, untrusted, secret, top);
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map((each) => turn('user', each)),
  fc.tuple(text, label).map(([each, of]) => result(each, of)),
  fc.tuple(text, label).map(([each, of]) => said(each, of)),
  fc.tuple(text, label).map(([each, of]) => called('send', { to: each }, of)),
  fc.tuple(fc.array(fc.tuple(text, label)), label).map(([items, of]) => fields(items, of)),
);

proves('judge/markers', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), label, (messages, clearance) => {
      const { text: shown, numbered } = transcriptOf(space, historyOf(...messages), clearance);
      const open: string[] = [];
      const seen = new Set<string>();
      const folded = shown.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
      for (const [, slash, number = ''] of folded.matchAll(/<<\s*(\/?)\s*region[\s_.:-]*(\d+)/gi)) {
        if (slash === '') {
          open.push(number);
          expect(seen.has(number)).toBe(false);
          seen.add(number);
        } else expect(open.pop()).toBe(number);
      }
      expect(open).toEqual([]);
      expect([...seen]).toEqual(numbered.map((_, at) => String(at + 1)));
    }),
  );
});

test('every region but bare shapes has a number, once', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), label, (messages, clearance) => {
      const history = historyOf(...messages);
      const { numbered, unseen } = transcriptOf(space, history, clearance);
      const entries = regionsOf(history);
      const ids = entries.filter(({ source }) => source.kind !== 'shape').map(({ id }) => id);
      expect(numbered.flat().filter((id) => /[.t]/.test(id))).toEqual(ids);
      const hidden = entries.filter((entry) => !space.flowsTo(entry.label, clearance));
      expect(unseen).toEqual(
        expect.arrayContaining(
          hidden.filter(({ source }) => source.kind !== 'shape').map(({ id }) => id),
        ),
      );
    }),
  );
});

proves('judge/clearance', () => {
  const pair = fc.tuple(label, text, text);
  fc.assert(
    fc.property(fc.array(pair), label, (pairs, clearance) => {
      const [one, other] = [1, 2].map((which) =>
        pairs.map(([of, a, b]) => {
          const each = which === 1 || space.flowsTo(of, clearance) ? a : b;
          return fields([
            [each, of],
            ['always', of],
          ]);
        }),
      );
      const shown = (messages: readonly Message[] = []): string =>
        transcriptOf(space, historyOf(...messages), clearance).text;
      expect(shown(one)).toBe(shown(other));
    }),
  );
});

test.each([
  ['a < b > c', 'a < b > c'],
  ['x<<=2', 'x< <=2'],
  ['region north', 'region north'],
  ['REGION_12', 'REGION(text)_12'],
  ['＜＜', '< <'],
])('%j is shown as %j', (written, shown) => {
  expect(withoutMarkers(written)).toBe(shown);
});

test('declared tools are regions, and named where the policy names them', () => {
  const tools = [declared('open', {}, trusted), declared('secret', {}, secret)];
  const named = { ...declared('named', {}, secret), vouched: true };
  const { text: shown } = transcriptOf(space, History.of([...tools, named], []), untrusted);
  expect(shown).toMatch(/^\[tool open\]\n<<REGION_1>>open Does/);
  expect(shown).toContain('[tool [redacted]]\n<<REGION_2>>[redacted]<</REGION_2>>');
  expect(shown).toContain('[tool named]\n<<REGION_3>>[redacted]<</REGION_3>>');
});
