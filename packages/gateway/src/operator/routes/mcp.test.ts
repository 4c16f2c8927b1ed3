import { expect } from 'vitest';
import { operatorRig } from '../../../test/operator-rig.ts';
import type { OfferRecord } from '../../store/mcp-store.ts';
import { proves } from '../../testing/proves.ts';

const offer: OfferRecord = {
  is: 'offer',
  server: 'files',
  kind: 'tool',
  name: 'read_file',
  offered: '{"name":"read_file"}',
  offeredMs: 1,
  label: 'untrusted & public',
};

proves('mcp/accepted-as-shown', async () => {
  const { send, operator, store } = await operatorRig();
  await store.mcp.put('acme', [offer, { is: 'seen', client: 'key_1', label: 'top' }]);
  const key = await operator('ann', { roles: ['endorser'] });
  const listed = await send('GET', '/api/mcp', { key });
  expect(listed.body).toMatchObject({
    offers: [{ server: 'files', name: 'read_file', state: 'new', accepted: null }],
    clients: [{ client: 'key_1', label: 'top' }],
  });
  const [{ hash }] = listed.body.offers;
  const wanted = { kind: 'tool', name: 'read_file' };
  const accept = (as: string, seen: string) =>
    send('POST', '/api/mcp/accept', {
      key: as,
      body: { server: 'files', offers: [{ ...wanted, hash: seen }] },
    });
  expect((await accept(key, 'a'.repeat(64))).body.error.code).toBe('offer_changed');
  const viewer = await operator('eve', { roles: ['viewer', 'approver'] });
  expect((await accept(viewer, hash)).status).toBe(403);
  const other = await operator('bob', { roles: ['endorser'], tenant: 'globex' });
  expect((await accept(other, hash)).status).toBe(404);
  expect((await accept(key, hash)).status).toBe(200);
  const again = await send('GET', '/api/mcp', { key });
  expect(again.body.offers).toMatchObject([{ state: 'accepted', by: 'ann' }]);
  const acts = await store.events.list({ type: 'act-ordered', limit: 9 });
  expect(acts.map(({ payload }) => payload)).toContainEqual(
    expect.stringContaining('"act":"mcp-accept","by":"ann"'),
  );
});

proves('mcp/reset', async () => {
  const { send, operator, store } = await operatorRig();
  await store.mcp.put('acme', [{ is: 'seen', client: 'key_1', label: 'top' }]);
  const key = await operator('ann', { roles: ['endorser'] });
  const reset = (client: string) =>
    send('POST', '/api/mcp/reset', { key, body: { client, because: 'it was restarted' } });
  expect((await reset('key_2')).status).toBe(404);
  expect((await reset('key_1')).status).toBe(200);
  expect(await store.mcp.list('acme')).toEqual([{ is: 'seen', client: 'key_1', label: 'bottom' }]);
});

proves('mcp/forget', async () => {
  const { send, operator, store } = await operatorRig();
  const accepted = { definition: offer.offered, by: 'ann', atMs: 1 };
  await store.mcp.put('acme', [
    { ...offer, accepted },
    { ...offer, server: 'mail' },
  ]);
  const key = await operator('ann', { roles: ['endorser'] });
  const forget = (server: string, as = key) =>
    send('POST', '/api/mcp/forget', { key: as, body: { server, because: 'it is gone' } });
  const viewer = await operator('eve', { roles: ['viewer', 'approver'] });
  expect((await forget('files', viewer)).status).toBe(403);
  expect((await forget('none')).status).toBe(404);
  expect((await forget('files')).status).toBe(200);
  expect(await store.mcp.list('acme')).toMatchObject([{ server: 'mail' }]);
  const acts = await store.events.list({ type: 'act-ordered', limit: 9 });
  expect(acts.map(({ payload }) => payload)).toContainEqual(
    expect.stringContaining('"act":"mcp-forget","by":"ann"'),
  );
});

proves('mcp/offers-cleared', async () => {
  const { send, operator, store } = await operatorRig();
  const named = (name: string, label?: string): OfferRecord => ({ ...offer, name, label });
  const open = ['a', 'b', 'c'].map((name) => named(name, 'trusted & public'));
  await store.mcp.put('acme', [...open, named('secret', 'top'), named('unknown')]);
  const key = await operator('ann', { roles: ['endorser'], clearance: 'trusted & public' });
  const list = async (query = '') => (await send('GET', `/api/mcp${query}`, { key })).body;
  expect(await list()).toMatchObject({ hidden: 2, next: null });
  const first = await list('?limit=2');
  expect(first.offers.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
  const second = await list(`?limit=2&after=${first.next}`);
  expect(second).toMatchObject({ offers: [{ name: 'c' }], next: null });
  const { error } = await list(`?after=${'0'.repeat(64)}`);
  expect(error.code).toBe('page_gone');
  // Nobody accepts what they may not read.
  const [{ hash }] = first.offers;
  const offers = [{ kind: 'tool', name: 'secret', hash }];
  const accepted = await send('POST', '/api/mcp/accept', {
    key,
    body: { server: 'files', offers },
  });
  expect(accepted.status).toBe(404);
});

proves('mcp/look-alike', async () => {
  const { send, operator, store } = await operatorRig();
  const key = await operator('ann', { roles: ['endorser'] });
  await store.mcp.put('acme', [
    offer,
    { ...offer, server: 'mail', name: 'read_f\u0456le' },
    { ...offer, server: 'mail', name: 'send' },
  ]);
  const { body } = await send('GET', '/api/mcp?server=mail', { key });
  expect(body.offers).toMatchObject([
    { name: 'read_f\u0456le', looksLike: [{ server: 'files', name: 'read_file' }] },
    { name: 'send', looksLike: [] },
  ]);
});
