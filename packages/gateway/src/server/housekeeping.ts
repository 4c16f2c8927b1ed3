import { limits } from '../limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Clock, ClockDoubt } from './clock.ts';
import { codeOf, type Log } from './log-line.ts';
import { noteDoubt } from './record-clock.ts';

const dayMs = 86_400_000;

interface Housekeeping {
  readonly store: Store;
  readonly settings: Settings;
  readonly clock: Pick<Clock, 'nowMs' | 'leastMs' | 'doubt' | 'inDoubt'>;
  readonly log: Log;
}

/**
 * Ends questions that nobody answered, and drops what is older than the settings keep. Gives the
 * function that stops it.
 */
export function keepClean(parts: Housekeeping): () => void {
  const { clock, log } = parts;
  const tell = teller(log);
  tell(clock.doubt);
  const timer = setInterval(() => void clean(parts, tell), limits.cleaningMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Erased data does not come back: by a clock that is in doubt, nothing is erased. */
async function clean(
  { store, settings: { keep }, clock, log }: Housekeeping,
  tell: (doubt: ClockDoubt | undefined) => void,
): Promise<void> {
  const { doubt } = clock;
  tell(doubt);
  try {
    await noteDoubt(store, clock);
    const now = clock.nowMs();
    await store.questions.expire(now);
    if (doubt !== undefined) return;
    const { leastMs } = clock;
    const { states, erased } = await store.events.retain({
      atMs: now,
      stateBeforeMs: leastMs - keep.stateDays * dayMs,
      eventsBeforeMs: leastMs - keep.eventDays * dayMs,
    });
    if (states + erased > 0)
      log({ level: 'info', event: 'old-data-dropped', fields: { states, erased } });
  } catch (error) {
    log({ level: 'error', event: 'cleaning-failed', fields: { code: codeOf(error) } });
  }
}

/** Says once that nothing old is erased any more, and once that it is again. */
function teller(log: Log): (doubt: ClockDoubt | undefined) => void {
  let told: ClockDoubt | undefined;
  return (doubt) => {
    if (doubt === told) return;
    told = doubt;
    if (doubt === undefined) log({ level: 'info', event: 'erasure-resumed', fields: {} });
    else log({ level: 'warn', event: 'erasure-held', fields: { because: doubt } });
  };
}
