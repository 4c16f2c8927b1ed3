/** Runs what it is given one after another, in the order in which it was given. */
export function serially(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const before = last;
    const mine = (async () => {
      await before;
      return await work();
    })();
    // The next one waits for this one's end, whichever it is.
    last = mine.catch(() => undefined);
    return await mine;
  };
}
