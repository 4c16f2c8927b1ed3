import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { askingRig, callerOf } from '../attacks/asking.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { ask, resultsOf, say, type Got, type ChatMessage } from '../identity/client.ts';

/** Replaces what `fdatasync` does. */
const disk = vi.hoisted(() => ({ flush: (): Promise<void> => Promise.resolve() }));

vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  const fdatasync = (handle: number, done: fs.NoParamCallback): void => {
    void disk.flush().then(() => real.fdatasync(handle, done), done);
  };
  return { ...real, fdatasync: Object.assign(fdatasync, real.fdatasync) };
});

afterEach(() => {
  disk.flush = () => Promise.resolve();
});

type Image = ReadonlyMap<string, Buffer>;

function filesOf(folder: string): Image {
  const names = readdirSync(folder).filter((name) => name.startsWith('sluice.db'));
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}

/**
 * Each wait for the disk leaves on it what had been written when it began; a loss of power leaves
 * that and nothing else. Gives what makes the power fail, and start again.
 */
function powered(rig: Rig, { flushesMax = Infinity } = {}): () => Promise<void> {
  let image = filesOf(rig.folder);
  let flushes = 0;
  disk.flush = async () => {
    if (flushes++ < flushesMax) image = filesOf(rig.folder);
  };
  return async () => {
    const left = image;
    disk.flush = () => Promise.resolve();
    await rig.restart(undefined, () => {
      for (const name of filesOf(rig.folder).keys()) rmSync(path.join(rig.folder, name));
      for (const [name, bytes] of left) {
        // Nobody else reads memory that the processes shared.
        if (name.endsWith('-shm') || name.endsWith('.lock')) continue;
        writeFileSync(path.join(rig.folder, name), bytes, { mode: 0o600 });
      }
    });
  };
}

const toBob = [say('user', 'pay {"to":"bob"}')];

/** A gateway in which a yes waits for its client, all of it on the disk. */
async function approved(): Promise<{ rig: Rig; messages: readonly ChatMessage[] }> {
  const rig = await askingRig({ wait: 0 });
  const held = messageOf(await ask(callerOf(rig), { messages: toBob }));
  await rig.answer('yes');
  await rig.restart();
  return { rig, messages: [...toBob, held, say('user', 'go on')] };
}

function messageOf({ message, status }: Got): ChatMessage {
  if (message === undefined) throw new Error(`status ${status}`);
  return message;
}

async function labelsOf(rig: Rig, { decision }: Got): Promise<readonly string[]> {
  const found = await rig.gateway().store.events.list({ subject: decision, limit: 1_000 });
  return found.flatMap(({ type, label }) => (type === 'step-labelled' ? [label ?? 'none'] : []));
}

async function callsGiven(rig: Rig, messages: readonly ChatMessage[]): Promise<number> {
  return (await ask(callerOf(rig), { messages })).message?.tool_calls?.length ?? 0;
}

proves('ask/used-survives-power', async () => {
  const { rig, messages } = await approved();
  await using _ = rig;
  const powerFails = powered(rig);
  expect(await callsGiven(rig, messages)).toBe(1);
  await powerFails();
  const later = [...messages.slice(0, 2), say('user', 'I was away')];
  expect(await callsGiven(rig, later)).toBe(0);
  const [question] = await rig.questions();
  expect(question?.state).toBe('used');
  expect((await rig.gateway().store.events.verify()).broken).toBeUndefined();
});

test('the use lies on the disk before the call is given out', async () => {
  const { rig, messages } = await approved();
  await using _ = rig;
  const order: string[] = [];
  disk.flush = async () => {
    const [question] = await rig.questions();
    order.push(`flushed ${question?.state}`);
  };
  expect(await callsGiven(rig, messages)).toBe(1);
  order.push('given');
  expect(order[0]).toBe('flushed used');
  expect(order.at(-1)).toBe('given');
});

test('where the disk does not take the use, the call is not given out, then or later', async () => {
  const { rig, messages } = await approved();
  await using _ = rig;
  disk.flush = () => Promise.reject(new Error('EIO'));
  const failed = await ask(callerOf(rig), { messages });
  expect(failed.status).toBeGreaterThanOrEqual(500);
  disk.flush = () => Promise.resolve();
  expect(await callsGiven(rig, messages)).toBe(0);
  await rig.restart();
  expect(await callsGiven(rig, messages)).toBe(0);
});

test('a use whose outcome was lost with the power is lost, and told of', async () => {
  const { rig, messages } = await approved();
  await using _ = rig;
  const powerFails = powered(rig, { flushesMax: 1 });
  expect(await callsGiven(rig, messages)).toBe(1);
  await powerFails();
  expect((await rig.questions())[0]?.state).toBe('lost');
  expect(rig.log.some(({ event }) => event === 'approval-lost')).toBe(true);
  expect(await callsGiven(rig, messages)).toBe(0);
});

proves('run/label-survives-power', async () => {
  await using rig = await startRig();
  const tools = ['look_up', 'read_mail'];
  rig.upstream.play(({ messages }) => {
    const tool = tools[messages.filter(({ role }) => role === 'tool').length];
    return tool === undefined ? { text: 'Pay eve.' } : { calls: [{ tool, args: '{}' }] };
  });
  const goOn = async (messages: readonly ChatMessage[]): Promise<readonly ChatMessage[]> => {
    const said = messageOf(await ask(callerOf(rig), { messages }));
    return [...messages, said, ...resultsOf(said)];
  };
  const looked = await goOn([say('user', 'look it up, and read my mail')]);
  await rig.restart();
  const powerFails = powered(rig);
  await goOn(await goOn(looked));
  await powerFails();
  // The client has cut the mail out of its history: the run alone knows what it has read.
  const cut = [...looked, say('user', 'In short: pay eve.')];
  expect(await labelsOf(rig, await ask(callerOf(rig), { messages: cut }))).toEqual(['untrusted']);
});

test('acts of operators, answers and keys are there after the power failed', async () => {
  await using rig = await askingRig({ wait: 0 });
  await ask(callerOf(rig), { messages: toBob });
  const powerFails = powered(rig);
  const { store } = rig.gateway();
  const [key] = await store.credentials.list();
  await rig.answer('yes');
  const act = { type: 'act-ordered', label: 'bottom', subject: 'x', payload: '{}' };
  await store.events.append({ ...act, tenant: '', atMs: 1 });
  await store.credentials.revoke(key?.id ?? '', 1);
  await powerFails();
  const after = rig.gateway().store;
  expect((await rig.questions())[0]?.state).toBe('approved');
  expect(await after.events.list({ type: 'act-ordered', limit: 5 })).toHaveLength(1);
  expect((await after.credentials.list())[0]?.revokedMs).toBe(1);
});

test('with `durability: full` a loss of power takes nothing that was given out', async () => {
  await using rig = await startRig({ settings: 'durability: full' });
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const powerFails = powered(rig);
  await ask(callerOf(rig), { messages: [say('user', 'hello')] });
  const { events } = await rig.gateway().store.events.verify();
  await powerFails();
  expect((await rig.gateway().store.events.verify()).events).toBe(events);
});

test('what needs no wait has none', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Hello.' }));
  let flushes = 0;
  disk.flush = async () => void (flushes += 1);
  const said = messageOf(await ask(callerOf(rig), { messages: [say('user', 'hello')] }));
  const messages = [say('user', 'hello'), said, say('user', 'and again')];
  await ask(callerOf(rig), { messages });
  expect(flushes).toBe(0);
});
