import { expect } from 'vitest';
import { operatorRig } from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';

proves('console/own-page', async () => {
  const rig = await operatorRig();
  const [ann, bob] = [await rig.operator('ann'), await rig.operator('bob')];
  const admin = await rig.operator('eve', { roles: ['admin'] });
  const [one, two] = [await rig.ask(), await rig.ask()];
  await rig.send('GET', `/api/questions/${one.id}`, { key: ann });
  rig.clock.nowMs += 7_000;
  const say = (key: string, { id, hash }: typeof one, verb: string) =>
    rig.send('POST', `/api/questions/${id}/${verb}`, { key, body: { hash } });
  expect((await say(ann, one, 'approve')).status).toBe(200);
  expect((await say(bob, two, 'deny')).status).toBe(200);
  const people = async (key: string) =>
    (await rig.send('GET', '/api/overview', { key })).body.people;
  const annsRow = { name: 'ann', yes: 1, no: 0, decidedMs: 7_000 };
  const bobsRow = { name: 'bob', yes: 0, no: 1, decidedMs: null };
  expect(await people(ann)).toEqual([annsRow]);
  expect(await people(bob)).toEqual([bobsRow]);
  expect(await people(admin)).toEqual(expect.arrayContaining([annsRow, bobsRow]));
  const stranger = await rig.operator('out', { tenant: 'other', roles: ['admin'] });
  expect(await people(stranger)).toEqual([]);
  const { days } = (await rig.send('GET', '/api/overview', { key: ann })).body;
  expect(days).toEqual([{ day: '1970-01-01', asked: 0, yes: 1, no: 1, expired: 0 }]);
});

proves('console/looks-recorded', async () => {
  const rig = await operatorRig();
  const key = await rig.operator('ann', { roles: ['endorser'] });
  const { id } = await rig.ask();
  const looks = async () =>
    (await rig.store.events.list({ type: 'value-shown', limit: 99 })).map(
      ({ subject, payload = '' }) => [subject, JSON.parse(payload)],
    );
  const read = async (path: string): Promise<number> =>
    (await rig.send('GET', path, { key })).status;
  for (const path of [`/api/questions/${id}`, '/api/runs/run1/messages']) {
    expect(await read(path)).toBe(200);
    expect(await read(path)).toBe(200);
  }
  expect(await read('/api/runs/run1/region?region=m1:0')).toBe(200);
  expect(await read('/api/export')).toBe(200);
  expect(await looks()).toEqual([
    [id, { by: 'ann', what: 'question' }],
    ['run1', { by: 'ann', what: 'messages' }],
    ['run1', { by: 'ann', what: 'region' }],
    ['', { by: 'ann', what: 'export' }],
  ]);
  rig.clock.nowMs += 3_600_000;
  expect(await read(`/api/runs/run1/messages`)).toBe(200);
  expect((await looks()).length).toBe(5);
  // Where it cannot be recorded, nothing is shown.
  Object.assign(rig.store.events, { append: () => Promise.reject(new Error('disk full')) });
  expect(await read('/api/runs/run1/region?region=m1:0')).toBe(500);
});
