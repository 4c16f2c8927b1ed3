import * as z from 'zod';
import type { Store } from '../store/store.ts';
import type { Clock, Doubt } from './clock.ts';

const shape = z.strictObject({
  because: z.enum(['clock-behind', 'clock-ahead', 'clock-jumped']),
  sinceMs: z.number(),
  aheadMs: z.number(),
});

/** Time goes on from the record, unless somebody has looked at the machine's clock. */
export async function goOnFrom(
  store: Store,
  clock: Clock,
  { trustClock = false }: { readonly trustClock?: boolean | undefined },
): Promise<void> {
  const { seq } = await store.events.head();
  const [last] = await store.events.list({ after: seq - 1, limit: 1 });
  const lastMs = last?.atMs ?? clock.nowMs();
  if (!trustClock) {
    clock.goOnFrom(lastMs, await readDoubt(store));
    // Before anything is recorded by this clock: by the record alone a restart would believe it.
    return await noteDoubt(store, clock);
  }
  await store.clock.note(undefined);
  // The record is of tomorrow: nobody knows how long ago a question was asked.
  if (lastMs > clock.nowMs()) await store.questions.expire(Number.MAX_SAFE_INTEGER);
}

/** Stores why the clock is in doubt, or that it is not any longer: a restart ends no doubt. */
export async function noteDoubt(store: Store, clock: Pick<Clock, 'inDoubt'>): Promise<void> {
  const { inDoubt } = clock;
  const text = inDoubt && JSON.stringify(inDoubt);
  if (text !== (await store.clock.noted())) await store.clock.note(text);
}

async function readDoubt(store: Store): Promise<Doubt | undefined> {
  const text = await store.clock.noted();
  if (text === undefined) return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    // An unreadable record counts as a doubt.
    return { because: 'clock-jumped', sinceMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  }
}
