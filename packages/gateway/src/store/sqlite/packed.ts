import { packedPieces, unpackTexts } from '../sealed/texts.ts';
import type { EventDraft, RecordMode, RunChange, SavedRun } from '../store.ts';
import type { Text } from '../text.ts';
import { keptTexts } from './kept.ts';

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
