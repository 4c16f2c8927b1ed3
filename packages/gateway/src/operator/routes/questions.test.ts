import { describe, expect, test } from 'vitest';
import { labelSpace, readers } from '@sluice/core';
import { operatorRig, rigRegion, type Asking } from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';
import { aboveClearance } from '../sight.ts';

const someone = 'trusted & public';

describe('who sees a question', () => {
  proves('operator/cleared-only', async () => {
    const { send, operator, ask, store } = await operatorRig();
    const low = await operator('low', { clearance: 'untrusted & public' });
    const high = await operator('high', { clearance: 'untrusted & private' });
    const { id, hash } = await ask({ label: 'untrusted & private' });
    const hidden = await send('GET', '/api/questions', { key: low });
    expect(hidden.body).toEqual({ questions: [], total: 0, hidden: 1, complete: true, next: null });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/approve'],
      ['POST', '/deny'],
    ] as const) {
      const body = method === 'POST' ? { hash } : undefined;
      const got = await send(method, `/api/questions/${id}${path}`, { key: low, body });
      expect([path, got.status]).toEqual([path, 404]);
      expect(got.text).not.toMatch(/send_money|DE99|private/);
    }
    expect((await store.questions.get(id))?.state).toBe('open');
    const shown = await send('GET', `/api/questions/${id}`, { key: high });
    expect(shown.body).toMatchObject({
      tool: 'send_money',
      args: '{"amount":900,"recipient":"DE99"}',
      label: 'untrusted & private',
      ceiling: 'trusted & private',
      violations: [{ dimension: 'integrity', argument: '' }],
      evidence: [{ argument: '/recipient', from: 'read_mail', label: 'untrusted & public' }],
      unsourced: ['/amount'],
      expiresMs: 2_000_000,
      hash,
    });
  });

  test.each<[string, Asking]>([
    ['whose label no policy reads', { label: 'secret' }],
    ['whose label is empty', { label: '' }],
    ['whose request is none', { request: { tool: 7 } }],
    ['whose request has another label', { request: { label: 'trusted & public' } }],
    ['whose request has another hash', { request: { hash: '0'.repeat(64) } }],
    ['whose request is another call’s', { request: { callId: 'call_other' } }],
    ['with a region whose label no policy reads', { request: { evidence: [evidence('secret')] } }],
  ])('nobody sees or answers a question %s', async (_, asking) => {
    const { send, operator, ask, store } = await operatorRig();
    const key = await operator('ann', { clearance: 'top' });
    const { id, hash } = await ask(asking);
    expect((await send('GET', '/api/questions', { key })).body).toMatchObject({ hidden: 1 });
    const approve = `/api/questions/${id}/approve`;
    expect((await send('POST', approve, { key, body: { hash } })).status).toBe(404);
    expect((await store.questions.get(id))?.state).toBe('open');
  });

  test('a region above the clearance hides the whole question', async () => {
    const { send, operator, ask } = await operatorRig();
    const key = await operator('ann', { clearance: 'untrusted & public' });
    await ask({ label: someone, request: { evidence: [evidence('trusted & private')] } });
    expect((await send('GET', '/api/questions', { key })).body).toMatchObject({ hidden: 1 });
  });

  proves('operator/labels-told', async () => {
    const named = (...names: readonly string[]): string => `readers{${names.join(', ')}}`;
    const space = labelSpace({ readers: readers() });
    const [label, region] = [named('ann', 'whistleblower'), { ...rigRegion, pieces: ['Hello.'] }];
    const { send, operator, ask } = await operatorRig({
      spacesOf: () => [space],
      region: async () => ({ ...region, label }),
    });
    const roles = ['approver', 'endorser', 'viewer'] as const;
    const ann = await operator('ann', { roles, clearance: named('ann') });
    const high = await operator('high', { roles });
    const more = { evidence: [evidence(label)], ceiling: named('ann'), label };
    const { id, hash } = await ask({ label, request: more });
    const paths = [`/api/questions/${id}`, '/api/questions', '/api/runs/run1/region?region=m1:0'];
    for (const path of paths) {
      const got = await send('GET', path, { key: ann });
      expect([path, got.status, got.text.includes('whistle')]).toEqual([path, 200, false]);
      expect(got.text).toContain(aboveClearance);
      expect((await send('GET', path, { key: high })).text).toContain(label);
    }
    // It is answered as ever.
    const approve = `/api/questions/${id}/approve`;
    expect((await send('POST', approve, { key: ann, body: { hash } })).status).toBe(200);
  });

  test('a clearance that no policy reads sees nothing', async () => {
    const { send, operator, ask } = await operatorRig();
    const key = await operator('ann', { clearance: 'everything' });
    await ask({ label: someone });
    expect((await send('GET', '/api/questions', { key })).body).toMatchObject({ hidden: 1 });
  });

  proves('operator/other-tenant', async () => {
    const { send, operator, ask, store } = await operatorRig();
    const theirs = await operator('eve', { tenant: 'other', clearance: 'top' });
    const everywhere = await operator('all', { tenant: undefined, clearance: 'top' });
    const { id, hash } = await ask({ tenant: 'acme' });
    const missing = `ap_${'f'.repeat(32)}`;
    const list = await send('GET', '/api/questions', { key: theirs });
    expect(list.body).toMatchObject({ total: 0, hidden: 0 });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/approve'],
      ['POST', '/deny'],
    ] as const) {
      const body = method === 'POST' ? { hash } : undefined;
      const got = await send(method, `/api/questions/${id}${path}`, { key: theirs, body });
      const none = await send(method, `/api/questions/${missing}${path}`, { key: theirs, body });
      expect([got.status, got.text]).toEqual([404, none.text]);
    }
    const asked = await send('GET', '/api/questions?tenant=acme', { key: theirs });
    expect(asked.status).toBe(403);
    expect((await store.questions.get(id))?.state).toBe('open');
    const seen = await send('GET', `/api/questions/${id}`, { key: everywhere });
    expect(seen.status).toBe(200);
  });
});

