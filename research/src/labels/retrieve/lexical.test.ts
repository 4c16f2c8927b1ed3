import { expect, test } from 'vitest';
import { lexicalSearch } from './lexical.ts';

const items = [
  { id: 'tram', text: 'The tram of line nine stopped on the bridge.' },
  { id: 'bridge', text: 'The bridge over the river was painted.' },
  { id: 'long', text: `The bridge ${'and the town '.repeat(30)} and the river.` },
];

test.each([
  ['where did the tram stop?', 'tram'],
  ['who painted the bridge?', 'bridge'],
  ['river bridge', 'bridge'],
  ['nothing of all that', 'tram'],
])('%s', (query, first) => {
  const found = lexicalSearch(items)(query);
  expect(found[0]?.id).toBe(first);
  expect(found).toHaveLength(items.length);
});
