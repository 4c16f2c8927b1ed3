import type { TextRegion } from './corpus.ts';

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;
const daysMax = 7;

/** The region with the day that is nearest to a day, a week away at most: `the day after`. */
export function daySource(text: string, guarded: readonly TextRegion[]): TextRegion | undefined {
  if (!dayForm.test(text)) return undefined;
  const near = guarded
    .filter((region) => dayForm.test(region.text))
    .map((region) => ({
      region,
      days: Math.abs(Date.parse(region.text) - Date.parse(text)) / dayMs,
    }))
    .filter(({ days }) => days <= daysMax)
    .toSorted((a, b) => a.days - b.days);
  return near[0]?.region;
}
