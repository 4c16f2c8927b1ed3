import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shrink } from './shrink.ts';

const items = Array.from({ length: 14 }, (_, at) => at);

/** Asks whether a list holds all of one of these sets, and notes what was asked. */
function sufficesWith(...sets: readonly (readonly number[])[]) {
  const asked: string[] = [];
  const suffices = (some: readonly number[]): Promise<boolean> => {
    asked.push(some.join());
    return Promise.resolve(sets.some((set) => set.every((item) => some.includes(item))));
  };
  return { asked, suffices };
}

test('what is left suffices, and none of it can be left out', async () => {
  const sets = fc.array(fc.subarray(items, { minLength: 1 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(sets, fc.shuffledSubarray(items, { minLength: 14 }), async (some, order) => {
      const { suffices } = sufficesWith(...some);
      const left = await shrink(order, suffices);
      expect(await suffices(left)).toBe(true);
      for (const item of left) {
        expect(await suffices(left.filter((other) => other !== item))).toBe(false);
      }
    }),
  );
});

test('without monotony what is left was asked about, or is everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.boolean()), async (answers) => {
      const passed = new Set([items.join()]);
      const left = await shrink(items, (some) => {
        const answer = answers.next().value === true;
        if (answer) passed.add(some.join());
        return Promise.resolve(answer);
      });
      expect(passed).toContain(left.join());
    }),
  );
});

describe('what it asks', () => {
  test.each([
    ['nothing is needed', [], 1],
    ['the most important is needed', [0], 2],
    ['the three most important are needed', [0, 1, 2], 7],
    ['the least important is needed', [13], 12],
    ['two far apart are needed', [3, 12], 17],
    ['all are needed', items, 21],
  ])('where %s', async (_, needed, atMost) => {
    const { asked, suffices } = sufficesWith(needed);
    expect(await shrink(items, suffices)).toEqual(needed);
    expect(asked.length).toBeLessThanOrEqual(atMost);
  });

  test('of no items nothing', async () => {
    const { asked, suffices } = sufficesWith([]);
    expect(await shrink([], suffices)).toEqual([]);
    expect(asked).toEqual([]);
  });
});
