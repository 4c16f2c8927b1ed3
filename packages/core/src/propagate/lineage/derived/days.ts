import { atomsOfWhole, type Atom } from '../atoms/atoms.ts';
import { fold } from '../text/fold.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import type { Work } from '../work.ts';

const dayMs = 86_400_000;
const daysMax = 7;
const prefix = 'date:';

interface Dated {
  readonly region: IndexedRegion;
  readonly ms: readonly number[];
}

/** The days that regions are as a whole. */
export class Days {
  readonly #dated: readonly Dated[];
  readonly #work: Work;

  constructor(guarded: readonly IndexedRegion[], work: Work) {
    this.#work = work;
    work.spend(guarded.length);
    this.#dated = guarded.flatMap((region) => {
      const ms = datesOf(region.index.readings);
      return ms.length === 0 ? [] : [{ region, ms }];
    });
  }

  /** The region whose day is nearest to a day, a week away at most: `the day after`. */
  sourceOf(text: string): IndexedRegion | undefined {
    const wanted = datesOf(atomsOfWhole(fold(text)));
    if (wanted.length === 0) return undefined;
    this.#work.spend(this.#dated.length * comparisonUnits);
    let [nearest, nearestDays]: [IndexedRegion | undefined, number] = [undefined, Infinity];
    for (const { region, ms } of this.#dated) {
      const days = Math.min(...ms.flatMap((each) => wanted.map((own) => apart(each, own))));
      if (days <= daysMax && days < nearestDays) [nearest, nearestDays] = [region, days];
    }
    return nearest;
  }
}

const comparisonUnits = 10;

function apart(one: number, other: number): number {
  return Math.abs(one - other) / dayMs;
}

function datesOf(readings: readonly Atom[]): readonly number[] {
  const dates = readings.filter((each) => each.startsWith(prefix));
  return dates.map((each) => {
    const [year = 0, month = 1, day = 1] = each.slice(prefix.length).split('-').map(Number);
    return Date.UTC(year, month - 1, day);
  });
}
