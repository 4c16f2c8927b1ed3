import { describe, expect, test } from 'vitest';
import { both, fakePolicy, space, trusted, untrusted } from '../../test/fake-policy.ts';
import { shown } from '../../test/monitor-fixture.ts';
import type { Asker, AskerAnswer } from '../engine/call/confirm.ts';
import type { ConfirmRequest } from '../engine/decision.ts';
import type { Shortcuts } from '../engine/run-options.ts';
import type { PlainMessage } from '../history/plain.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { Usage } from '../model/chat-model.ts';
import { type Script, scriptedModel, type ScriptedModel } from '../model/scripted.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import type { Refusals, SessionStep } from './session-options.ts';
import { Session } from './session.ts';

const policy = fakePolicy({
  results: { read: untrusted, send: trusted },
  ceilings: { read: both, send: trusted },
});

const tools = ['read', 'send'].map((name) => {
  return { name, description: name, parameters: { type: 'object' } };
});

const { signal } = new AbortController();

const user = say('go');

const script: Script = (_, generation) => {
  if (generation === 0) return { calls: [{ tool: 'read', args: { page: 1 } }] };
  if (generation === 1) return { calls: [{ tool: 'send', args: { to: 'mallory' } }] };
  return `done ${generation}`;
};

/** The same script, each of whose generations uses so many tokens. */
function usingTokens(usage: Usage): Script {
  return async (request, generation) => {
    const reply = await script(request, generation);
    return typeof reply === 'string' ? { text: reply, usage } : { ...reply, usage };
  };
}

/** Answers what it is told to, and remembers what it was shown. */
class Person implements Asker {
  readonly clearance = both;
  readonly shown: ConfirmRequest[] = [];
  says: (request: ConfirmRequest) => AskerAnswer = () => ({ kind: 'later' });

  readonly open = async (request: ConfirmRequest): Promise<void> => {
    this.shown.push(request);
  };

  readonly answer: Asker['answer'] = async ({ callId }) => {
    const request = this.shown.find((each) => each.callId === callId);
    return request === undefined ? { kind: 'none' } : this.says(request);
  };

  readonly notice = (): string => 'waiting for a person';
}

interface Made {
  readonly asker?: Asker;
  readonly says?: Script;
  readonly refusals?: Refusals;
  readonly shortcuts?: Shortcuts;
  readonly hash?: string;
}

function sessionOf({
  asker = new Person(),
  says = script,
  refusals,
  shortcuts = { allowedDraft: false, lazyReads: false },
  hash = policy.hash,
}: Made = {}) {
  const model = scriptedModel(says);
  const session = new Session({
    policy: { ...policy, hash },
    model,
    propagator: naive(),
    tools,
    structure: 'keep',
    shortcuts,
    approval: { by: 'asker', asker },
    refusals,
    runId: 'run',
    nowMs: () => 0,
  });
  return { session, model };
}

