import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRig } from '../../../gateway/test/gateway/harness.ts';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import type { Event } from '../../src/operator/api/answers.ts';
import { eventLine } from '../../src/operator/events.ts';
import { operatorOf, payingAgent } from './agent.ts';
import { proven } from './proven.ts';
import { operate } from './test-context.ts';

test('events are printed in order, values only as far as one is cleared', async () => {
  const { operator, ask, send, url } = await operatorRig();
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
  const [said = ''] = json.out.split('\n');
  expect(JSON.parse(said).payload.words).toBe('a\u202Eb');
  expect(json.out).toContain('a\\u202eb');
  expect((await operate(['events', '--after', '2', '--url', url], { key })).out).toBe('');
});

test('verify names a question that was changed outside of the gateway', async () => {
  const { operator, ask, store, url } = await operatorRig();
  const key = await operator('ann', { roles: ['viewer'] });
  const { id } = await ask();
  Object.assign(store.events, { unsupported: async () => [{ id, tenant: 'acme' }] });
  const { code, out } = await operate(['verify', '--url', url], { key });
  expect([code, out.split('\n').at(-1)]).toEqual([
    1,
    `CHANGED: no event of the record says how ${id} came to its state.`,
  ]);
});

test('verify says what holds, and what to keep', async () => {
  const { operator, ask, store, url } = await operatorRig();
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
  expect([other.code, other.out]).toEqual([
    1,
    expect.stringMatching(/^OTHER: event 1 of the record does not match your anchor\.\n/),
  ]);
  const past = await operate(['verify', '--anchor', `99999:${hash}`, '--url', url], { key });
  expect([past.code, past.out]).toEqual([
    1,
    expect.stringMatching(/^MISSING: the record has 1 events, and your anchor is event 99999\.\n/),
  ]);
  expect(other.out + past.out).not.toContain('BROKEN');
  expect(past.out).toContain('taken off the end');
  const none = await operate(['verify', '--anchor', 'x', '--url', url], { key });
  expect([none.code, none.errors.includes('SEQ:HASH')]).toEqual([2, true]);
});

describe('a chain that is broken itself is said to be', () => {
  const head = { seq: 9, hash: 'a'.repeat(64) };
  test.each([
    ['without an anchor', undefined, 3],
    ['before the anchor', 7, 3],
    ['at the anchor', 3, 3],
  ])('%s', async (_, seq, broken) => {
    const key = `op-sluice-${'x'.repeat(43)}`;
    const server = createServer(
      proven(key, (_request, response) => {
        response.end(JSON.stringify({ events: 9, broken, questions: [], head }));
      }),
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const anchor = seq === undefined ? [] : ['--anchor', `${seq}:${'b'.repeat(64)}`];
    const ran = await operate(['verify', ...anchor, '--url', url], { key });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('BROKEN at event 3')]);
  });
});

test('a run that is not there is said to be none', async () => {
  const { operator, ask, store, url } = await operatorRig();
  const key = await operator('ann');
  const { id } = await ask();
  await store.questions.withdraw(id, 1);
  for (const more of [[], ['--follow'], ['--json'], ['--after', '1']]) {
    const ran = await operate(['events', '--run', 'nope', ...more, '--url', url], { key });
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.errors).toContain('there is no run nope that you may see');
  }
  const after = await operate(['events', '--run', 'run1', '--after', '9', '--url', url], { key });
  expect([after.code, after.out]).toEqual([0, '']);
});

const event: Event = {
  seq: 1,
  atMs: 0,
  run: 'r1',
  type: 'call-decided',
  label: 'untrusted',
  subject: 'call_1',
  payload: {
    tool: 'refund',
    args: '{"to":"a\u202Eb","n":9007199254740993}',
    decision: { kind: 'allow', rule: 'refund', violations: [] },
  },
  redacted: false,
};

describe('of a decision one is told', () => {
  test.each([
    ['what it is', { kind: 'allow', rule: 'refund' }, 'allow by rule refund'],
    ['what it would have been', { wouldBe: 'ask' }, 'would ask by rule refund (only recorded)'],
    ['that it would be a no', { wouldBe: 'deny' }, 'would deny by rule refund (only recorded)'],
  ])('%s', (_, more, said) => {
    const decision = { kind: 'allow', rule: 'refund', ...more };
    const payload = { ...event.payload, decision };
    expect(eventLine({ ...event, payload }, { values: false })).toContain(`  ${said}`);
  });
});

test.each([
  [{ kind: 'regions', regions: ['m1.0', 'm2.0'] }, '  on 2 regions'],
  [{ kind: 'all', because: 'timed out' }, '  on all: "timed out"'],
])('what a step depends on: %j', (relevance, said) => {
  const line = eventLine({ ...event, payload: { relevance } }, { values: false });
  expect(line.endsWith(said)).toBe(true);
});

describe('values', () => {
  test('are shown where they are asked for, nothing hidden in them', () => {
    expect(eventLine(event, { values: false })).not.toContain('9007199254740993');
    expect(eventLine(event, { values: true })).toContain(
      'arguments {"to":"a\\u{202e}b","n":9007199254740993}',
    );
  });
  test.each<[string, Record<string, unknown>]>([
    ['a turn', { parts: [{ kind: 'text', text: 'one\ntwo' }] }],
    ['a result', { output: { parts: [{ kind: 'text', text: 'one\ntwo' }] } }],
    ['an answer', { text: 'one\ntwo' }],
    ['a person', { words: 'one\ntwo' }],
  ])('of %s are quoted', (_, payload) => {
    expect(eventLine({ ...event, payload }, { values: true })).toContain('"one\\ntwo"');
  });
  test('of a call are only for who is cleared', async () => {
    await using rig = await startRig({ profile: '    mode: log' });
    const url = ['--url', rig.gateway().url];
    await (
      await payingAgent(rig)
    ).second;
    const key = await operatorOf(rig);
    const low = await operatorOf(rig, { clearance: 'trusted' });
    const seen = async (given: string): Promise<string> =>
      (await operate(['events', '--values', ...url], { key: given })).out;
    await expect.poll(() => seen(key)).toMatch(/send_money {2}would ask by rule send_money .*DE89/);
    expect(await seen(low)).not.toContain('DE89');
  });
});
