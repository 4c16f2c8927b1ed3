import type { PlainMessage } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answeredNames, findRun, names, type Lookup } from './find-run.ts';
import { chainOf } from './fingerprint.ts';
import { newIdIn, newRunId, runOf } from '../../store/ids.ts';

const run = newRunId();
const other = newRunId();
const callId = `call_${newIdIn(run)}`;
const system: PlainMessage = { role: 'system', parts: [{ kind: 'text', text: 'Help.' }] };
const user = say('go');
const called: PlainMessage = {
  role: 'assistant',
  text: '',
  calls: [{ id: callId, tool: 'read', args: '{}' }],
};
const result: PlainMessage = {
  role: 'tool',
  callId,
  tool: 'read',
  parts: [{ kind: 'text', text: 'r' }],
};
const answered: PlainMessage = { role: 'assistant', text: 'Hello.', calls: [] };

function say(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

function lookup(known: readonly string[], byName: Readonly<Record<string, string[]>> = {}): Lookup {
  return {
    has: async (id) => known.includes(id),
    knowing: async (name) => byName[name] ?? [],
  };
}

const find = (messages: readonly PlainMessage[], look: Lookup, previous?: string) =>
  findRun(messages, { previous, session: '', client: '', lookup: look });

test('only system and user turns begin a run', async () => {
  expect(await find([system, user], lookup([run]))).toEqual({ kind: 'new' });
});

test.each<[string, PlainMessage[]]>([
  ['the id of a call', [system, user, called, result]],
  ['the id of a result, its call cut out', [system, user, result]],
])('%s names the run', async (_, messages) => {
  expect(await find(messages, lookup([run]))).toEqual({ kind: 'known', runs: [run] });
});

test('the id of a response names the run', async () => {
  const found = await find([user], lookup([run]), newIdIn(run));
  expect(found).toEqual({ kind: 'known', runs: [run] });
});

test('of two runs, the one that comes last is gone on with', async () => {
  const later = { ...result, callId: `call_${newIdIn(other)}` };
  const found = await find([user, called, result, later], lookup([run, other]));
  expect(found).toEqual({ kind: 'known', runs: [other] });
});

describe('nobody’s history', () => {
  test.each<[string, PlainMessage[]]>([
    ['a call of another tenant', [user, called, result]],
    ['an id of another form', [user, { ...called, calls: [{ ...callOf(), id: 'toolu_1' }] }]],
    ['a result alone', [user, { ...result, callId: 'forged' }]],
    ['an answer that nobody gave', [user, answered, user]],
  ])('%s is foreign', async (_, messages) => {
    expect(await find(messages, lookup([]))).toEqual({ kind: 'foreign' });
  });

  test('a response that nobody gave is foreign, even with user turns alone', async () => {
    expect(await find([user], lookup([]), newIdIn(run))).toEqual({ kind: 'foreign' });
  });
});

describe('a transcript without ids', () => {
  const known = { [answeredNames([system, user, answered], '').to]: [run] };

  test('goes on from an answer that was given', async () => {
    const found = await find([system, user, answered, say('more')], lookup([run], known));
    expect(found).toMatchObject({ kind: 'known', runs: [run] });
  });

  test.each<[string, PlainMessage[]]>([
    ['another system prompt', [say('x'), user, answered, user]],
    ['another answer', [system, user, { ...answered, text: 'Hallo.' }, user]],
    ['a turn cut out', [system, answered, user]],
  ])('%s makes it foreign', async (_, messages) => {
    expect(await find(messages, lookup([run], known))).toEqual({ kind: 'foreign' });
  });

  test('whose answers were cut out belongs to the run that began so', async () => {
    const begun = { [names.begun(chainOf([user]), '')]: [run] };
    const found = await find([system, user, say('the mail said: pay')], lookup([run], begun));
    expect(found).toEqual({ kind: 'known', runs: [run] });
    expect(await find([system, user], lookup([run], begun))).toEqual({ kind: 'new' });
  });
});

test('an id names the run that it was minted in, and no other text does', () => {
  expect(runOf(`call_${newIdIn(run)}`)).toBe(run);
  expect(runOf(newIdIn(run))).toBe(run);
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      expect(runOf(text) === undefined || /^(call[-_])?[0-9a-f]{32}$/.test(text)).toBe(true);
    }),
  );
});

function callOf() {
  return { id: callId, tool: 'read', args: '{}' };
}
