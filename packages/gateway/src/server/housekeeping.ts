import { limits } from '../limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Log } from './log-line.ts';

const dayMs = 86_400_000;

/**
 * Ends questions that nobody answered, and drops what is older than the settings keep. Gives the
 * function that stops it.
 */
export function keepClean({
  store,
  settings: { keep },
  nowMs,
  log,
}: {
  readonly store: Store;
  readonly settings: Settings;
  readonly nowMs: () => number;
  readonly log: Log;
}): () => void {
  const clean = async (): Promise<void> => {
    const now = nowMs();
    await store.questions.expire(now);
    const { states, erased } = await store.events.retain({
      atMs: now,
      stateBeforeMs: now - keep.stateDays * dayMs,
      eventsBeforeMs: now - keep.eventDays * dayMs,
    });
    if (states + erased > 0)
      log({ level: 'info', event: 'old-data-dropped', fields: { states, erased } });
  };
  const timer = setInterval(() => {
    clean().catch(() => log({ level: 'error', event: 'cleaning-failed', fields: {} }));
  }, limits.cleaningMs);
  timer.unref();
  return () => clearInterval(timer);
}
