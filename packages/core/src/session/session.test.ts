import { expect, test } from 'vitest';
import { both, fakePolicy, secret, space, trusted, untrusted } from '../../test/fake-policy.ts';
import { shown } from '../../test/monitor-fixture.ts';
import { CallChecks } from '../engine/call/call-checks.ts';
import type { PlainMessage } from '../history/plain.ts';
import { labelOfHistory } from '../history/regions.ts';
import { type Script, scriptedModel } from '../model/scripted.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import type { SessionStep } from './session-options.ts';
import { Session } from './session.ts';

const policy = fakePolicy({
  results: { read: untrusted, send: trusted },
  ceilings: { read: both, send: trusted },
});

const tools = ['read', 'send'].map((name) => {
  return { name, description: name, parameters: { type: 'object' } };
});

const { signal } = new AbortController();

const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'go' }] };

function sessionOf(script: Script, approverClearance = both) {
  const model = scriptedModel(script);
  const session = new Session({
    policy,
    model,
    propagator: naive(),
    tools,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    approval: { by: 'framework', clearance: approverClearance },
    runId: 'run',
    nowMs: () => 0,
  });
  return { session, model };
}

const script: Script = (_, generation) => {
  if (generation === 0) return { calls: [{ tool: 'read', args: { page: 1 } }] };
  if (generation === 1) return { calls: [{ tool: 'send', args: { to: 'mallory' } }] };
  return `done ${generation}`;
};

function turnOf(step: SessionStep): PlainMessage & { role: 'assistant' } {
  if (step.kind !== 'replied') throw new Error('the step failed');
  return { role: 'assistant', text: step.text, calls: step.calls };
}

function resultFor(turn: PlainMessage & { role: 'assistant' }, text: string): PlainMessage {
  const [call] = turn.calls;
  return {
    role: 'tool',
    callId: call?.id ?? '',
    tool: call?.tool ?? '',
    parts: [{ kind: 'text', text }],
  };
}

async function afterRead(clearance = both) {
  const made = sessionOf(script, clearance);
  const first = turnOf(await made.session.step([user], { signal }));
  const transcript = [user, first, resultFor(first, 'STRANGER')];
  return { ...made, first, transcript };
}

proves('session/known-labels', async () => {
  const { session, transcript } = await afterRead();
  await session.step(transcript, { signal });
  expect(session.history.messages.map((m) => ('shape' in m ? m.shape : m.label))).toEqual([
    trusted,
    trusted,
    untrusted,
    untrusted,
  ]);
});

proves('session/high-water', async () => {
  const { session, transcript } = await afterRead();
  await session.step(transcript, { signal });
  const moved: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'STRANGER' }] };
  await session.step([user, moved], { signal });
  const [known, unknown] = session.history.messages;
  expect(known?.role === 'user' && known.shape).toBe(trusted);
  expect(unknown?.role === 'user' && unknown.shape).toBe(untrusted);
  const foreign = sessionOf(script).session;
  await foreign.step([user, { role: 'assistant', text: 'I promise', calls: [] }, user], { signal });
  expect(labelOfHistory(space, foreign.history)).toBe(both);
});

proves('session/hidden-refusals', async () => {
  const { session, model, transcript } = await afterRead(secret);
  const step = await session.step(transcript, { signal });
  expect(step).toMatchObject({ kind: 'replied', text: 'done 2', calls: [] });
  const lastView = model.requests.at(-1)?.view;
  expect(lastView === undefined ? '' : shown(lastView)).toContain('approver-not-cleared');
  const next = await session.step([...transcript, turnOf(step), user], { signal });
  expect(next).toMatchObject({ kind: 'replied', text: 'done 3' });
  const view = model.requests.at(-1)?.view;
  expect(view === undefined ? '' : shown(view)).toContain('approver-not-cleared');
});

test('two calls with one id are an error, and the session goes on as it was', async () => {
  const { session, transcript } = await afterRead();
  const call = { id: 'forged', tool: 'send', args: '{}' };
  const forged: PlainMessage = { role: 'assistant', text: '', calls: [call, call] };
  const before = [...session.events];
  const fresh: readonly PlainMessage[] = [...transcript, user, forged];
  await expect(session.step(fresh, { signal })).rejects.toThrow('have one id');
  expect(session.events).toEqual(before);
  expect(await session.step(transcript, { signal })).toMatchObject({ kind: 'replied' });
  const types = session.events.slice(before.length).map(({ type }) => type);
  expect(types).toContain('call-executed');
});

test('a result for a call that never was is not shown to the model', async () => {
  const { session, model, transcript } = await afterRead();
  const parts = [{ kind: 'text' as const, text: 'FORGED' }];
  const stray: PlainMessage = { role: 'tool', callId: 'never', tool: 'read', parts };
  await session.step([...transcript, stray], { signal });
  for (const { view } of model.requests) expect(shown(view)).not.toContain('FORGED');
});

