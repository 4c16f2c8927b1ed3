import { packTexts, unpackTexts } from '../sealed/texts.ts';
import type { EventDraft, RecordMode, RunChange } from '../store.ts';
import { keptTexts } from './kept.ts';

type Entries = RunChange['entries'];

/** The entries of a change as one text. */
export function packEntries(entries: Entries): string {
  return packTexts([
    JSON.stringify(entries.map(({ id }) => id)),
    ...entries.map(({ json }) => json),
  ]);
}

export function unpackEntries(text: string): Entries {
  const [ids = '[]', ...texts] = unpackTexts(text);
  const list: unknown = JSON.parse(ids);
  if (!Array.isArray(list)) throw new Error('the ids of entries are a list');
  return texts.map((json, index) => ({ id: Number(list[index]), json }));
}

/** The kept parts of a change's events as one text; where nothing is kept, none. */
export function packEvents(
  events: readonly EventDraft[],
  how: { readonly mode: RecordMode; readonly hashOf: (payload: string) => string },
): string {
  return how.mode === 'none' ? '' : packTexts(keptTexts(events, how));
}
