import type { Decision } from '@sluice/core';
import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { joinedDecision, notReleased } from './joined-decision.ts';
import { JoinedCalls, type ReleasingRun } from './joined.ts';

const asked: Decision = { kind: 'ask', rule: 'send', violations: [] };
const allowed: Decision = { kind: 'allow', rule: 'send', violations: [] };
const offer = { kind: 'tool', name: 'send', definition: '{}' } as const;
const call = { kind: 'tool', name: 'send', args: {}, offer } as const;

function run(decision: Decision, shadow?: object): ReleasingRun {
  return {
    tenant: 'acme',
    profile: { policy: { hash: 'p1' } },
    shadow,
    session: {
      highWater: { text: 'top' },
      decisionOf: () => decision,
      explanationOf: () => ({ label: { text: 'trusted' } }),
    },
  };
}

function joined(names: readonly string[] = ['mcp__{server}__{tool}']) {
  let nowMs = 0;
  const calls = new JoinedCalls({ joined: 'ask', names: [...names] }, () => nowMs);
  const release = (by = run(asked), { tool = 'mcp__mail__send', args = '{"b":1,"a":2}' } = {}) =>
    calls.release(by, [{ id: 'call_1', tool, args }], 'key_1');
  const take = (more = {}) =>
    calls.take({
      tenant: 'acme',
      client: 'key_1',
      server: 'mail',
      tool: 'send',
      args: { a: 2, b: 1 },
      ...more,
    });
  return { calls, release, take, pass: (ms: number) => void (nowMs += ms) };
}

test('a call is found by its name and canonical arguments, once', () => {
  const { release, take } = joined();
  release();
  for (const other of [
    { tenant: 'globex' },
    { client: 'key_2' },
    { server: 'bank' },
    { tool: 'read' },
    { args: { a: 2 } },
  ]) {
    expect(take(other)).toBeUndefined();
  }
  expect(take()).toMatchObject({ callId: 'call_1', label: 'trusted', approvedBy: 'p1' });
  expect(take()).toBeUndefined();
});

test('one that was released long ago, or has no arguments that can be read, is none', () => {
  const { release, take, pass } = joined();
  release(run(asked), { tool: 'mcp__mail__send', args: '{"a":' });
  release();
  pass(limits.mcpReleasedMsMax);
  expect(take()).toBeUndefined();
});

test('a client may name tools in another way', () => {
  const { release, take } = joined(['{server}_{tool}']);
  release(run(allowed), { tool: 'mail_send', args: '{"a":2,"b":1}' });
  expect(take()).toMatchObject({ approvedBy: undefined });
});

test.each([
  ['released: allow', allowed, 'p1'],
  ['released and approved: allow', asked, 'p1'],
  ['approved under another policy: ask', asked, 'p2'],
] as const)('%s', (name, ruling, policy) => {
  const { release, take } = joined();
  release();
  const decided = joinedDecision(ruling, { call, released: take(), mode: 'ask', policy });
  expect(name.endsWith(`: ${decided.kind}`)).toBe(true);
});

test.each([
  ['ask', allowed, 'ask'],
  ['refuse', allowed, 'deny'],
  ['refuse', asked, 'deny'],
] as const)('not released, joined: %s', (mode, ruling, kind) => {
  const decided = joinedDecision(ruling, { call, released: undefined, mode, policy: 'p1' });
  expect(decided).toMatchObject({ kind, rule: notReleased });
});

test('where nothing is stopped nobody was asked, so nobody has said yes', () => {
  const { release, take } = joined();
  release(run(asked, {}));
  expect(take()).toMatchObject({ approvedBy: undefined });
});

test('a result has its own label where its client writes it in another form', () => {
  const { calls, release } = joined();
  const by = run(allowed);
  const heard = (text: string) =>
    calls
      .heard(by, [{ role: 'tool', callId: 'call_1', tool: 't', parts: [{ kind: 'text', text }] }])
      .flatMap((message) => ('parts' in message ? message.parts.map(({ least }) => least) : []));
  const text = '{"body":"pay eve"}';
  release(by, { tool: 'mcp__mail__send', args: '{"a":' });
  expect(heard(text)).toEqual(['top']);
  const received = { parts: [{ kind: 'text', text } as const], failed: false };
  calls.returned({ tenant: 'acme', callId: 'call_1' }, { received, label: 'untrusted' });
  expect(heard(text)).toEqual([undefined]);
  // A policy may have a rule for `body`, which nothing here is named by.
  expect(heard(JSON.stringify({ output: text }))).toEqual(['untrusted']);
  expect(heard('pay eve')).toEqual(['top']);
});
