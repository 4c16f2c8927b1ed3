import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { request as requestTo } from 'node:http';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreError } from '../../src/store/errors.ts';
import { startGateway } from '../../src/server/start.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { proves } from '../../src/testing/proves.ts';
import { askingRig, callerOf } from '../attacks/asking.ts';
import { mailPolicy, startRig, until, type Rig } from '../gateway/harness.ts';
import { ask, bodyOf, say, type ChatMessage } from '../identity/client.ts';
import { temporaryFolder } from '../temporary-store.ts';

afterEach(() => void vi.useRealTimers());

const toBob = [say('user', 'pay {"to":"bob"}')];
const day = 86_400_000;

const health = async (rig: Rig): Promise<Response> => fetch(`${rig.gateway().url}/api/health`);

describe('a disk that takes nothing', () => {
  const full = new StoreError('store-full', 'the disk is full', { hint: 'free some space' });

  proves('fault/not-ready', async () => {
    await using rig = await startRig();
    const body = { messages: [say('user', 'hello')] };
    expect([(await health(rig)).status, (await ask(callerOf(rig), body)).status]).toEqual([
      200, 200,
    ]);
    const { store } = rig.gateway();
    const writable = vi.spyOn(store, 'requireWritable').mockRejectedValue(full);
    const asked = rig.upstream.requests.length;
    const answer = await health(rig);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_ready' } });
    expect((await ask(callerOf(rig), body)).status).toBe(503);
    // Nobody pays for an answer that could not be given out.
    expect(rig.upstream.requests).toHaveLength(asked);
    writable.mockRestore();
    expect([(await health(rig)).status, (await ask(callerOf(rig), body)).status]).toEqual([
      200, 200,
    ]);
  });

  test('in the middle of a request is a 503 that says so', async () => {
    await using rig = await startRig();
    const { store } = rig.gateway();
    const commit = vi.spyOn(store, 'commit').mockRejectedValueOnce(full);
    const body = { messages: [say('user', 'hello')] };
    expect((await ask(callerOf(rig), body)).status).toBe(503);
    expect(rig.log.at(-1)).toMatchObject({ level: 'error', fields: { code: 'store-full' } });
    commit.mockRestore();
    expect((await ask(callerOf(rig), body)).status).toBe(200);
  });
});

