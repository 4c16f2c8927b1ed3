import { atomsOfWhole, type Atom } from '../atoms.ts';
import { fold } from '../fold.ts';
import type { IndexedRegion } from '../lineage-index.ts';

const dayMs = 86_400_000;
const daysMax = 7;
const prefix = 'date:';

/** The region whose day is nearest to a day, a week away at most: `the day after`. */
export function daySource(
  text: string,
  guarded: readonly IndexedRegion[],
): IndexedRegion | undefined {
  const wanted = datesOf(atomsOfWhole(fold(text)));
  if (wanted.length === 0) return undefined;
  let [nearest, least]: [IndexedRegion | undefined, number] = [undefined, Infinity];
  for (const region of guarded) {
    const apart = datesOf(region.index.readings).flatMap((ms) =>
      wanted.map((own) => Math.abs(ms - own) / dayMs),
    );
    const days = Math.min(...apart);
    if (days <= daysMax && days < least) [nearest, least] = [region, days];
  }
  return nearest;
}

function datesOf(readings: readonly Atom[]): readonly number[] {
  const dates = readings.filter((each) => each.startsWith(prefix));
  return dates.map((each) => {
    const [year = 0, month = 1, day = 1] = each.slice(prefix.length).split('-').map(Number);
    return Date.UTC(year, month - 1, day);
  });
}
