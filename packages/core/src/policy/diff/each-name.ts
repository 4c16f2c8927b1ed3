import { canonicalPath, readPath, unmarked } from '../path/path.ts';

/** Each name of a union by itself: what one of them finds says nothing of another. */
export function eachName(written: string): readonly string[] {
  const { text, ofKey } = unmarked(written);
  const read = readPath(text);
  if (read.kind !== 'path') return [written];
  const { steps, selectors } = read.path;
  const texts = steps.reduce<readonly string[]>(
    (begun, { descends }, at) =>
      begun.flatMap((start) =>
        (selectors[at] ?? []).map((selector) => `${start}${descends ? '..' : ''}[${selector}]`),
      ),
    ['$'],
  );
  return texts.map((each) => canonicalPath(ofKey ? `${each}~` : each));
}