describe('lists', () => {
  proves('operator/flood', async () => {
    const { send, operator, ask } = await operatorRig();
    const key = await operator('ann', { clearance: 'top' });
    const first = await ask({ run: 'honest', expiresMs: 1_500_000 });
    const flood = Array.from({ length: 999 }, (_, at) =>
      ask({ run: `flood${at % 50}`, expiresMs: 2_000_000 + at }),
    );
    await Promise.all(flood);
    const page = await send('GET', '/api/questions?limit=200', { key });
    expect(page.body).toMatchObject({ total: 1_000, hidden: 0, complete: true });
    expect(page.body.questions[0].id).toBe(first.id);
    const seen = new Set<string>();
    let after = '';
    for (let pages = 0; pages < 5; pages++) {
      const { body } = await send('GET', `/api/questions?limit=200${after}`, { key });
      for (const { id } of body.questions) seen.add(id);
      after = `&after=${body.next}`;
      expect(body.next === null).toBe(pages === 4);
    }
    expect(seen.size).toBe(1_000);
    const ofRun = await send('GET', '/api/questions?run=honest', { key });
    expect(ofRun.body).toMatchObject({ total: 1, next: null });
  });

  test('a page goes on at its place, whatever was answered meanwhile', async () => {
    const { send, operator, ask } = await operatorRig();
    const key = await operator('ann');
    const [one, two, three] = [await ask(), await ask(), await ask()];
    const page = await send('GET', '/api/questions?limit=2', { key });
    expect(page.body.questions.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id]);
    await send('POST', `/api/questions/${two.id}/deny`, { key, body: { hash: two.hash } });
    const next = await send('GET', `/api/questions?limit=2&after=${page.body.next}`, { key });
    expect(next.body.questions.map(({ id }: { id: string }) => id)).toEqual([three.id]);
    expect(next.body.next).toBeNull();
  });

  test('a question whose time is over is expired, recorded or not', async () => {
    const { send, operator, ask, clock } = await operatorRig();
    const key = await operator('ann');
    const { id } = await ask({ expiresMs: 1_000_500 });
    clock.nowMs = 1_000_500;
    expect((await send('GET', '/api/questions', { key })).body.total).toBe(0);
    const { body } = await send('GET', '/api/questions?state=expired', { key });
    expect(body.questions).toMatchObject([{ id, state: 'expired' }]);
  });

  test.each([
    'limit=-1',
    'limit=1e3',
    'limit=9999',
    'after=x',
    'state=none',
    'colour=red',
    'run=a/b',
  ])('%s is refused', async (query) => {
    const { send, operator } = await operatorRig();
    const key = await operator('ann');
    expect((await send('GET', `/api/questions?${query}`, { key })).status).toBe(400);
  });
});

function evidence(label: string): Readonly<Record<string, string>> {
  return { argument: '/a', region: 'm1:0', how: 'exact', from: 'x', path: '$', label, excerpt: '' };
}
