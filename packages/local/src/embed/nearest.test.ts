import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Embedder } from '../port/embedder.ts';
import { nearestSearch } from './nearest.ts';
import { dot, unitVector } from './unit-vector.ts';

const { signal } = new AbortController();

/** Counts the letters a, b and c; remembers what it was asked. */
function counting(): Embedder & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    model: 'counting',
    asked,
    embed: async (text) => {
      asked.push(text);
      const counts = ['a', 'b', 'c'].map((letter) => text.split(letter).length - 1);
      const vector = unitVector(counts);
      if (vector === undefined) throw new Error('there is none of these letters');
      return vector;
    },
  };
}

const items = [
  { id: 'b', text: 'bbb' },
  { id: 'a', text: 'aab' },
  { id: 'twin', text: 'aabaab' },
  { id: 'c', text: 'c' },
];

describe('the nearest items', () => {
  test.each([
    ['a', ['a', 'twin', 'b', 'c']],
    ['bb', ['b', 'a', 'twin', 'c']],
    ['ccb', ['c', 'b', 'a', 'twin']],
  ])('to %s', async (query, ids) => {
    const search = await nearestSearch(items, counting(), { signal });
    expect((await search(query, { signal })).map(({ id }) => id)).toEqual(ids);
  });

  test('each item is embedded once', async () => {
    const embedder = counting();
    const search = await nearestSearch(items, embedder, { signal });
    await search('a', { signal });
    await search('b', { signal });
    expect(embedder.asked).toEqual([...items.map(({ text }) => text), 'a', 'b']);
  });

  test('an item or a query that cannot be placed is an error', async () => {
    const none = [...items, { id: 'none', text: 'x' }];
    await expect(nearestSearch(none, counting(), { signal })).rejects.toThrow('none of these');
    const search = await nearestSearch(items, counting(), { signal });
    await expect(search('x', { signal })).rejects.toThrow('none of these');
  });
});

describe('vectors of length 1', () => {
  test('point where they did', () => {
    const vectors = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(vectors, (vector) => {
        const unit = unitVector(vector);
        if (vector.every((value) => value === 0)) return unit === undefined;
        const length = Math.hypot(...vector);
        return unit?.every((value, at) => Math.abs(value * length - (vector[at] ?? 0)) < 0.01);
      }),
    );
  });

  test.each([[[]], [[0, 0]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY]]])(
    'there is none of %j',
    (vector) => expect(unitVector(vector)).toBeUndefined(),
  );

  test('vectors of two models have no cosine', () => {
    expect(() => dot(new Float32Array(2), new Float32Array(3))).toThrow(RangeError);
  });
});
