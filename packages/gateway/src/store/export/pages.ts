import { storeLimits } from '../limits.ts';
import type { EventFilter, Store, StoredEvent } from '../store.ts';

/** Which events to export; all of them where nothing is named. */
export type ExportFilter = Omit<EventFilter, 'limit'>;

/**
 * Events in order, a page at a time, up to the newest at the time of the call: a store that is
 * written to meanwhile does not make the export endless.
 */
export async function* eventsOf(
  { events }: Pick<Store, 'events'>,
  filter: ExportFilter,
): AsyncGenerator<StoredEvent> {
  const { seq: newest } = await events.head();
  const limit = storeLimits.eventsPerPageMax;
  for (let after = filter.after ?? 0; ;) {
    const page = await events.list({ ...filter, after, limit });
    for (const event of page) {
      if (event.seq > newest) return;
      yield event;
    }
    if (page.length < limit) return;
    after = page.at(-1)?.seq ?? after;
  }
}