test('what a framework says of a refused call carries the label of the call alone', async () => {
  const { session, transcript } = await afterRead();
  const asked = turnOf(await session.step(transcript, { signal }));
  session.settle(asked.calls[0]?.id ?? '', { approved: false, by: 'emma' });
  await session.step([...transcript, asked, resultFor(asked, 'denied')], { signal });
  const said = session.history.messages.findLast(({ role }) => role === 'tool');
  expect(said?.role === 'tool' && said.shape).toBe(untrusted);
});

const asIs = (args: unknown): unknown => args;

proves('session/exact-call', async () => {
  const { session, first } = await afterRead();
  const id = first.calls[0]?.id ?? '';
  const ran: unknown[] = [];
  const run = (args: unknown): string => {
    ran.push(args);
    return 'ok';
  };
  const changed = await session.execute(id, { given: { page: 2 }, parse: asIs }, run);
  expect(changed).toMatchObject({ failed: true });
  expect(await session.execute(id, { given: { page: 1 }, parse: asIs }, run)).toBe('ok');
  const again = await session.execute(id, { given: { page: 1 }, parse: asIs }, run);
  expect(again).toMatchObject({ failed: true });
  expect(await session.execute('call-run-99', { given: {}, parse: asIs }, run)).toMatchObject({
    failed: true,
  });
  expect(ran).toEqual([{ page: 1 }]);
});

proves('session/approval', async () => {
  for (const answer of ['none', 'no', 'yes'] as const) {
    const { session, transcript } = await afterRead();
    const id = turnOf(await session.step(transcript, { signal })).calls[0]?.id ?? '';
    expect(session.decisionOf(id).kind).toBe('ask');
    if (answer !== 'none') session.settle(id, { approved: answer === 'yes', by: 'emma' });
    const given = { to: 'mallory' };
    const output = await session.execute(id, { given, parse: asIs }, () => 'sent');
    expect(output === 'sent').toBe(answer === 'yes');
  }
});

proves('checks/label', () => {
  const checks = new CallChecks({ policy, prompt: trusted });
  expect(checks.decide('send', { to: 'bob' }).kind).toBe('allow');
  checks.saw('read', {}, 'STRANGER');
  expect(checks.label).toBe(untrusted);
  expect(checks.decide('send', { to: 'bob' }).kind).toBe('ask');
  expect(checks.decide('delete_all', {}).kind).toBe('ask');
});

test('a call is checked at what the sender of a result says that it carries at least', () => {
  const checks = new CallChecks({ policy, prompt: trusted });
  const part = { kind: 'text', text: 'Lunch is at noon.' } as const;
  checks.saw('send', {}, { parts: [part] });
  expect(checks.label).toBe(trusted);
  checks.saw('send', {}, { parts: [{ ...part, least: untrusted.text }] });
  expect(checks.label).toBe(untrusted);
});

test('a result that was never shown to us may stand in whatever the client changed', async () => {
  const { session } = sessionOf(script);
  const first = turnOf(await session.step([user], { signal }));
  expect(first.calls).toHaveLength(1);
  const moved: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'STRANGER' }] };
  await session.step([user, moved], { signal });
  expect(labelOfHistory(space, session.history.upTo(1))).toBe(trusted);
  expect(space.flowsTo(untrusted, labelOfHistory(space, session.history))).toBe(true);
});

proves('arguments/numbers-exact-or-refused', async () => {
  const ran: unknown[] = [];
  for (const page of ['9007199254740993', '12.50']) {
    const { session } = sessionOf(() => ({ calls: [{ tool: 'read', args: `{"page":${page}}` }] }));
    const turn = turnOf(await session.step([user], { signal }));
    // Code that runs the text has it as it was written.
    expect(turn.calls[0]?.args).toBe(`{"page":${page}}`);
    const wanted = { given: { page: Number(page) }, parse: asIs };
    await session.execute(turn.calls[0]?.id ?? '', wanted, (args) => String(ran.push(args)));
  }
  expect(ran).toEqual([{ page: 12.5 }]);
});

proves('arguments/numbers-keep-text', async () => {
  const ids = ['9007199254740993', '9007199254740992', '1', '1.0', '-0', '0'];
  const shownArgs: string[] = [];
  for (const id of ids) {
    const args = `{"to": ${id}}`;
    const { session } = sessionOf((_, generation) =>
      generation === 0
        ? { calls: [{ tool: 'read', args: {} }] }
        : { calls: [{ tool: 'send', args }] },
    );
    const first = turnOf(await session.step([user], { signal }));
    const step = await session.step([user, first, resultFor(first, 'STRANGER')], { signal });
    expect(turnOf(step).calls[0]?.args).toBe(`{"to":${id}}`);
    shownArgs.push(turnOf(step).calls[0]?.args ?? '');
  }
  expect(new Set(shownArgs).size).toBe(ids.length);
});
