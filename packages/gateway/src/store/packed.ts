import type { EventDraft, RecordMode, RunChange, SavedRun, StoredEvent } from './store.ts';

/** A text, a long one in the pieces that it is made of: to join them would take as long again. */
export type Text = string | readonly string[];

/** UTF-16 units. */
export function lengthOf(text: Text): number {
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Several texts as one, so that they are sealed at once: a seal costs more than what it seals. The
 * lengths stand first, in UTF-16 units.
 */
export function packTexts(texts: readonly string[]): string {
  return packedPieces(texts).join('');
}

/** The same in pieces, for what may be long. */
function packedPieces(texts: readonly Text[]): readonly string[] {
  return [`${texts.map(lengthOf).join(',')}\n`, ...texts.flat()];
}

/** The texts that `packTexts` was given. Throws where the lengths do not add up. */
export function unpackTexts(packed: string): readonly string[] {
  const head = packed.indexOf('\n');
  const lengths = packed.slice(0, head).split(',').filter(Boolean).map(Number);
  let at = head + 1;
  const texts = lengths.map((length) => packed.slice(at, (at += length)));
  if (head === -1 || at !== packed.length) throw new Error('the lengths do not add up');
  return texts;
}

type Entries = RunChange['entries'];

/** The entries of a change as one text, in pieces. */
export function packEntries(entries: Entries): readonly string[] {
  return packedPieces([
    JSON.stringify(entries.map(({ id }) => id)),
    ...entries.map(({ json }) => json),
  ]);
}

export function unpackEntries(text: string): SavedRun['entries'] {
  const [ids = '[]', ...texts] = unpackTexts(text);
  const list: unknown = JSON.parse(ids);
  if (!Array.isArray(list)) throw new Error('the ids of entries are a list');
  return texts.map((json, index) => ({ id: Number(list[index]), json }));
}

/** The kept parts of a change's events as one text, in pieces; where nothing is kept, none. */
export function packEvents(
  events: readonly EventDraft[],
  how: { readonly mode: RecordMode; readonly hashOf: (payload: Text) => string },
): readonly string[] {
  return how.mode === 'none' ? [] : packedPieces(keptTexts(events, how));
}

/** The stored parts of an event besides the clear ones. */
export type Kept = Partial<Pick<StoredEvent, 'label' | 'payload' | 'payloadHash'>>;

/**
 * The texts to seal for events that are stored together. A label may name readers that were
 * computed from data: it is kept where the payload is, and nowhere else.
 */
function keptTexts(
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

/** The stored parts of one of the events. Throws where the texts do not contain it. */
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
