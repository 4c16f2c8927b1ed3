import type { EventDraft, RecordMode, StoredEvent } from '../store.ts';
import type { Text } from '../text.ts';

/** What is kept of an event apart from what stands in clear. */
export type Kept = Partial<Pick<StoredEvent, 'label' | 'payload' | 'payloadHash'>>;

/**
 * What to seal of events that come together. A label may name readers that were computed from data:
 * it is kept where the payload is, and nowhere else.
 */
export function keptTexts(
  events: readonly EventDraft[],
  { mode, hashOf }: { readonly mode: RecordMode; readonly hashOf: (payload: Text) => string },
): readonly Text[] {
  switch (mode) {
    case 'full':
      return events.flatMap(({ label, payload }) => [label, payload]);
    case 'hashed':
      return events.map(({ payload }) => hashOf(payload));
    case 'none':
      return [];
  }
}

/** What is kept of one of the events. Throws where the texts hold nothing of it. */
export function keptAt(texts: readonly string[], index: number, mode: RecordMode): Kept {
  switch (mode) {
    case 'full':
      return { label: textAt(texts, 2 * index), payload: textAt(texts, 2 * index + 1) };
    case 'hashed':
      return { payloadHash: textAt(texts, index) };
    case 'none':
      return {};
  }
}

function textAt(texts: readonly string[], index: number): string {
  const text = texts[index];
  if (text === undefined) throw new Error('the pack has no such text');
  return text;
}
