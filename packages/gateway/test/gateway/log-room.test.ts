import { afterEach, expect, vi } from 'vitest';
import { limits } from '../../src/limits.ts';
import { RequestError } from '../../src/protocol/errors.ts';
import { LiveRun } from '../../src/run/live-run.ts';
import { BodyBudget, type Room } from '../../src/server/body-budget.ts';
import { proves } from '../../src/testing/proves.ts';
import { bearer } from '../attacks/raw.ts';
import { say } from '../identity/client.ts';
import { startRig, until, type Rig } from './harness.ts';

/** Told of each room that is taken or given back. */
let told = (_: string): void => {};

vi.mock('../../src/server/body-budget.ts', async (load) => {
  const real = await load<{ BodyBudget: typeof BodyBudget }>();
  const seen = async (name: string, taken: Promise<Room>): Promise<Room> => {
    const { idle, release } = await taken;
    told(name);
    return { idle, release: () => void [release(), told(`${name} given back`)] };
  };
  class Watched extends real.BodyBudget {
    override async room(bytes: number, signal: AbortSignal): Promise<Room> {
      return seen('room', super.room(bytes, signal));
    }
    override async roomForReply(signal: AbortSignal): Promise<Room> {
      return seen('roomForReply', super.roomForReply(signal));
    }
  }
  return { BodyBudget: Watched };
});

afterEach(() => vi.restoreAllMocks());

/** The events of rooms, in order; `recorded` where all has been recorded before. */
function happenings(): readonly string[] {
  const { mock } = vi.spyOn(LiveRun.prototype, 'keep');
  const order: string[] = [];
  told = (name) => {
    const isRecorded = mock.settledResults.some(({ type }) => type === 'fulfilled');
    order.push(isRecorded ? `recorded, ${name}` : name);
  };
  return order;
}

const profile = '    mode: log';

async function asked(rig: Rig, content = 'Hello.'): Promise<string> {
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...bearer(rig.key), 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [say('user', content)] }),
  });
  return response.text();
}

const said = 'x'.repeat(limits.smallBodyBytesMax);

proves('gateway/log-takes-room', async () => {
  await using rig = await startRig({ profile });
  const order = happenings();
  rig.upstream.play(() => ({ text: said }));
  expect(await asked(rig)).toContain(said);
  await until(async () => (order.length === 4 ? true : undefined));
  const given = ['recorded, room given back', 'recorded, roomForReply given back'];
  expect(order).toEqual(['room', 'roomForReply', ...given]);
});

proves('gateway/log-takes-room', async () => {
  await using rig = await startRig({ profile });
  rig.upstream.play(() => ({ text: said }));
  const none = new RequestError('overloaded', 'no room', { hint: 'wait', status: 503 });
  vi.spyOn(BodyBudget.prototype, 'roomForReply').mockRejectedValue(none);
  expect(await asked(rig)).toContain(said);
  await until(async () => rig.log.find(({ event }) => event === 'request-not-shadowed'));
});

const values = Array.from({ length: limits.bodyNodesMax + 1 }, () => 0);

proves('gateway/log-takes-room', async () => {
  await using rig = await startRig({ profile });
  const message = { role: 'assistant', content: 'Hello.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const text = JSON.stringify({ values, choices });
  rig.upstream.play(() => ({ fault: 'bytes', type: 'application/json', text }));
  expect(await asked(rig)).toBe(text);
  await until(async () => rig.log.find(({ event }) => event === 'request-not-shadowed'));
});

proves('gateway/log-takes-room', async () => {
  await using rig = await startRig({ profile });
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const order = happenings();
  expect(await asked(rig)).toContain('Hello.');
  await until(async () => (order.length === 2 ? true : undefined));
  // A small answer asks for no room.
  expect(order).toEqual(['room', 'recorded, room given back']);
});
