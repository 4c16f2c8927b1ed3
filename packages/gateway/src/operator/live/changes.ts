import type { Store } from '../../store/store.ts';

/** Tells those who listen that a question was put, answered, or ended; never which. */
export class Changes {
  readonly #listening = new Set<() => void>();
  /** Nobody is to listen any more: the process ends. */
  isClosed = false;

  /** Gives the function that stops it. */
  listen(onChange: () => void): () => void {
    this.#listening.add(onChange);
    return () => void this.#listening.delete(onChange);
  }

  tell(): void {
    for (const onChange of this.#listening) onChange();
  }

  close(): void {
    this.isClosed = true;
    this.tell();
    this.#listening.clear();
  }
}

/** The same store, which tells when something of its questions has changed. */
export function telling(store: Store, changes: Changes): Store {
  const { questions } = store;
  const told = <Result>(result: Result, isChange: boolean): Result => {
    if (isChange) changes.tell();
    return result;
  };
  return {
    ...store,
    commit: async (change) => {
      await store.commit(change);
      told(undefined, change.questions.length > 0);
    },
    questions: {
      ...questions,
      answer: async (answer) => {
        const after = await questions.answer(answer);
        return told(after, after !== undefined);
      },
      use: async (id, atMs) => {
        const isUsed = await questions.use(id, atMs);
        return told(isUsed, isUsed);
      },
      withdraw: async (id, atMs) => {
        const isWithdrawn = await questions.withdraw(id, atMs);
        return told(isWithdrawn, isWithdrawn);
      },
      expire: async (atMs) => {
        const expired = await questions.expire(atMs);
        return told(expired, expired.length > 0);
      },
    },
  };
}
