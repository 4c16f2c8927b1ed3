/** Does one piece of work after the other, whatever came of the one before. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  async do<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => {});
    return await mine;
  }
}
