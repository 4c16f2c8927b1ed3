import { eventFor, type MonitorEvent, placeholder } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { operatorRig, type OperatorRig, rigSpace } from '../../../test/operator-rig.ts';
import { someChange } from '../../../test/temporary-store.ts';
import { eventDrafts } from '../../run/run-writer.ts';
import type { EventDraft, EventLog } from '../../store/store.ts';
import { proves } from '../../testing/proves.ts';
import { aboveClearance } from '../sight.ts';

const secret = rigSpace.parse('untrusted & private');

const plain = rigSpace.parse('trusted & public');

const place = { atMs: 5, step: 1, label: secret };

const decision = { kind: 'ask', rule: 'hunter2', violations: [] } as const;

/** One of each kind, with `hunter2` wherever somebody's text can stand. */
const events: readonly MonitorEvent[] = [
  {
    ...place,
    seq: 1,
    type: 'turn-started',
    role: 'user',
    parts: [{ kind: 'text', text: 'hunter2' }],
  },
  {
    ...place,
    seq: 2,
    type: 'generation-finished',
    purpose: 'draft',
    reply: { text: 'hunter2', calls: [], stop: 'complete' },
  },
  { ...place, seq: 3, type: 'relevance-found', relevance: { kind: 'all', because: 'hunter2' } },
  { ...place, seq: 4, type: 'step-labelled', kind: 'regenerated' },
  {
    ...place,
    seq: 5,
    type: 'call-decided',
    callId: 'call_1',
    tool: 'hunter2',
    args: '{"a":"hunter2"}',
    decision,
    explanation: { evidence: [], unsourced: ['/hunter2'] },
  },
  {
    ...place,
    seq: 6,
    type: 'question-answered',
    callId: 'call_1',
    answer: { kind: 'no', by: ['ann'], reason: 'hunter2' },
  },
  { ...place, seq: 7, type: 'call-executed', callId: 'call_1', output: 'hunter2' },
  { ...place, seq: 8, type: 'answer-decided', text: 'hunter2', decision },
  {
    ...place,
    seq: 9,
    type: 'label-lowered',
    kind: 'endorse',
    region: 'r1',
    dimension: 'integrity',
    to: 'hunter2',
    because: 'hunter2',
    by: 'ann',
  },
  { seq: 10, atMs: 5, step: 1, type: 'generation-failed', purpose: 'draft', because: 'timed-out' },
  { ...place, seq: 11, label: plain, type: 'turn-finished', outcome: 'answered' },
];

async function withEvents(more: Parameters<typeof operatorRig>[0] = {}): Promise<OperatorRig> {
  const at = await operatorRig(more);
  const drafts = await eventDrafts(events, 'answer_1');
  const change = { tenant: 'acme', run: 'run1', head: '{}' };
  await at.store.commit(someChange({ ...change, events: drafts }));
  return at;
}

async function manyDrafts(length: number): Promise<readonly EventDraft[]> {
  const all = Array.from({ length }, () => ({ ...events[10] }) as MonitorEvent);
  return await eventDrafts(all, '');
}

