import { describe, expect, test } from 'vitest';
import { cachedPath } from '../weights/cache.ts';
import { nearestSearch } from './nearest.ts';
import { openEmbedder } from './open-embedder.ts';

const { signal } = new AbortController();
const path = cachedPath('all-minilm-l6-v2');

describe.skipIf(path === undefined)('all-minilm-l6-v2', () => {
  test('finds what is meant, where no word is shared', async () => {
    await using embedder = await openEmbedder({ path: path ?? '', threads: 1 });
    const items = [
      { id: 'tram', text: 'Line nine stopped on the bridge, and passengers had to walk.' },
      { id: 'bakery', text: 'Fresh bread is sold from half past six in Corn Street.' },
      { id: 'vote', text: 'The council voted to raise the dog tax by ten per cent.' },
    ];
    const search = await nearestSearch(items, embedder, { signal });
    const first = async (query: string): Promise<string | undefined> =>
      (await search(query, { signal }))[0]?.id;
    expect(await first('Where can I buy rolls in the morning?')).toBe('bakery');
    expect(await first('How did people get home when the tramway broke down?')).toBe('tram');
    expect(await first('What do owners of pets have to pay?')).toBe('vote');
  });
});
