import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('what was not used for longest is forgotten first', () => {
  const recent = new Recent<number>({ entriesMax: 2 });
  recent.getOrMake('a', () => 1);
  recent.getOrMake('b', () => 2);
  expect(recent.get('a')).toBe(1);
  recent.getOrMake('c', () => 3);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  expect(recent.getOrMake('a', () => 9)).toBe(1);
});
