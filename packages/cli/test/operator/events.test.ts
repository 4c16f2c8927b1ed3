import { expect, test } from 'vitest';
import { desk } from '../../../gateway/test/operator-desk.ts';
import { operate } from './seat.ts';

test('events are printed in order, values only as far as one is cleared', async () => {
  const { operator, ask, send, url } = await desk();
  const key = await operator('ann');
  const low = await operator('low', { roles: ['viewer'], clearance: 'trusted & public' });
  const { id, hash } = await ask();
  const body = { hash, reason: 'a\u202Eb' };
  await send('POST', `/api/questions/${id}/deny`, { key, body });
  const { out } = await operate(['events', '--url', url], { key });
  expect(out).toMatch(
    /^ {5}1 {2}1970-.* {2}operator-answered {2}ap_\w+ .*\[untrusted & private\] {2}by ann/,
  );
  const hidden = await operate(['events', '--url', url], { key: low });
  expect(hidden.out).toContain('(above your clearance)');
  expect(hidden.out).not.toContain('by ann');
  const json = await operate(['events', '--json', '--url', url], { key });
  expect(JSON.parse(json.out).payload.words).toBe('a\u202Eb');
  expect(json.out).toContain('a\\u202eb');
  expect((await operate(['events', '--after', '1', '--url', url], { key })).out).toBe('');
});

test('verify says what holds, and what to keep', async () => {
  const { operator, ask, store, url } = await desk();
  const key = await operator('ann', { roles: ['viewer'] });
  expect((await operate(['verify', '--url', url], { key })).out).toBe(
    '0 events, every link holds.',
  );
  const { id } = await ask();
  await store.questions.withdraw(id, 1);
  const ran = await operate(['verify', '--url', url], { key });
  const { hash } = await store.events.head();
  expect(ran.out).toContain(`sluice verify --anchor 1:${hash}`);
  const anchored = await operate(['verify', '--anchor', `1:${hash}`, '--url', url], { key });
  expect(anchored.code).toBe(0);
  const other = await operate(['verify', '--anchor', `1:${'0'.repeat(64)}`, '--url', url], { key });
  expect([other.code, other.out.includes('BROKEN at event 1')]).toEqual([1, true]);
  const none = await operate(['verify', '--anchor', 'x', '--url', url], { key });
  expect([none.code, none.errors.includes('SEQ:HASH')]).toEqual([2, true]);
});
