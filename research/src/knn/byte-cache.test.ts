import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteCache } from './datastore.ts';

function cacheOf(bytesMax: number): ByteCache<number> {
  return new ByteCache({ bytesMax, sizeOf: (value) => value });
}

test('what was used longest ago goes first', () => {
  const cache = cacheOf(10);
  cache.set('a', 4);
  cache.set('b', 4);
  cache.get('a');
  cache.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([4, undefined, 4]);
});

test('what is larger than all of it is not kept, and displaces nothing', () => {
  const cache = cacheOf(10);
  cache.set('a', 4);
  cache.set('b', 11);
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual([4, undefined, 4]);
});

test('its bytes are those of its values, and never more than the bound', () => {
  const use = fc.tuple(
    fc.constantFrom('get', 'set'),
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.nat(12),
  );
  fc.assert(
    fc.property(fc.array(use), (uses) => {
      const cache = cacheOf(20);
      for (const [what, key, value] of uses) {
        if (what === 'set') cache.set(key, value);
        const found = cache.get(key);
        expect(cache.bytes).toBeLessThanOrEqual(20);
        expect(found).toBe(what === 'set' ? value : found);
      }
      const kept = ['a', 'b', 'c', 'd'].map((key) => cache.get(key) ?? 0);
      expect(cache.bytes).toBe(kept.reduce((sum, value) => sum + value, 0));
    }),
  );
});
