import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../src/store/errors.ts';
import { proves } from '../../src/testing/proves.ts';
import { startRig, until, type Rig } from '../gateway/harness.ts';
import { askingRig, callerOf } from '../attacks/asking.ts';
import { bearer, goodBody, send } from '../attacks/raw.ts';
import { ask, bodyOf, resultsOf, say, type Got, type ChatMessage } from '../identity/client.ts';
import { honest } from '../identity/honest-model.ts';

const toBob = [say('user', 'pay {"to":"bob"}')];

async function labelsOf(rig: Rig, { decision }: Got): Promise<readonly string[]> {
  const found = await rig.gateway().store.events.list({ subject: decision, limit: 1_000 });
  return found.flatMap(({ type, label }) => (type === 'step-labelled' ? [label ?? 'none'] : []));
}

function messageOf({ message, status }: Got): ChatMessage {
  if (message === undefined) throw new Error(`status ${status}`);
  return message;
}

/** A request that its client gives up; `response` is what came until then. */
function begun(
  rig: Rig,
  body: string,
): { readonly outgoing: ClientRequest; readonly response: Promise<IncomingMessage> } {
  const { hostname, port } = new URL(rig.gateway().url);
  const headers = { ...bearer(rig.key), 'content-type': 'application/json' };
  const path = '/v1/chat/completions';
  const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false });
  const response = new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
  outgoing.on('error', () => {});
  outgoing.end(body);
  return { outgoing, response };
}

function gone(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => outgoing.once('close', resolve).destroy());
}

const whole = (messages: readonly ChatMessage[]): string => bodyOf('gpt-4o', { messages });
const streamed = (messages: readonly ChatMessage[]): string =>
  whole(messages).replace('{', '{"stream":true,');

describe('a client that goes away', () => {
  proves('fault/client-gone', async () => {
    await using rig = await startRig();
    rig.upstream.play(() => ({ fault: 'hang' }));
    for (const stream of [whole, streamed]) {
      const { outgoing } = begun(rig, stream([say('user', 'hello')]));
      const sent = await until(async () =>
        rig.upstream.requests.find(({ status }) => status === 0),
      );
      outgoing.destroy();
      await until(async () => (sent.aborted ? true : undefined));
    }
    rig.upstream.play(honest);
    const begin = [say('user', 'hello')];
    const got = await ask(callerOf(rig), { messages: begin });
    expect(got.message?.content).toBe('Hello.');
    const next = [...begin, messageOf(got), say('user', 'pay the account')];
    expect(await labelsOf(rig, await ask(callerOf(rig), { messages: next }))).toEqual(['trusted']);
  });

  test('while a person is asked, and comes back, joins the question', async () => {
    await using rig = await askingRig({ wait: 60 });
    const { outgoing } = begun(rig, whole(toBob));
    await until(async () => (await rig.questions()).at(0));
    await gone(outgoing);
    const again = ask(callerOf(rig), { messages: toBob });
    await rig.answer('yes');
    expect((await again).message?.tool_calls).toHaveLength(1);
    expect(await rig.questions()).toHaveLength(1);
  });

  test('while a person is asked, and says something else, loses no trust', async () => {
    await using rig = await startRig({ wait: 60 });
    rig.upstream.play(({ messages }) => {
      const read = messages.some(({ role }) => role === 'tool');
      if (messages.some(({ text }) => text === 'never mind')) return { text: 'As you wish.' };
      if (!read) return { calls: [{ tool: 'read_mail', args: '{}' }] };
      const text = messages.find(({ role }) => role === 'tool')?.text ?? '';
      return text.includes('STRANGER')
        ? { calls: [{ tool: 'send_money', args: `{"to":"${text.slice(-12)}"}` }] }
        : { text: 'Nothing.' };
    });
    const begin = [say('system', 'You help.'), say('user', 'read it')];
    const first = messageOf(await ask(callerOf(rig), { messages: begin }));
    const messages = [...begin, first, ...resultsOf(first)];
    const { outgoing } = begun(rig, whole(messages));
    await until(async () => (await rig.questions()).at(0));
    await gone(outgoing);
    const other = ask(callerOf(rig), { messages: [...messages, say('user', 'never mind')] });
    await rig.answer('no');
    expect((await other).message?.content).toBe('As you wish.');
    const turns = await rig.gateway().store.events.list({ limit: 1_000, type: 'turn-started' });
    expect(turns.map(({ label }) => label)).toEqual(['trusted', 'trusted', 'trusted']);
  });

  test('in the middle of a stream or a request leaves the gateway as it was', async () => {
    await using rig = await startRig();
    const reply = { text: 'a long answer '.repeat(30) };
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    rig.upstream.play(() => ({ fault: 'slow', reply, goesOn }));
    const { outgoing, response } = begun(rig, streamed([say('user', 'hello')]));
    (await response).resume();
    outgoing.destroy();
    const half = begun(rig, '{');
    half.outgoing.destroy();
    goOn();
    rig.upstream.play(honest);
    const got = await ask(callerOf(rig), { messages: [say('user', 'hello')] });
    expect(got.message?.content).toBe('Hello.');
  });
});

