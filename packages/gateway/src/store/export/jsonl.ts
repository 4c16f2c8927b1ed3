import type { Store, StoredEvent } from '../store.ts';
import { eventsOf, type ExportFilter } from './pages.ts';

/**
 * The audit as lines without their line breaks, one JSON object an event: all that is stored of it,
 * with its payload as JSON. They hold values: who reads them must be cleared for every label.
 */
export async function* exportJsonl(
  store: Pick<Store, 'events'>,
  filter: ExportFilter,
): AsyncGenerator<string> {
  for await (const event of eventsOf(store, filter)) yield line(event);
}

function line({ label, payload, payloadHash, ...clear }: StoredEvent): string {
  const parsed = payload === undefined ? null : jsonOr(payload);
  const kept = { label: label ?? null, payload: parsed, payloadHash: payloadHash ?? null };
  return JSON.stringify({ ...clear, ...kept });
}

/** A payload that is no JSON is exported as the text that it is. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
