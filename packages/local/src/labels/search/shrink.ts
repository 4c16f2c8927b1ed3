/** True if what a list stands for still suffices. */
export type Suffices<Item> = (items: readonly Item[]) => Promise<boolean>;

/**
 * A minimal part of `items` that suffices, given that all of them do: none of it can be left out.
 * Items stand most important first. The first cut doubles from the front, for where the order is
 * right few items are needed; what is left is taken away from the back in chunks that double as
 * long as that works (delta debugging), so that a wrong order costs a logarithm and not a pass.
 * Whatever `suffices` is, what comes out was asked about and sufficed, or is all of `items`.
 */
export async function shrink<Item>(
  items: readonly Item[],
  suffices: Suffices<Item>,
): Promise<readonly Item[]> {
  const kept: Item[] = [];
  let rest = items;
  let cut = fromFront;
  for (;;) {
    const candidates = rest;
    const count = await cut(candidates.length, (many) =>
      suffices([...candidates.slice(0, many), ...kept]),
    );
    const last = candidates[count - 1];
    // With none of the candidates what is kept suffices.
    if (last === undefined) return kept;
    // One fewer did not suffice: the last one is needed.
    kept.unshift(last);
    rest = candidates.slice(0, count - 1);
    cut = fromBack;
  }
}

type Test = (count: number) => Promise<boolean>;

/** The least count that passes, given that `most` does; tries 0, 1, 2, 4, ... first. */
async function fromFront(most: number, test: Test): Promise<number> {
  let failed = -1;
  for (let count = 0; count < most; count = count === 0 ? 1 : count * 2) {
    if (await test(count)) return bisect({ failed, passed: count }, test);
    failed = count;
  }
  return bisect({ failed, passed: most }, test);
}

/** The same; takes away 1, 2, 4, ... first. */
async function fromBack(most: number, test: Test): Promise<number> {
  let passed = most;
  for (let chunk = 1; passed > 0; chunk *= 2) {
    const count = Math.max(0, passed - chunk);
    if (!(await test(count))) return bisect({ failed: count, passed }, test);
    passed = count;
  }
  return 0;
}

async function bisect(
  { failed, passed }: { readonly failed: number; readonly passed: number },
  test: Test,
): Promise<number> {
  if (passed - failed <= 1) return passed;
  const middle = Math.floor((failed + passed) / 2);
  return (await test(middle))
    ? bisect({ failed, passed: middle }, test)
    : bisect({ failed: middle, passed }, test);
}
