import type { Offer } from '@sluice/mcp';
import { expect, test } from 'vitest';
import type { McpStore } from '../store/mcp-store.ts';
import { KnownOffers } from './known-offers.ts';

const store: McpStore = {
  list: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  tenants: () => Promise.resolve([]),
};

const labelOf = () => Promise.resolve('untrusted');
const tool = (definition: string): Offer => ({ kind: 'tool', name: 'send', definition });

async function accepted() {
  let nowMs = 0;
  const offers = new KnownOffers(store, () => (nowMs += 1));
  const accept = async (server: string, definition: string) => {
    await offers.admit([tool(definition)], { tenant: 'acme', server, trustsFirst: false, labelOf });
    const shown = (await offers.list('acme')).filter((each) => each.server === server);
    await offers.accept('acme', shown, 'ann');
  };
  await accept('mail', '1');
  await accept('bank', '1');
  return { offers, accept };
}

test('a server whose corrected words are accepted stays the one that a bare name means', async () => {
  const { offers, accept } = await accepted();
  await accept('mail', '2');
  expect(await offers.ownerOf('acme', 'send')).toBe('mail');
});

test('neither an older definition nor one that nobody accepted counts as accepted', async () => {
  const { offers, accept } = await accepted();
  const mail = (definition: string) => ({ ...tool(definition), server: 'mail' });
  expect(await offers.isAccepted('acme', mail('1'))).toBe(true);
  await offers.admit([tool('2')], { tenant: 'acme', server: 'mail', trustsFirst: false, labelOf });
  expect(await offers.isAccepted('acme', mail('1'))).toBe(false);
  expect(await offers.isAccepted('acme', mail('2'))).toBe(false);
  expect(await offers.acceptedBy('acme', mail('2'))).toBeUndefined();
  await accept('mail', '2');
  expect(await offers.acceptedBy('acme', mail('2'))).toBe('ann');
});
