import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { payer } from '../attacks/asking.ts';
import { resultsOf, say, type ChatMessage } from '../identity/client.ts';
import { honest } from '../identity/honest-model.ts';
import { Killable } from './killable.ts';
import { ask, callIdsIn, goOn, post, untilKilled, type Answered } from './working-client.ts';

async function labelsOf({ store }: Killable, { decision }: Answered): Promise<readonly string[]> {
  const found = await store.events.list({ subject: decision, limit: 1_000 });
  return found.flatMap(({ type, label }) => (type === 'step-labelled' ? [label ?? 'none'] : []));
}

const toBob = [say('user', 'pay {"to":"bob"}')];

proves('fault/killed-while-asking', async () => {
  await using gateway = await Killable.start('untrusted');
  gateway.upstream.play(payer);
  const lost = post(gateway, toBob).then(
    ({ status }) => status,
    () => 'lost',
  );
  await gateway.asked();
  await gateway.kill();
  expect(await lost).toBe('lost');
  const { id } = await gateway.answer('yes');
  const generations = gateway.upstream.requests.length;
  await gateway.begin();
  const given = await ask(gateway, toBob);
  expect(given.message.tool_calls).toMatchObject([{ function: { arguments: '{"to":"bob"}' } }]);
  expect(callIdsIn(await ask(gateway, toBob))).toEqual(callIdsIn(given));
  expect(gateway.upstream.requests).toHaveLength(generations);
  expect((await gateway.store.questions.get(id))?.state).toBe('used');
  expect(await gateway.store.questions.list({ limit: 10 })).toHaveLength(1);
});

test('killed just when the yes comes, nothing is given out twice', async () => {
  await using gateway = await Killable.start('untrusted');
  gateway.upstream.play(payer);
  for (const turns of [0, 40]) {
    const messages = [say('user', `pay {"to":"bob","n":${turns}}`)];
    const first = post(gateway, messages)
      .then((response) => response.text())
      .catch(() => '');
    await gateway.asked();
    await gateway.answer('yes');
    for (let turned = 0; turned < turns; turned += 1) await turn();
    await gateway.kill();
    const had = (await first).match(/call_[0-9a-f]{32}/g) ?? [];
    await gateway.begin();
    const ids = [...had, ...callIdsIn(await ask(gateway, messages))];
    ids.push(...callIdsIn(await ask(gateway, messages)));
    expect(new Set(ids).size).toBeLessThanOrEqual(1);
  }
  expect((await gateway.store.events.verify()).broken).toBeUndefined();
});

proves('fault/killed-mid-stream', async () => {
  await using gateway = await Killable.start('trusted');
  gateway.upstream.play(honest);
  const begin = [say('system', 'You help.'), say('user', 'look it up')];
  const called = await ask(gateway, begin);
  const messages = [...begin, called.message, ...resultsOf(called.message)];
  const reply = { text: 'a long answer '.repeat(20) };
  const { promise: goesOn, resolve: release } = Promise.withResolvers<void>();
  gateway.upstream.play(() => ({ fault: 'slow', reply, goesOn }));
  const response = await post(gateway, messages, true);
  const reader = response.body?.getReader();
  await reader?.read();
  await gateway.kill();
  expect(await drained(reader)).toBe(false);
  release();
  gateway.upstream.play(honest);
  await gateway.begin();
  const again = await ask(gateway, messages);
  expect(again.status).toBe(200);
  expect(await labelsOf(gateway, again)).toEqual(['trusted']);
});

/** True if a response came to its end. */
async function drained(
  reader: { read: () => Promise<{ readonly done: boolean }> } | undefined,
): Promise<boolean> {
  try {
    for (;;) if ((await reader?.read())?.done !== false) return true;
  } catch {
    return false;
  }
}

proves('fault/killed-mid-write', async () => {
  await using gateway = await Killable.start('trusted');
  gateway.upstream.play(honest);
  const clients = Array.from({ length: 6 }, (_, n): ChatMessage[] => [
    say('system', `You help ${n}.`),
    say('user', 'look it up'),
  ]);
  for (const answersMin of [7, 16]) {
    const { promise: busy, resolve } = Promise.withResolvers<void>();
    let answers = 0;
    const onAnswer = (): void => {
      answers += 1;
      if (answers === answersMin) resolve();
    };
    const all = Promise.all(clients.map((messages) => untilKilled(gateway, messages, onAnswer)));
    await busy;
    await gateway.kill();
    await all;
    expect((await gateway.store.events.verify()).broken).toBeUndefined();
    await gateway.begin();
    for (const messages of clients) {
      const got = await ask(gateway, messages);
      // The texts that a client holds are known: no result is unattributed.
      expect(await labelsOf(gateway, got)).toEqual(['trusted']);
      goOn(messages, got.message);
    }
  }
});
