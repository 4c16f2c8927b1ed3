import { type ModelRequest, placeholder, type PlainMessage } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { privacyTasks } from '../../src/privacy/privacy-suite.ts';
import { randomJudge } from '../../src/privacy/reader/judge.ts';
import { privacyReader } from '../../src/privacy/reader/reader.ts';
import { seenIn, standsIn } from '../../src/privacy/reader/seen.ts';
import { stepsTaken } from '../../src/reader/past-calls.ts';
import { factsIn } from '../../src/privacy/world/open.ts';
import { proves } from '../../src/testing/proves.ts';
import { finished, taskNamed } from './run-one.ts';

const options = { signal: new AbortController().signal };

function user(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

function result(text: string): PlainMessage {
  return { role: 'tool', callId: 'call_1', tool: 'view', parts: [{ kind: 'text', text }] };
}

function asked(messages: readonly PlainMessage[], mustCall?: string): ModelRequest {
  return { view: { messages, tools: [] }, mustCall };
}

test.each([
  ['a whole word', 'the card 36.4 here', '36.4', true],
  ['inside quotes', '{"a":"36.4"}', '36.4', true],
  ['a longer number', '36.45', '36.4', false],
  ['the end of a number', '136.4', '36.4', false],
  ['the whole part of a number', '36.4', '36', false],
  ['the end of a sentence', 'It is 36.', '36', true],
  ['a part of a word', 'manual', 'man', false],
  ['once inside a word, and once alone', 'manual man', 'man', true],
  ['not there', 'nothing', 'man', false],
])('a text stands in another: %s', (...[, text, wanted, stands]) => {
  expect(standsIn(text, wanted)).toBe(stands);
});

test('a text between spaces always stands there', () => {
  const word = fc.stringMatching(/^[a-z0-9.]{1,8}$/);
  fc.assert(
    fc.property(word, word, word, (before, wanted, after) => {
      expect(standsIn(`${before} ${wanted} ${after}`, wanted)).toBe(true);
    }),
  );
});

describe('the reader', () => {
  const task = taskNamed('payments-museum');

  test('copies what it sees', async () => {
    const view = [result('[{"handle":"@priya.nair"}]'), user(task.request)];
    const { calls } = await privacyReader(task, 'plain').generate(asked(view), options);
    expect(calls.map(({ args }) => JSON.parse(args))).toEqual([
      { to: '@priya.nair', amount: 25, note: 'museum' },
    ]);
  });

  test.each([
    ['makes no call without it', 'payments-museum', []],
    ['leaves out what it may', 'payments-card', [{ design: 'Tide' }]],
    ['says it otherwise', 'shopping-bars', [{ query: 'protein bars' }]],
  ])('of what is hidden: %s', async (_, id, args) => {
    const hidden = taskNamed(id);
    const view = [result(placeholder), user(hidden.request)];
    const { calls } = await privacyReader(hidden, 'plain').generate(asked(view), options);
    expect(calls.map((call) => JSON.parse(call.args))).toEqual(args);
  });

  test('stops where a call was refused', async () => {
    const refused = result('The call was not made (person-said-no; rule: call).');
    const view = [result('"@priya.nair"'), user(task.request), refused];
    const reply = await privacyReader(task, 'plain').generate(asked(view), options);
    expect(reply).toMatchObject({ calls: [], text: expect.stringContaining('stopped') });
  });

  test('signals that it needs what is hidden, where it can', async () => {
    const tools = [{ name: 'need_hidden_text', description: '', parameters: {} }];
    const view = { messages: [user(task.request)], tools };
    const { calls } = await privacyReader(task, 'plain').generate({ view }, options);
    expect(calls).toEqual([{ tool: 'need_hidden_text', args: '{}' }]);
  });

  proves('privacy/reader-sees', async () => {
    for (const each of privacyTasks) {
      const facts = factsIn(each.setting);
      for (const variant of ['plain', 'careless'] as const) {
        const { calls } = await finished(each, { defence: 'confirm-never', variant });
        const sent = calls.filter(({ args }) => {
          return facts.some(({ text }) => standsIn(args, text) && !standsIn(each.request, text));
        });
        expect(sent, each.id).toEqual([]);
      }
    }
  });

  test('is careless with what it sees alone, where a call has room for it', async () => {
    const view = [result('["@priya.nair","555-0147"]'), user(task.request)];
    const { calls } = await privacyReader(task, 'careless').generate(asked(view), options);
    expect(calls[0]?.args).toContain('museum (555-0147)');
  });
});

test('steps are the generations with calls since the last user turn', () => {
  const call: PlainMessage = {
    role: 'assistant',
    text: '',
    calls: [{ id: 'call_1', tool: 'view', args: '{}' }],
  };
  const said: PlainMessage = { role: 'assistant', text: 'Well.', calls: [] };
  expect(stepsTaken({ messages: [user('a'), call, user('b'), said, call, call] })).toBe(2);
  expect(seenIn({ messages: [user('a'), call] })).toContain('{}');
});

describe('judges', () => {
  const task = taskNamed('flights-cancel-oslo');
  const regions =
    '<<REGION_1>>[<<REGION_2>>"R4TK9P"<</REGION_2>>,<<REGION_3>>"H2MV6D"<</REGION_3>>]';
  const transcript = user(`${regions}<</REGION_1>>\n[user]\n${task.request}`);
  const named = (args: string | undefined): unknown => JSON.parse(args ?? '{}').regions;

  test('an honest one names the region that the next call needs', async () => {
    const request = asked([transcript], 'report_regions');
    const { calls } = await privacyReader(task, 'plain').generate(request, options);
    expect(calls[0]?.tool).toBe('report_regions');
    expect(named(calls[0]?.args)).toEqual([3]);
  });

  test('a random one names as many, the same for the same seed', async () => {
    const request = asked([transcript], 'report_regions');
    const lists = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1) {
      const once = await randomJudge(task, seed).generate(request, options);
      const again = await randomJudge(task, seed).generate(request, options);
      expect(named(once.calls[0]?.args)).toHaveLength(1);
      expect(again).toEqual(once);
      lists.add(String(named(once.calls[0]?.args)));
    }
    expect(lists.size).toBeGreaterThan(1);
  });
});
