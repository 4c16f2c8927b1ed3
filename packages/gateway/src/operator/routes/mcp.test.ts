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