describe('events', () => {
  proves('operator/events-redacted', async () => {
    const at = await withEvents();
    const low = await at.operator('low', { roles: ['viewer'], clearance: 'trusted & public' });
    const high = await at.operator('high', { roles: ['viewer'], clearance: 'top' });
    const seen = await at.send('GET', '/api/events', { key: low });
    expect(seen.text).not.toContain('hunter2');
    const expected = events.map((event) => eventFor(rigSpace, event, plain));
    expect(seen.body.events.map(({ payload }: { payload: unknown }) => payload)).toEqual(
      JSON.parse(JSON.stringify(expected).replaceAll(secret.text, aboveClearance)),
    );
    expect(seen.text).toContain(placeholder);
    const all = await at.send('GET', '/api/events', { key: high });
    expect(all.body.events.map(({ payload }: { payload: unknown }) => payload)).toEqual(
      JSON.parse(JSON.stringify(events)),
    );
    for (const path of ['/api/export', '/api/why/call_1', '/api/why/answer_1']) {
      const { status, text } = await at.send('GET', path, { key: low });
      const told = ['hunter2', secret.text].filter((each) => text.includes(each));
      expect([status, told]).toEqual([200, []]);
      expect((await at.send('GET', path, { key: high })).text).toContain('hunter2');
    }
  });

  test.each([
    ['another label', { type: 'turn-started', label: 'secret', payload: '{"label":"secret"}' }],
    ['no label', { type: 'turn-started', label: '', payload: '{"text":"hunter2"}' }],
    ['another form', { type: 'x', label: secret.text, payload: '{"text":"hunter2"}' }],
    [
      'an answer of another form',
      {
        type: 'question-answered',
        label: secret.text,
        payload: `{"type":"question-answered","seq":1,"atMs":1,"step":1,"label":"${secret.text}","words":"hunter2"}`,
      },
    ],
    ['no JSON', { type: 'turn-started', label: secret.text, payload: 'hunter2' }],
  ])('with %s are left out where the clearance does not cover them', async (_, event) => {
    const at = await operatorRig();
    await at.store.events.append({ tenant: 'acme', atMs: 1, subject: '', ...event });
    const low = await at.operator('low', { roles: ['viewer'], clearance: 'trusted & public' });
    const { body } = await at.send('GET', '/api/events', { key: low });
    expect(body.events).toMatchObject([{ payload: null, payloadHash: null, redacted: true }]);
  });

  test('of another tenant are not there', async () => {
    const at = await withEvents();
    const key = await at.operator('eve', { tenant: 'other', clearance: 'top' });
    expect((await at.send('GET', '/api/events', { key })).body.events).toEqual([]);
    const exported = (await at.send('GET', '/api/export', { key })).text.trim().split('\n');
    expect(exported.map((line) => JSON.parse(line).type)).toEqual(['value-shown']);
    expect((await at.send('GET', '/api/why/call_1', { key })).status).toBe(404);
    expect((await at.send('GET', '/api/why/answer_1', { key })).status).toBe(404);
    expect((await at.send('GET', '/api/events?tenant=acme', { key })).status).toBe(403);
  });

  test('come in pages, by run, subject and type', async () => {
    const at = await withEvents();
    const key = await at.operator('all', { tenant: undefined });
    const seqs = async (query: string) => {
      const { body } = await at.send('GET', `/api/events?${query}`, { key });
      return [body.events.map(({ seq }: { seq: number }) => seq), body.next];
    };
    expect(await seqs('limit=4')).toEqual([[1, 2, 3, 4], 4]);
    expect(await seqs('limit=4&after=8')).toEqual([[9, 10, 11], null]);
    expect(await seqs('subject=call_1')).toEqual([[5, 6, 7], null]);
    expect(await seqs('type=step-labelled&run=run1')).toEqual([[4], null]);
    expect(await seqs('run=run2')).toEqual([[], null]);
  });
});

