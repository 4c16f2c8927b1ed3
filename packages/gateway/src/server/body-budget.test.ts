import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { BodyBudget, type Room } from './body-budget.ts';
import { heapShares } from './heap.ts';

afterEach(() => vi.useRealTimers());

const large = limits.bodyBytesMax;
const stays = new AbortController().signal;

/** True if a promise is settled once everything that can go on has gone on. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = (): void => void (settled = true);
  promise.then(settle, settle);
  await new Promise(setImmediate);
  return settled;
}

proves('gateway/bodies-wait', async () => {
  const budget = new BodyBudget({ bodyBytesMax: 2 * large, replyBytesMax: 1 });
  const served: Room[] = [await budget.room(large, stays), await budget.room(large, stays)];
  const entered: number[] = [];
  const waiting = [1, 2, 3].map(async (at) => {
    const room = await budget.room(large, stays);
    entered.push(at);
    return room;
  });
  expect(await isSettled(Promise.race(waiting))).toBe(false);
  // Small ones do not wait for them.
  expect(await isSettled(budget.room(1_000, stays))).toBe(true);
  // A release counts once.
  served[0]?.release();
  served[0]?.release();
  expect(await isSettled(Promise.all(waiting))).toBe(false);
  expect(entered).toEqual([1]);
  served[1]?.release();
  (await waiting[0])?.release();
  await Promise.all(waiting);
  expect(entered).toEqual([1, 2, 3]);
});

test('who waits too long, or finds too many waiting, is told when to come again', async () => {
  vi.useFakeTimers();
  const budget = new BodyBudget({ bodyBytesMax: large, replyBytesMax: 1 });
  await budget.room(large, stays);
  const late = budget.room(large, stays).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(limits.bodyWaitMsMax);
  expect(await late).toMatchObject({
    code: 'overloaded',
    status: 503,
    headers: { 'retry-after': String(limits.retryAfterS) },
  });
  const waiting = Array.from({ length: limits.bodiesWaitingMax }, () => budget.room(large, stays));
  for (const each of waiting) each.catch(() => {});
  await expect(budget.room(large, stays)).rejects.toMatchObject({ code: 'overloaded' });
  await vi.advanceTimersByTimeAsync(limits.bodyWaitMsMax);
});

test('who goes away leaves the line, and the next one takes its turn', async () => {
  const budget = new BodyBudget({ bodyBytesMax: large, replyBytesMax: 1 });
  const room = await budget.room(large, stays);
  const leaving = new AbortController();
  const gone = budget.room(large, leaving.signal).catch(String);
  const next = budget.room(large, stays);
  leaving.abort(new Error('gone'));
  expect(await gone).toMatch(/gone/);
  expect(await isSettled(next)).toBe(false);
  room.release();
  await next;
});

test('who serves a large body lets small ones be served first, for some while', async () => {
  vi.useFakeTimers();
  const budget = new BodyBudget({ bodyBytesMax: large, replyBytesMax: 1 });
  const room = await budget.room(1_000, stays);
  await budget.room(large, stays);
  const order: string[] = [];
  const first = budget.othersServed().then(() => order.push('large'));
  await vi.advanceTimersByTimeAsync(limits.pauseMsMax - limits.pauseMs);
  order.push('small');
  room.release();
  await vi.advanceTimersByTimeAsync(limits.pauseMs);
  await first;
  expect(order).toEqual(['small', 'large']);
  // One that waits for its provider holds up nobody for long.
  await budget.room(1_000, stays);
  const second = budget.othersServed();
  await vi.advanceTimersByTimeAsync(limits.pauseMsMax);
  await second;
});

proves('gateway/idle-gives-way', async () => {
  const budget = new BodyBudget({ bodyBytesMax: 3 * large, replyBytesMax: 1 });
  const rooms = [1, 2, 3].map(() => budget.room(large, stays));
  const ended: number[] = [];
  const idle = rooms.map(async (each, at) => {
    const room = await each;
    await room.idle(async (giveWay) => {
      await new Promise((resolve) => giveWay.addEventListener('abort', resolve));
      ended.push(at);
    });
    room.release();
  });
  // Nobody needs their room.
  expect(await isSettled(Promise.race(idle))).toBe(false);
  // As many end as are needed, the oldest first.
  await budget.room(large, stays);
  expect(ended).toEqual([0]);
  await Promise.all([budget.room(large, stays), budget.room(large, stays)]);
  expect(ended).toEqual([0, 1, 2]);
});

test('who waits for several people at once gives way to all that needs the room', async () => {
  const budget = new BodyBudget({ bodyBytesMax: 2 * large, replyBytesMax: 1 });
  const rooms = [await budget.room(large, stays), await budget.room(large, stays)];
  const idle = rooms.map(async (room) => {
    const waits = [1, 2].map((_) =>
      room.idle(async (giveWay) => {
        await new Promise((resolve) => giveWay.addEventListener('abort', resolve));
      }),
    );
    await Promise.all(waits);
    room.release();
  });
  await budget.room(large, stays);
  // One has ended all that it waits for, and the other none.
  expect(await Promise.all(idle.map(isSettled))).toEqual([true, false]);
});

test('who comes to wait for a person while others have no room does not', async () => {
  const budget = new BodyBudget({ bodyBytesMax: large, replyBytesMax: 1 });
  const room = await budget.room(large, stays);
  const next = budget.room(large, stays);
  await room.idle(async (giveWay) => expect(giveWay.aborted).toBe(true));
  room.release();
  await next;
});

test('a body and a reply never wait for each other', async () => {
  const budget = new BodyBudget({ bodyBytesMax: large, replyBytesMax: limits.upstreamBytesMax });
  await budget.room(large, stays);
  const reply = await budget.roomForReply(stays);
  const next = budget.roomForReply(stays);
  expect(await isSettled(next)).toBe(false);
  reply.release();
  await next;
});

test('there is room for one of the largest size in any heap, and for more in a larger one', () => {
  expect(heapShares(1).bodyBytesMax).toBe(limits.bodyBytesMax);
  expect(heapShares(2 ** 40).bodyBytesMax).toBeGreaterThan(limits.bodyBytesMax);
});
