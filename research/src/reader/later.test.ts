import { describe, expect, test } from 'vitest';
import { opening } from '../../test/reader/play.ts';
import { bill, shop } from '../../test/reader/shop.ts';
import { readerOf, type ReaderView } from './reader.ts';

const lax = readerOf(shop, 'lax');
const scene = { facts: shop, suite: 'shop', task: 'bill' };
const later = { type: 'string', enum: ['later'] };

/** The view after the bill was read as `text`, where `left` are written later. */
function view(text: string, left: readonly string[]): ReaderView {
  const { messages, tools } = opening(scene);
  const properties = Object.fromEntries(left.map((name) => [name, later]));
  const read = shop.suites['shop']?.userTasks['bill']?.groundTruth[0];
  const call = { id: '1', tool: read?.tool ?? '', args: JSON.stringify(read?.args) };
  return {
    tools: tools.map((tool) => ({ ...tool, parameters: { type: 'object', properties } })),
    messages: [
      ...messages,
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', callId: '1', tool: call.tool, parts: [{ kind: 'text', text }] },
    ],
  };
}

describe('where some arguments are written later', () => {
  const withoutAccount = bill.replace('NO93 8601 1117 947', '[redacted]');

  test('the reader leaves a word in their place, and needs not see what they say', () => {
    const { calls } = lax.decide(view(withoutAccount, ['account']));
    expect(calls).toMatchObject([{ tool: 'pay', args: { account: 'later', amount: 41.5 } }]);
  });

  test('it still needs to see all else', () => {
    expect(lax.decide(view(withoutAccount, [])).why).toBe('cannot-see-arguments');
    expect(lax.decide(view(withoutAccount, ['amount'])).why).toBe('cannot-see-arguments');
  });
});