describe('a clock that is set', () => {
  /** A machine whose clock can be set; its uptime cannot. */
  function clockRig(): { skew: { ms: number }; options: Parameters<typeof askingRig>[0] } {
    const skew = { ms: 0 };
    const nowMs = (): number => Date.now() + skew.ms;
    return { skew, options: { wait: 0, nowMs, uptimeMs: () => performance.now() } };
  }

  proves('fault/clock', async () => {
    const { skew, options } = clockRig();
    await using rig = await askingRig(options);
    const held = (await ask(callerOf(rig), { messages: toBob })).message;
    for (const ms of [366 * day, -366 * day]) {
      skew.ms = ms;
      const { message } = await ask(callerOf(rig), { messages: toBob });
      expect(message?.content).toBe(held?.content);
    }
    await rig.answer('yes');
    skew.ms = 61 * 60_000;
    const { message } = await ask(callerOf(rig), { messages: toBob });
    expect(message?.tool_calls).toHaveLength(1);
  });

  test('back keeps no client waiting longer, and no question open', async () => {
    const { skew, options } = clockRig();
    let passedMs = 0;
    const uptimeMs = (): number => performance.now() + passedMs;
    await using rig = await askingRig({ ...options, uptimeMs });
    await ask(callerOf(rig), { messages: toBob });
    skew.ms = -day;
    passedMs = 6 * 60_000;
    const { message } = await ask(callerOf(rig), { messages: toBob });
    expect(message?.content).toBe('Refused.');
  });

  proves('fault/clock-erases-nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { skew, options } = clockRig();
    await using rig = await askingRig(options);
    await ask(callerOf(rig), { messages: toBob });
    const { store } = rig.gateway();
    const retain = vi.spyOn(store.events, 'retain');
    const round = async (): Promise<void> => {
      const expire = vi.spyOn(store.questions, 'expire');
      vi.advanceTimersByTime(600_000);
      await until(async () => (expire.mock.results.length > 0 ? true : undefined));
      await Promise.all(expire.mock.results.map(({ value }): unknown => value));
      expire.mockRestore();
    };
    for (const ms of [366 * day, -366 * day]) {
      skew.ms = ms;
      await round();
      expect(retain).not.toHaveBeenCalled();
    }
    const held = rig.log.filter(({ event }) => event === 'erasure-held');
    expect(held).toMatchObject([{ fields: { because: 'clock-jumped' } }]);
    skew.ms = 0;
    await round();
    await until(async () => (retain.mock.calls.length > 0 ? true : undefined));
    expect(rig.log.map(({ event }) => event)).toContain('erasure-resumed');
  });

  test('and then stays in step for a day erases again, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { skew, options } = clockRig();
    let passedMs = 0;
    const uptimeMs = (): number => performance.now() + passedMs;
    await using rig = await askingRig({ ...options, uptimeMs });
    await ask(callerOf(rig), { messages: toBob });
    const retain = vi.spyOn(rig.gateway().store.events, 'retain');
    skew.ms = 366 * day;
    vi.advanceTimersByTime(600_000);
    await until(async () => rig.log.find(({ event }) => event === 'erasure-held'));
    expect(retain).not.toHaveBeenCalled();
    skew.ms += day;
    passedMs += day;
    vi.advanceTimersByTime(600_000);
    await until(async () => retain.mock.calls[0]);
    // By the earlier of the two clocks nothing of today is a year old.
    expect((await rig.gateway().store.events.head()).seq).toBeGreaterThan(0);
    expect(retain.mock.calls[0]?.[0].eventsBeforeMs).toBeLessThan(Date.now());
    expect(rig.log.map(({ event }) => event)).toContain('erasure-resumed');
  });

  test.each([
    ['ahead', 400 * day, 'clock-ahead'],
    ['behind', -400 * day, 'clock-behind'],
  ])('far %s while it was off is told at the start', async (_, ms, because) => {
    const { skew, options } = clockRig();
    await using rig = await askingRig(options);
    const { message } = await ask(callerOf(rig), { messages: toBob });
    skew.ms = ms;
    await rig.restart();
    const held = rig.log.find(({ event }) => event === 'erasure-held');
    expect(held?.fields).toEqual({ because });
    if (ms > 0) return;
    // Time goes on from the record: no question lives longer, and none has ended.
    const again = await ask(callerOf(rig), { messages: toBob });
    expect(again.message?.content).toBe(message?.content);
  });

  proves('fault/clock-doubt-lasts', async () => {
    const { skew, options } = clockRig();
    let passedMs = 0;
    const uptimeMs = (): number => performance.now() + passedMs;
    await using rig = await askingRig({ ...options, uptimeMs });
    await ask(callerOf(rig), { messages: toBob });
    skew.ms = 400 * day;
    const heldAtStart = async (): Promise<number> => {
      const before = rig.log.length;
      await rig.restart();
      return rig.log.slice(before).filter(({ event }) => event === 'erasure-held').length;
    };
    expect(await heldAtStart()).toBe(1);
    // Nothing that is recorded now speaks against the clock in doubt: it was recorded by it.
    await ask(callerOf(rig), { messages: toBob });
    expect(await heldAtStart()).toBe(1);
    // In step with the machine for a day, restarts included, it is believed.
    skew.ms += day;
    passedMs += day;
    expect(await heldAtStart()).toBe(0);
    expect(await heldAtStart()).toBe(0);
  });

  test('and of which somebody says that it is right is believed', async () => {
    const { skew, options } = clockRig();
    await using rig = await askingRig({ ...options, trustClock: true });
    await ask(callerOf(rig), { messages: toBob });
    skew.ms = -400 * day;
    await rig.gateway().store.clock.note('unreadable');
    await rig.restart();
    expect(rig.log.some(({ event }) => event === 'erasure-held')).toBe(false);
    expect(await rig.gateway().store.clock.noted()).toBeUndefined();
    // Nobody knows any more how long ago they were asked.
    expect((await rig.questions()).map(({ state }) => state)).toEqual(['expired']);
  });
});