function say(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

function turnOf(step: SessionStep): PlainMessage & { role: 'assistant' } {
  if (step.kind === 'waiting') return { role: 'assistant', text: step.text ?? '', calls: [] };
  if (step.kind !== 'replied') throw new Error(`the step ${step.kind}`);
  return { role: 'assistant', text: step.text, calls: step.calls };
}

function resultFor(turn: PlainMessage & { role: 'assistant' }, text: string): PlainMessage {
  const [call] = turn.calls;
  const parts = [{ kind: 'text' as const, text }];
  return { role: 'tool', callId: call?.id ?? '', tool: call?.tool ?? '', parts };
}

async function upToQuestion(options: Parameters<typeof sessionOf>[0]) {
  const made = sessionOf(options);
  const first = turnOf(await made.session.step([user], { signal }));
  const transcript = [user, first, resultFor(first, 'STRANGER')];
  return { ...made, transcript };
}

const yes = ({ hash }: ConfirmRequest): AskerAnswer => ({ kind: 'yes', by: ['ann'], hash });

describe('a person who is asked out of the client’s reach', () => {
  test('says yes while the client waits: the client gets the call', async () => {
    const asker = new Person();
    asker.says = yes;
    const { session, transcript } = await upToQuestion({ asker });
    const turn = turnOf(await session.step(transcript, { signal }));
    expect(turn.calls).toMatchObject([{ tool: 'send', args: '{"to":"mallory"}' }]);
    const next = await session.step([...transcript, turn, resultFor(turn, 'sent')], { signal });
    expect(next).toMatchObject({ kind: 'replied', text: 'done 2', label: untrusted });
  });

  test.each<[string, (request: ConfirmRequest) => AskerAnswer]>([
    ['no', () => ({ kind: 'no', by: ['ann'] })],
    ['nothing, for ever', () => ({ kind: 'none' })],
    ['yes to something else', () => ({ kind: 'yes', by: ['ann'], hash: 'other' })],
    ['yes, by nobody', ({ hash }) => ({ kind: 'yes', by: [], hash })],
    ['something that fails', () => fail()],
  ])('says %s: the model is told and goes on', async (_, says) => {
    const asker = new Person();
    asker.says = says;
    const { session, transcript, model } = await upToQuestion({ asker });
    expect(await session.step(transcript, { signal })).toMatchObject({ text: 'done 2', calls: [] });
    expect(lastShown(model)).toContain('was not made');
  });

  test('what was used is counted although the events were stored in between', async () => {
    const used = { inputTokens: 20, outputTokens: 8, cachedInputTokens: 0 };
    const asker = new Person();
    const { session, transcript } = await upToQuestion({ asker, says: usingTokens(used) });
    asker.says = (request) => {
      session.takeEvents();
      return yes(request);
    };
    expect(await session.step(transcript, { signal })).toMatchObject({ usage: used });
  });

  test('who cannot be reached is not asked', async () => {
    const { clearance, answer, notice } = new Person();
    const open = (): Promise<void> => Promise.reject(new Error('full'));
    const asker: Asker = { clearance, answer, notice, open };
    const { session, transcript } = await upToQuestion({ asker });
    expect(await session.step(transcript, { signal })).toMatchObject({ text: 'done 2' });
    expect(session.events).toContainEqual(
      expect.objectContaining({ type: 'call-refused', reason: 'nobody-to-ask' }),
    );
  });
});

proves('session/held', async () => {
  const asker = new Person();
  const { session, transcript, model } = await upToQuestion({ asker });
  const waiting = await session.step(transcript, { signal });
  expect(waiting).toMatchObject({ kind: 'waiting', text: 'waiting for a person' });
  const asked = model.requests.length;
  asker.says = yes;
  const later = [...transcript, turnOf(waiting), say('go on')];
  const turn = turnOf(await session.step(later, { signal }));
  expect(turn.calls).toMatchObject([{ tool: 'send', args: '{"to":"mallory"}' }]);
  expect([model.requests.length, asker.shown.length]).toEqual([asked, 1]);
});

test('a client that asks again before there is an answer waits on', async () => {
  const asker = new Person();
  const { session, transcript, model } = await upToQuestion({ asker });
  for (const messages of [transcript, transcript, [...transcript, say('well?')]]) {
    expect(await session.step(messages, { signal })).toMatchObject({ kind: 'waiting' });
  }
  expect([model.requests.length, asker.shown.length]).toEqual([2, 1]);
});

test('the notice that the client read never reaches the model', async () => {
  const asker = new Person();
  const { session, transcript, model } = await upToQuestion({ asker });
  const waiting = turnOf(await session.step(transcript, { signal }));
  asker.says = () => ({ kind: 'no', by: ['ann'] });
  const next = await session.step([...transcript, waiting, say('go on')], { signal });
  expect(next).toMatchObject({ text: 'done 2', label: untrusted });
  expect(lastShown(model)).not.toContain('waiting for a person');
});

test('a question about the answer is asked too', async () => {
  const asker = new Person();
  const answerPolicy = fakePolicy({ results: { read: untrusted }, ceilings: { read: both } });
  expect(space.flowsTo(untrusted, answerPolicy.answerFloor)).toBe(true);
  const strict = { ...answerPolicy, answerFloor: trusted, ruleAnswer: () => strictAnswer };
  const model = scriptedModel((_, at) =>
    at === 0 ? { calls: [{ tool: 'read', args: {} }] } : 'PIN',
  );
  const approval = { by: 'asker', asker } as const;
  const loop = { structure: 'keep', shortcuts: { allowedDraft: false, lazyReads: false } } as const;
  const session = new Session({
    ...loop,
    policy: strict,
    model,
    propagator: naive(),
    tools,
    approval,
  });
  const first = turnOf(await session.step([user], { signal }));
  const transcript = [user, first, resultFor(first, 'STRANGER')];
  expect(await session.step(transcript, { signal })).toMatchObject({ kind: 'waiting' });
  expect(asker.shown).toMatchObject([{ tool: '', args: 'PIN' }]);
  asker.says = () => ({ kind: 'no', by: ['ann'] });
  expect(await session.step(transcript, { signal })).toMatchObject({ withheld: true, calls: [] });
});

const strictAnswer = {
  kind: 'ceiling',
  rule: 'answer',
  ceiling: trusted,
  perArgument: {},
  onViolation: 'ask',
} as const;

proves('session/refusals', async () => {
  const says = { hidden: 'done 2', text: 'not made', error: undefined } as const;
  for (const refusals of ['hidden', 'text', 'error'] as const) {
    const asker = new Person();
    asker.says = () => ({ kind: 'no', by: ['ann'], reason: 'the PIN 4711 is secret' });
    const { session, transcript } = await upToQuestion({ asker, refusals });
    const step = await session.step(transcript, { signal });
    expect(step).toMatchObject(
      refusals === 'error'
        ? { kind: 'refused', text: expect.stringContaining('not made') }
        : { kind: 'replied', calls: [], text: expect.stringContaining(says[refusals]) },
    );
    expect(JSON.stringify(step)).not.toMatch(/mallory|4711/);
  }
});

describe('a session that another process goes on with', () => {
  const saved = (session: Session): { log: unknown[]; head: unknown } =>
    JSON.parse(JSON.stringify(session.takeSaved()));

  proves('session/restored', async () => {
    const asker = new Person();
    const { session, transcript } = await upToQuestion({ asker });
    const one = saved(session);
    const waiting = turnOf(await session.step(transcript, { signal }));
    const two = saved(session);
    asker.says = yes;
    const after: Script = () => 'done after';
    const again = sessionOf({ asker, says: after });
    again.session.restore([...one.log, ...two.log], two.head);
    expect(again.session.history.messages.map(String)).toEqual(
      session.history.messages.map(String),
    );
    expect(labelOfHistory(space, again.session.history)).toBe(
      labelOfHistory(space, session.history),
    );
    const messages = [...transcript, waiting, say('go on')];
    const turn = turnOf(await again.session.step(messages, { signal }));
    expect(turn.calls).toMatchObject([{ tool: 'send', args: '{"to":"mallory"}' }]);
    expect(again.model.requests).toEqual([]);
    const result = resultFor(turn, 'sent');
    const done = await again.session.step([...messages, turn, result], { signal });
    expect(done).toMatchObject({ text: 'done after', label: untrusted });
    expect(lastShown(again.model)).toContain('STRANGER');
  });

  proves('session/restored-shortcuts', async () => {
    const began = { allowedDraft: true, lazyReads: false, beforeAsking: 'propagator' } as const;
    const { session } = sessionOf({ shortcuts: began });
    await session.step([user], { signal });
    const { log, head } = saved(session);
    const now = { allowedDraft: false, lazyReads: true };
    const again = sessionOf({ shortcuts: now });
    expect(again.session.restore(log, head)).toBe(true);
    expect(saved(again.session).head).toMatchObject({ place: { shortcuts: began } });
    // Under another policy the record begins anew, and says by what.
    const other = sessionOf({ shortcuts: now, hash: 'other' });
    expect(other.session.restore(log, head)).toBe(false);
    const [started] = other.session.events;
    expect(started).toMatchObject({ type: 'run-started', shortcuts: now });
    expect(saved(other.session).head).toMatchObject({ place: { shortcuts: now } });
  });

  test('a session without shortcuts goes on without', async () => {
    const { session } = sessionOf({ shortcuts: 'none' });
    await session.step([user], { signal });
    const { log, head } = saved(session);
    const again = sessionOf();
    expect(again.session.restore(log, head)).toBe(true);
    expect(saved(again.session).head).toMatchObject({ place: { shortcuts: 'none' } });
  });

  test('a head that names no shortcuts is gone on with by those of today', async () => {
    const { session } = sessionOf();
    const { log, head } = session.takeSaved();
    const now = { allowedDraft: true, lazyReads: true };
    const again = sessionOf({ shortcuts: now });
    again.session.restore(log, { ...head, place: { seq: 1, step: 0 } });
    expect(saved(again.session).head).toMatchObject({ place: { shortcuts: now } });
  });

  test('keeps the high-water label', async () => {
    const { session, transcript } = await upToQuestion({ says: () => 'ok' });
    await session.step(transcript, { signal });
    const { log, head } = saved(session);
    const again = sessionOf({ says: () => 'ok' });
    again.session.restore(log, head);
    await again.session.step([user, say('STRANGER')], { signal });
    expect(labelOfHistory(space, again.session.history)).toBe(
      labelOfHistory(space, session.history),
    );
  });

  test.each([
    ['nothing', [], undefined],
    ['another version', [], { version: 2 }],
    ['an order without its entries', [], { version: 1, order: [7], nextId: 8, highWater: 'top' }],
    ['a line of no kind', [{ kind: 'guess' }], { version: 1 }],
  ])('%s cannot be gone on with', (_, log, head) => {
    expect(() => sessionOf().session.restore(log, head)).toThrow('cannot be read');
  });
});

test('tools that change in the middle are declared anew, and recorded', async () => {
  const { session, model } = sessionOf({ says: () => 'ok' });
  const answer = turnOf(await session.step([user], { signal }));
  const [first] = tools;
  await session.step([user, answer, user], { signal, tools: first === undefined ? [] : [first] });
  expect(model.requests.map(({ view }) => view.tools.length)).toEqual([2, 1]);
  expect(session.events.map(({ type }) => type)).toContain('tools-declared');
});

function lastShown(model: ScriptedModel): string {
  const last = model.requests.at(-1);
  return last === undefined ? '' : shown(last.view);
}

function fail(): never {
  throw new Error('no line');
}
