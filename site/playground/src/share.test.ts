import fc from 'fast-check';
import { expect, test } from 'vitest';
import { read, written, type Shared } from './share.ts';

const text = fc.string({ unit: 'binary', maxLength: 200 });
const attack = fc.record({
  result: fc.nat(9),
  field: text,
  words: text,
  tool: text,
  args: fc.dictionary(fc.constantFrom('a', 'b'), text).map((each) => ({ ...each })),
});
const shared = fc.record({
  policy: text,
  conversation: text,
  way: text,
  attack: fc.option(attack, { nil: undefined }),
});

test('a link holds all of it', async () => {
  const check = async (value: Shared): Promise<void> => {
    const hash = await written(value);
    expect(hash).toMatch(/^s=[\w-]+$/);
    expect(await read(`#${hash}`)).toEqual(value);
  };
  await fc.assert(fc.asyncProperty(shared, check), { numRuns: 200 });
});

test.each(['', '#', '#s=', '#s=%%%', '#s=AAAA', '#other', '#s=x y'])(
  'a part of an address that holds nothing is none: %s',
  async (hash) => {
    expect(await read(hash)).toBeUndefined();
  },
);

test('a small link that holds a text without end is none', async () => {
  const hash = await written({ policy: 'x'.repeat(5_000_000), conversation: '', way: '' });
  expect(hash.length).toBeLessThan(20_000);
  expect(await read(hash)).toBeUndefined();
});
