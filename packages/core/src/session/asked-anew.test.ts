import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../test/fake-policy.ts';
import type { Asker, AskerAnswer, Asked, Standing } from '../engine/call/confirm.ts';
import type { ConfirmRequest } from '../engine/decision.ts';
import type { PlainMessage } from '../history/plain.ts';
import { labelOfMessage } from '../history/regions.ts';
import { type Script, scriptedModel } from '../model/scripted.ts';
import { naive } from '../propagate/naive.ts';
import { Session } from './session.ts';

const tools = ['read', 'send'].map((name) => {
  return { name, description: name, parameters: { type: 'object' } };
});
const { signal } = new AbortController();

/** Reads, and then asks twice at once. */
const script: Script = (_, generation) =>
  generation === 0
    ? { calls: [{ tool: 'read', args: {} }] }
    : { calls: ['eve', 'mallory'].map((to) => ({ tool: 'send', args: { to } })) };

class Person implements Asker {
  readonly clearance = both;
  readonly shown: ConfirmRequest[] = [];
  readonly told: number[] = [];
  readonly standings: Map<string, Standing> = new Map();
  text: string | undefined;

  readonly open = async (request: ConfirmRequest): Promise<void> => {
    this.shown.push(request);
  };

  readonly awaited = async (asked: readonly Asked[]): Promise<void> => {
    this.told.push(asked.length);
    throw new Error('nobody listens');
  };

  readonly answer = async ({ callId, hash }: Asked): Promise<AskerAnswer> => {
    const standing = this.standings.get(callId) ?? 'open';
    if (standing === 'yes') return { kind: 'yes', by: ['ann'], hash };
    return { kind: standing === 'open' ? 'later' : 'none' };
  };

  readonly standing = async ({ callId }: Asked): Promise<Standing> =>
    this.standings.get(callId) ?? 'open';

  readonly notice = (): string | undefined => this.text;
}

function say(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

async function upToQuestion() {
  const policy = fakePolicy({
    results: { read: untrusted, send: trusted },
    ceilings: { read: both, send: trusted },
  });
  const asker = new Person();
  const model = scriptedModel(script);
  const session = new Session({
    policy,
    model,
    propagator: naive(),
    tools,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    approval: { by: 'asker', asker },
    runId: 'run',
    nowMs: () => 0,
  });
  const begin = [say('go')];
  const first = await session.step(begin, { signal });
  if (first.kind !== 'replied') throw new Error(first.kind);
  const [call] = first.calls;
  const parts = [{ kind: 'text' as const, text: 'STRANGER' }];
  const transcript: PlainMessage[] = [
    ...begin,
    { role: 'assistant', text: first.text, calls: first.calls },
    { role: 'tool', callId: call?.id ?? '', tool: 'read', parts },
  ];
  const waiting = await session.step(transcript, { signal });
  const labelOfLast = () => {
    const said = session.history.messages.findLast(({ role }) => role === 'user');
    return said && labelOfMessage(policy.space, said);
  };
  return { asker, model, session, transcript, waiting, labelOfLast };
}

test('who asks is told once of all that is waited for, and may fail', async () => {
  const { asker, waiting } = await upToQuestion();
  expect(waiting.kind).toBe('waiting');
  expect(asker.told).toEqual([2]);
});

test('a client that is told otherwise holds no turn of ours, and loses no trust', async () => {
  const { asker, session, transcript, waiting, labelOfLast } = await upToQuestion();
  expect(waiting).toMatchObject({ kind: 'waiting', text: undefined });
  for (const { callId } of asker.shown) asker.standings.set(callId, 'yes');
  const step = await session.step([...transcript, say('go on')], { signal });
  expect(step).toMatchObject({ calls: [{ tool: 'send' }, { tool: 'send' }] });
  expect([asker.shown.length, labelOfLast()]).toEqual([2, trusted]);
});

test('what nobody waited for any more is asked anew', async () => {
  const { asker, model, session, transcript } = await upToQuestion();
  asker.standings.set(asker.shown[0]?.callId ?? '', 'gone');
  expect(await session.step(transcript, { signal })).toMatchObject({ kind: 'waiting' });
  expect([asker.shown.length, model.requests.length]).toEqual([4, 3]);
});

test('and what a person has let through of it is given out', async () => {
  const { asker, model, session, transcript } = await upToQuestion();
  const [first, second] = asker.shown;
  asker.standings.set(first?.callId ?? '', 'gone');
  asker.standings.set(second?.callId ?? '', 'yes');
  const step = await session.step(transcript, { signal });
  expect(step).toMatchObject({ calls: [{ args: '{"to":"mallory"}' }] });
  expect(model.requests).toHaveLength(2);
});