describe('a database', () => {
  proves('fault/one-database', async () => {
    await using rig = await startRig();
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'sluice.yaml'), mailPolicy);
    for (const name of ['sluice.db', 'sluice.db.key'])
      symlinkSync(path.join(rig.folder, name), path.join(folder, name));
    const text = 'listen: { port: 0 }\ndatabase: sluice.db';
    const settings = readSettings(text, 'gateway.yaml');
    const second = startGateway({ settings, folder, env: {}, onLog: () => undefined });
    await expect(second).rejects.toThrow('another gateway runs with the database');
    // By the link it opens once the first has gone: it is the same database.
    const { events } = await rig.gateway().store.events.verify();
    await rig.restart(undefined, async () => {
      const alone = await startGateway({ settings, folder, env: {}, onLog: () => undefined });
      expect((await alone.store.events.verify()).events).toBe(events);
      await alone.close();
    });
  });
});

describe('connections', () => {
  test('stand idle for longer than a load balancer keeps them', async () => {
    await using rig = await startRig();
    expect((await health(rig)).headers.get('keep-alive')).toBe('timeout=75');
    await using other = await startRig({ listen: 'keepAliveSeconds: 400' });
    expect((await health(other)).headers.get('keep-alive')).toBe('timeout=400');
  });
});

describe('a reload without an operator', () => {
  const events = async (rig: Rig): Promise<readonly string[]> => {
    const { store } = rig.gateway();
    return (await store.events.list({ limit: 1_000 })).flatMap(({ type, payload = '' }) =>
      /"act":"reload"/.test(payload) ? [`${type} ${/"by":"(\w+)"/.exec(payload)?.[1]}`] : [],
    );
  };

  proves('server/reload-by-signal', async () => {
    await using rig = await startRig();
    const policy = path.join(rig.folder, 'sluice.yaml');
    rig.upstream.play(() => ({ calls: [{ tool: 'send_money', args: '{}' }] }));
    const called = async (): Promise<ChatMessage | undefined> =>
      (await ask(callerOf(rig), { messages: [say('user', 'pay')] })).message;
    expect((await called())?.tool_calls).toHaveLength(1);
    writeFileSync(policy, 'version: 1\nnonsense: true\n');
    await expect(rig.gateway().reload('SIGHUP')).rejects.toMatchObject({ code: 'policy-invalid' });
    expect(rig.log.at(-1)?.event).toBe('reload-failed');
    expect((await called())?.tool_calls).toHaveLength(1);
    const never = mailPolicy.replace('call: { ceiling: trusted }', 'call: never');
    writeFileSync(policy, never.replace('onViolation: ask', 'onViolation: block'));
    await rig.gateway().reload('SIGHUP');
    expect((await called())?.tool_calls ?? []).toEqual([]);
    expect(await events(rig)).toEqual([
      'act-ordered SIGHUP',
      'act-failed SIGHUP',
      'act-ordered SIGHUP',
    ]);
  });
});

test('a policy that is read again while a body comes in decides on it', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ calls: [{ tool: 'send_money', args: '{}' }] }));
  const text = bodyOf('gpt-4o', { messages: [say('user', 'pay')] });
  const headers = { authorization: `Bearer ${rig.key}`, 'content-type': 'application/json' };
  const sent = requestTo(`${rig.gateway().url}/v1/chat/completions`, { method: 'POST', headers });
  const answered = once(sent, 'response');
  sent.write(text.slice(0, 20));
  // Another request is served to its end: the first has been read as far as it has come.
  await ask(callerOf(rig), { messages: [say('user', 'pay')] });
  const never = mailPolicy.replace('call: { ceiling: trusted }', 'call: never');
  const policy = never.replace('onViolation: ask', 'onViolation: block');
  writeFileSync(path.join(rig.folder, 'sluice.yaml'), policy);
  await rig.gateway().reload('SIGHUP');
  sent.end(text.slice(20));
  const [response] = await answered;
  expect(await textOf(response)).not.toContain('"send_money"');
});

describe('a webhook', () => {
  test('is told the whole address of a question, by the name of the gateway', async () => {
    const got: unknown[] = [];
    const { createServer } = await import('node:http');
    const receiver = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        got.push(JSON.parse(text));
        response.end();
      });
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const settings = `webhook: { url: 'http://127.0.0.1:${port}/', secretFrom: HOOK }`;
    const env = { HOOK: `whsec_${Buffer.alloc(32).toString('base64')}` };
    await using rig = await askingRig({ wait: 0, settings, env });
    await ask(callerOf(rig), { messages: toBob });
    const [told] = await until(async () => (got.length > 0 ? got : undefined));
    const [question] = await rig.questions();
    const url = `${rig.gateway().url}/api/questions/${question?.id}`;
    expect(told).toMatchObject({ url });
  });
});
