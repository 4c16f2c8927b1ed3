import type { History } from '../../history/history.ts';
import { regionsOf, type RegionEntry } from '../../history/regions.ts';

/**
 * What every step depends on: the turns of the system and the user. A span inside a turn that the
 * policy labels apart (a pasted mail) counts only where a value comes from it; a part that we do
 * not read (an image) counts always, for nothing can be traced to it.
 */
export function taskRegions(history: History): readonly RegionEntry[] {
  const { messages } = history;
  return regionsOf(history).filter(({ message, source }) => {
    const role = messages[message]?.role;
    if (role !== 'system' && role !== 'user') return false;
    return source.kind !== 'text' || source.region === source.content.root;
  });
}