proves('fault/slow-reader', async () => {
  await using rig = await startRig();
  const text = 'x'.repeat(40_000);
  rig.upstream.play(() => ({ text }));
  const slow = Array.from({ length: 3 }, (_, n) =>
    begun(rig, streamed([say('user', `hello ${n}`)])),
  );
  const responses = await Promise.all(slow.map(({ response }) => response));
  rig.upstream.play(honest);
  // Nobody reads the three until this one has its answer.
  expect((await ask(callerOf(rig), { messages: [say('user', 'hello')] })).status).toBe(200);
  for (const response of responses) {
    let read = '';
    for await (const chunk of response.setEncoding('utf8')) read += String(chunk);
    expect(read).toContain('[DONE]');
    expect(read.match(/x/g)?.length).toBeGreaterThanOrEqual(text.length);
  }
});

proves('fault/at-once', async () => {
  await using rig = await startRig();
  const begin = [say('system', 'You help.'), say('user', 'look it up')];
  rig.upstream.play(honest);
  const first = messageOf(await ask(callerOf(rig), { messages: begin }));
  const messages = [...begin, first, ...resultsOf(first)];
  let [running, most] = [0, 0];
  rig.upstream.play(async (seen) => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = 0; turns < 200; turns += 1) await turn();
    running -= 1;
    return honest(seen);
  });
  const asks = ['hello', 'hello', 'look it up', 'again hello'].map((said) =>
    ask(callerOf(rig), { messages: [...messages, say('user', said)] }),
  );
  const got = await Promise.all(asks);
  expect(got.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(got.map(({ run }) => run)).size).toBe(1);
  expect(new Set(got.map(({ decision }) => decision)).size).toBe(4);
  expect(most).toBe(1);
});

proves('fault/restart', async () => {
  await using rig = await startRig();
  const reply = { text: 'a long answer '.repeat(10) };
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  rig.upstream.play(() => ({ fault: 'slow', reply, goesOn }));
  const begin = [say('user', 'hello')];
  const { response } = begun(rig, streamed(begin));
  const stream = await response;
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const restarted = rig.restart();
  goOn();
  await restarted;
  expect(text).toContain('[DONE]');
  rig.upstream.play(honest);
  const answer: ChatMessage = { role: 'assistant', content: reply.text };
  const next = [...begin, answer, say('user', 'look it up')];
  expect(await labelsOf(rig, await ask(callerOf(rig), { messages: next }))).toEqual(['trusted']);
});

proves('fault/disk-full', async () => {
  await using rig = await startRig();
  rig.upstream.play(honest);
  const begin = [say('system', 'You help.'), say('user', 'look it up')];
  const first = messageOf(await ask(callerOf(rig), { messages: begin }));
  const messages = [...begin, first, ...resultsOf(first)];
  const full = new StoreError('store-full', 'the disk is full', { hint: 'free some space' });
  const commit = vi.spyOn(rig.gateway().store, 'commit').mockRejectedValueOnce(full);
  // Those that wait behind the one that was not stored must not go on from what nobody knows.
  const failed = await Promise.all([1, 2, 3].map(() => ask(callerOf(rig), { messages })));
  expect(failed.map(({ status }) => status)).toContain(503);
  await rig.restart();
  expect(await labelsOf(rig, await ask(callerOf(rig), { messages }))).toEqual(['trusted']);
  commit.mockRestore();
  const still = vi.spyOn(rig.gateway().store, 'commit').mockRejectedValue(full);
  const inEvents = await send(rig, { headers: bearer(rig.key), body: streamed(messages) });
  expect(inEvents.text).toContain('store_unavailable');
  expect(inEvents.text).not.toContain('[DONE]');
  still.mockRestore();
  const failures = rig.log.filter(({ event }) => event === 'request-failed');
  expect(failures.at(-1)?.fields).toMatchObject({ code: 'store-full' });
  const got = await ask(callerOf(rig), { messages });
  expect(await labelsOf(rig, got)).toEqual(['trusted']);
  expect((await rig.gateway().store.events.verify()).broken).toBeUndefined();
  expect(
    (await send(rig, { headers: bearer(rig.key), body: JSON.stringify(goodBody) })).status,
  ).toBe(200);
});
