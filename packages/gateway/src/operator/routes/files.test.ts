import { expect } from 'vitest';
import { operatorRig } from '../../../test/operator-rig.ts';
import type { FileRecord } from '../../store/file-store.ts';
import { proves } from '../../testing/proves.ts';

const secret: FileRecord = {
  path: '/srv/app/plans/takeover.ts',
  label: 'untrusted & private',
  cause: 'written',
  run: 'run1',
  call: 'call_1',
  atMs: 5,
};
const open: FileRecord = { ...secret, path: '/srv/app/src/a.ts', label: 'untrusted & public' };
const endorser = { roles: ['endorser'] } as const;
const low = { ...endorser, clearance: 'untrusted & public' } as const;

proves('files/cleared', async () => {
  const { send, operator, store } = await operatorRig();
  await store.files.change('acme', { put: [secret, open] });
  await store.files.change('globex', { put: [{ ...open, path: '/srv/other.ts' }] });
  const key = await operator('low', low);
  const listed = await send('GET', '/api/files', { key });
  expect(listed.body.files.map((each: FileRecord) => each.path)).toEqual([open.path]);
  expect(listed.body.hidden).toBe(1);
  expect(listed.text).not.toMatch(/takeover|other/);
  const at = (path: string) => `/api/files?path=${encodeURIComponent(path)}`;
  const texts = [secret.path, '/srv/app/plans', '/srv/app/none.ts'].map(
    async (path) => (await send('GET', at(path), { key })).text,
  );
  expect(new Set(await Promise.all(texts))).toEqual(new Set(['{"files":[],"hidden":0}']));
  const order = (path: string) => ({ path, view: 'd'.repeat(64), because: 'I read it' });
  const post = (path: string) => send('POST', '/api/files/endorse', { key, body: order(path) });
  const [no, none] = [await post(secret.path), await post('/srv/app/none.ts')];
  expect([no.status, no.text]).toEqual([404, none.text]);
  expect(await store.files.list('acme')).toHaveLength(2);
});

proves('files/endorse-one', async () => {
  const { send, operator, store } = await operatorRig();
  await store.files.change('acme', { put: [secret, open] });
  const key = await operator('ann', endorser);
  const listed = await send('GET', '/api/files', { key });
  const found = listed.body.files.find((each: FileRecord) => each.path === open.path);
  const body = { path: open.path, view: 'd'.repeat(64), because: 'I read it' };
  const stale = await send('POST', '/api/files/endorse', { key, body });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'file_changed']);
  const viewer = await operator('eve', { roles: ['viewer'] });
  const right = { ...body, view: found.view };
  expect((await send('POST', '/api/files/endorse', { key: viewer, body: right })).status).toBe(403);
  expect((await send('POST', '/api/files/endorse', { key, body: right })).status).toBe(200);
  expect((await store.files.list('acme')).map((each) => each.path)).toEqual([secret.path]);
  const acts = await store.events.list({ type: 'act-ordered', limit: 9 });
  expect(acts.map(({ payload }) => payload)).toContainEqual(
    expect.stringContaining('"act":"endorse-file","by":"ann"'),
  );
});