describe('the chain', () => {
  test('is verified, against an anchor too', async () => {
    const at = await withEvents();
    const key = await at.operator('ann', { roles: ['viewer'] });
    const head = await at.store.events.head();
    const { body } = await at.send('GET', '/api/verify', { key });
    expect(body).toEqual({ events: 11, broken: null, questions: [], head });
    const anchored = await at.send('GET', `/api/verify?anchor=11:${head.hash}`, { key });
    expect(anchored.body.broken).toBeNull();
    const other = await at.send('GET', `/api/verify?anchor=4:${'0'.repeat(64)}`, { key });
    expect(other.body.broken).toBe(4);
    expect((await at.send('GET', '/api/verify?anchor=x', { key })).status).toBe(400);
  });

  test('names the questions of one’s own tenant whose state it does not support', async () => {
    const at = await operatorRig();
    const { id } = await at.ask();
    Object.assign(at.store.events, {
      unsupported: async () => [
        { id, tenant: 'acme' },
        { id: 'ap_2', tenant: 'other' },
      ],
    });
    for (const [tenant, expected] of [
      ['acme', [id]],
      ['other', ['ap_2']],
      [undefined, [id, 'ap_2']],
    ] as const) {
      const key = await at.operator(`ann of ${tenant}`, { roles: ['viewer'], tenant });
      expect((await at.send('GET', '/api/verify', { key })).body.questions).toEqual(expected);
    }
  });

  test('is exported whole, over many pages, as JSON lines', async () => {
    const at = await operatorRig();
    const drafts = await manyDrafts(1_100);
    await at.store.commit(someChange({ events: drafts }));
    const key = await at.operator('ann', { roles: ['viewer'] });
    const { text, headers } = await at.send('GET', '/api/export', { key });
    expect(headers['content-type']).toBe('application/x-ndjson');
    const lines = text.trimEnd().split('\n');
    const own = lines.map((line) => JSON.parse(line)).filter(({ type }) => type !== 'value-shown');
    expect(own.map(({ seq }) => seq)).toEqual(drafts.map((_, index) => index + 1));
  });

  test.each([
    ['at once', 0],
    ['in the middle', 1_500],
  ])('an export that fails %s does not look whole, and tells nothing', async (_, failing) => {
    const at = await operatorRig();
    const key = await at.operator('ann', { roles: ['viewer'] });
    await at.store.commit(someChange({ events: await manyDrafts(2_000) }));
    const { list } = at.store.events;
    const broken: EventLog['list'] = async (filter) =>
      (filter.after ?? 0) < failing ? await list(filter) : Promise.reject(new Error('hunter2'));
    Object.assign(at.store.events, { list: broken });
    const reply = await at.send('GET', '/api/export', { key }).catch(() => undefined);
    // Broken off, or with a last line that is no JSON.
    expect(reply?.status === 200 && reply.text.endsWith('}\n')).toBe(false);
    expect(reply?.text ?? '').not.toContain('hunter2');
    Object.assign(at.store.events, { list });
    expect((await at.send('GET', '/api/export', { key })).status).toBe(200);
  });
});

describe('spans', () => {
  proves('operator/export-redacted', async () => {
    const at = await withEvents();
    const start = { seq: 0, atMs: 5, step: 0, type: 'run-started', model: 'm', tools: [] };
    const started = { type: 'run-started', label: plain.text, subject: 'answer_1' };
    const change = { tenant: 'acme', run: 'run1', head: '{}' };
    const payload = JSON.stringify({ ...start, label: plain.text });
    await at.store.commit(someChange({ ...change, events: [{ ...started, payload }] }));
    const low = await at.operator('low', { roles: ['viewer'], clearance: 'trusted & public' });
    const high = await at.operator('high', { roles: ['viewer'], clearance: 'top' });
    const eve = await at.operator('eve', { tenant: 'other', clearance: 'top' });
    const path = '/api/export?format=spans';
    const seen = await at.send('GET', path, { key: low });
    const told = ['hunter2', secret.text].filter((each) => seen.text.includes(each));
    expect([seen.status, told]).toEqual([200, []]);
    expect(seen.text).toContain(`execute_tool ${placeholder}`);
    const all = await at.send('GET', path, { key: high });
    expect(all.text).toContain('execute_tool hunter2');
    expect(all.text.endsWith('}\n')).toBe(true);
    expect((await at.send('GET', path, { key: eve })).text).toBe('');
    expect((await at.send('GET', `${path}&run=run2`, { key: high })).text).toBe('');
  });

  test.each(['after=1', 'subject=call_1', 'type=call-decided'])(
    'come by whole runs: %s is 400',
    async (query) => {
      const at = await withEvents();
      const key = await at.operator('ann');
      const { status, body } = await at.send('GET', `/api/export?format=spans&${query}`, { key });
      expect([status, body.error.message]).toEqual([400, 'spans come by whole runs']);
      // A refused request takes no slot from those that run.
      for (let times = 0; times < 3; times += 1) {
        expect((await at.send('GET', '/api/export', { key })).status).toBe(200);
      }
    },
  );

  test('in no other format', async () => {
    const at = await withEvents();
    const key = await at.operator('ann');
    expect((await at.send('GET', '/api/export?format=csv', { key })).status).toBe(400);
  });
});
