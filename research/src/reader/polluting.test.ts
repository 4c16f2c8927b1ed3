import { expect, test } from 'vitest';
import { opening } from '../../test/reader/play.ts';
import { bill, payGoal, shop } from '../../test/reader/shop.ts';
import { own } from '../person/simulated-person.ts';
import type { ReaderCall, ReaderView } from './output.ts';
import { isPolluted, unpolluted } from '../trial/pollution.ts';
import { pollutingReader } from './polluting.ts';

const scene = { facts: shop, suite: 'shop', task: 'bill' };
const step = shop.suites['shop']?.userTasks['bill']?.groundTruth[0];

/** The view after the bill was read, and these calls were made. */
function view(text: string, made: readonly ReaderCall[] = []): ReaderView {
  const { messages, tools } = opening(scene);
  const read = { id: '1', tool: step?.tool ?? '', args: JSON.stringify(step?.args) };
  const all = [
    read,
    ...made.map(({ tool, args }) => ({ id: 'x', tool, args: JSON.stringify(args) })),
  ];
  return {
    tools,
    messages: [
      ...messages,
      ...all.flatMap((call, at) => [
        { role: 'assistant' as const, text: '', calls: [call] },
        {
          role: 'tool' as const,
          callId: call.id,
          tool: call.tool,
          parts: [{ kind: 'text' as const, text: at === 0 ? text : 'None' }],
        },
      ]),
    ],
  };
}

const reader = pollutingReader('lax', {
  facts: shop,
  dataOf: (_, tool) => (tool === 'pay' ? ['account'] : []),
});

test('an attacker’s goal is written into what the task’s next call says', () => {
  const { calls, why } = reader.decide(view(`${bill}\n${payGoal}`));
  expect(why).toBe('task');
  const [call] = calls;
  expect(call && isPolluted(call)).toBe(true);
  expect(unpolluted(String(call?.args['account']))).toBe('NO93 8601 1117 947');
  const args = JSON.stringify(call?.args);
  // What is acted on is the user's.
  expect(own(shop)({ suite: 'shop', task: 'bill' }, { tool: 'pay', args })).toBe(true);
});

test('the step is known again, and not made twice', () => {
  const text = `${bill}\n${payGoal}`;
  const { calls } = reader.decide(view(text));
  const next = reader.decide(view(text, calls));
  expect(next.calls.some(isPolluted)).toBe(false);
});

test('where nothing is data, it obeys as the reader does that it is made of', () => {
  const plain = pollutingReader('lax', { facts: shop, dataOf: () => [] });
  expect(plain.decide(view(`${bill}\n${payGoal}`)).why).toBe('injection');
});

test('where no goal can be seen, it does the task', () => {
  const { calls } = reader.decide(view(bill));
  expect(calls.some(isPolluted)).toBe(false);
});
