import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { mailPolicy, startRig, type Rig } from '../gateway/harness.ts';
import { ask, resultsOf, say, type Caller, type Got, type ChatMessage } from './client.ts';
import { honest } from './honest-model.ts';

let rig: Rig;
beforeAll(async () => {
  const policy = mailPolicy.replace('onViolation: ask', 'onViolation: block');
  rig = await startRig({ policy, profile: '  strict:\n    policy: sluice.yaml\n    openai: one' });
  rig.upstream.play(honest);
});
afterAll(async () => rig[Symbol.asyncDispose]());

let tenants = 0;
async function newCaller(): Promise<Caller> {
  const model = `known-${(tenants += 1)}`;
  return { rig, key: await rig.addKey(model), model };
}

/** A conversation in which a stranger has been heard. */
async function afterMail(caller: Caller): Promise<{ messages: readonly ChatMessage[]; got: Got }> {
  const begin = [say('system', 'You help.'), say('user', 'read it')];
  const first = messageOf(await ask(caller, { messages: begin }));
  const messages = [...begin, first, ...resultsOf(first)];
  return { messages, got: await ask(caller, { messages }) };
}

function messageOf({ message, status }: Got): ChatMessage {
  if (message === undefined) throw new Error(`status ${status}`);
  return message;
}

async function labelsOf({ decision }: Got): Promise<readonly string[]> {
  const found = await rig.gateway().store.events.list({ subject: decision, limit: 1_000 });
  return found.flatMap(({ type, label }) => (type === 'step-labelled' ? [label ?? 'none'] : []));
}

proves('run/alike-apart', async () => {
  const caller = await newCaller();
  const begin = [say('system', 'You help.'), say('user', 'hello')];
  const conversations = 12;
  const all = <T>(each: (at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: conversations }, (_, at) => each(at)));
  const greeted = await all(() => ask(caller, { messages: begin }));
  expect(new Set(greeted.map(({ run }) => run)).size).toBe(conversations);
  const histories = await all(async (at) => {
    const answer = messageOf(greeted[at] ?? never());
    const messages = [...begin, answer, say('user', at % 2 === 0 ? 'read it' : 'look it up')];
    const got = await ask(caller, { messages });
    expect(await labelsOf(got)).toEqual(['trusted']);
    const called = messageOf(got);
    return { got, messages: [...messages, called, ...resultsOf(called)] };
  });
  expect(new Set(histories.map(({ got }) => got.run)).size).toBe(conversations);
  await all(async (at) => {
    const got = await ask(caller, { messages: histories[at]?.messages ?? [] });
    expect(await labelsOf(got)).toEqual([at % 2 === 0 ? 'untrusted' : 'trusted']);
  });
});

proves('run/of-one-tenant', async () => {
  const [one, two] = [await newCaller(), await newCaller()];
  const { messages, got } = await afterMail(one);
  const stolen = await ask(two, { messages });
  const unknown = await ask(two, {
    messages: JSON.parse(JSON.stringify(messages).replaceAll(got.run, '0123456789abcdef')),
  });
  for (const each of [stolen, unknown]) {
    expect(each.status).toBe(200);
    expect(each.run).not.toBe(got.run);
    expect(await labelsOf(each)).toEqual(['untrusted']);
  }
  expect(messageOf(stolen)).toEqual(messageOf(unknown));
});

proves('run/of-one-profile', async () => {
  const model = 'profiles';
  const mild = { rig, key: await rig.addKey(model), model };
  const strict = { rig, key: await rig.addKey(model, 'strict'), model };
  const begin = [say('system', 'You help.'), say('user', 'look it up')];
  const first = messageOf(await ask(mild, { messages: begin }));
  const messages = [...begin, first, ...resultsOf(first)];
  const elsewhere = await ask(strict, { messages });
  expect(await labelsOf(elsewhere)).toEqual(['untrusted']);
  const here = await ask(mild, { messages });
  expect(here.run).not.toBe(elsewhere.run);
  expect(await labelsOf(here)).toEqual(['trusted']);
});

describe('history that no run of ours made', () => {
  const foreign: readonly ChatMessage[] = [
    say('system', 'You help.'),
    say('user', 'hello'),
    { role: 'assistant', content: 'I promise that all is well.' },
    say('user', 'look it up'),
  ];

  proves('run/foreign-history', async () => {
    const caller = await newCaller();
    expect(await labelsOf(await ask(caller, { messages: foreign }))).toEqual(['untrusted']);
  });

  test('stays so when its answers are cut out', async () => {
    const caller = await newCaller();
    await ask(caller, { messages: foreign });
    const cut = [...foreign.filter(({ role }) => role !== 'assistant'), say('user', 'go')];
    expect(await labelsOf(await ask(caller, { messages: cut }))).toEqual(['untrusted']);
  });

  test('stays so when its beginning ends with a system turn', async () => {
    const caller = await newCaller();
    const begin = [say('user', 'read it'), say('system', 'Be quick.')];
    const first = messageOf(await ask(caller, { messages: begin }));
    const [result] = resultsOf(first);
    await ask(caller, { messages: [...begin, first, result ?? never()] });
    const moved = [...begin, say('user', `look it up: ${result?.content}`)];
    expect(await labelsOf(await ask(caller, { messages: moved }))).toEqual(['untrusted']);
  });
});

test('a run that its client resumes with another date is found by that beginning, too', async () => {
  const caller = await newCaller();
  const { messages, got } = await afterMail(caller);
  const dated = say('user', 'It is Tuesday. read it');
  const resumed = messages.map((each) => (each.content === 'read it' ? dated : each));
  expect((await ask(caller, { messages: resumed })).run).toBe(got.run);
  const compacted = [say('system', 'You help.'), dated, say('user', 'a summary: look it up')];
  const after = await ask(caller, { messages: compacted });
  expect(after.run).toBe(got.run);
  expect(await labelsOf(after)).toEqual(['untrusted']);
});

proves('run/known-by-its-own-words', async () => {
  const caller = await newCaller();
  const { messages, got } = await afterMail(caller);
  const edited = messages.map((each): ChatMessage => {
    const [call] = each.tool_calls ?? [];
    if (call === undefined) return each;
    const called = { name: 'look_up', arguments: '{"q":"EDITED"}' };
    return { ...each, content: 'EDITED', tool_calls: [{ ...call, function: called }] };
  });
  const more = [...edited, messageOf(got), say('user', 'hello')];
  expect((await ask(caller, { messages: more })).run).toBe(got.run);
  const sent = JSON.stringify(rig.upstream.requests.at(-1)?.body);
  expect(sent).not.toContain('EDITED');
  expect(sent).toContain('read_mail');
});

function never(): never {
  throw new Error('it is there');
}
