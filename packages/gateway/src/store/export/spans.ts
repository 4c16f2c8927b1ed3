import type { Store, StoredEvent } from '../store.ts';
import { eventsOf } from './pages.ts';
import { RunSpans } from './run-spans.ts';
import { exportOf } from './span.ts';

export interface SpanFilter {
  readonly tenant?: string | undefined;
  readonly run?: string | undefined;
}

/**
 * Runs as OpenTelemetry spans of the GenAI conventions: a trace for each run, a span for each
 * generation and each call; one line of OTLP's JSON for each run, one run in memory at a time. They
 * hold values, as far as payloads were kept: who reads them must be cleared for every label.
 */
export async function* exportSpans(
  store: Pick<Store, 'events'>,
  filter: SpanFilter,
): AsyncGenerator<string> {
  for await (const started of eventsOf(store, { ...filter, type: 'run-started' })) {
    if (await isFirst(store, started)) yield await spansOf(store, started);
  }
}

/** A run that was started again is one trace. */
async function isFirst(
  { events }: Pick<Store, 'events'>,
  { tenant, run, type, seq }: StoredEvent,
): Promise<boolean> {
  const [first] = await events.list({ tenant, run, type, limit: 1 });
  return first?.seq === seq;
}

async function spansOf(
  store: Pick<Store, 'events'>,
  { tenant, run }: StoredEvent,
): Promise<string> {
  const spans = new RunSpans();
  for await (const event of eventsOf(store, { tenant, run })) spans.add(event);
  return exportOf(spans.end());
}
