import type { Store } from '../../store/store.ts';

/** Tells those who listen that a question of their tenant was put, answered or ended. */
export class Changes {
  readonly #listening = new Set<Listener>();
  /** Nobody is to listen any more: the process ends. */
  isClosed = false;

  /** `tenant` `undefined`: every tenant. Gives the function that stops it. */
  listen(tenant: string | undefined, onChange: () => void): () => void {
    const listener = { tenant, onChange };
    this.#listening.add(listener);
    return () => void this.#listening.delete(listener);
  }

  tell(changed: string): void {
    for (const { tenant, onChange } of this.#listening) {
      if (tenant === undefined || tenant === changed) onChange();
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { onChange } of this.#listening) onChange();
    this.#listening.clear();
  }
}

interface Listener {
  readonly tenant: string | undefined;
  readonly onChange: () => void;
}

/** The same store, which tells when something of its questions has changed. */
export function telling(store: Store, changes: Changes): Store {
  const { questions } = store;
  const tellOf = async (id: string): Promise<void> => {
    const tenant = (await questions.get(id))?.tenant;
    if (tenant !== undefined) changes.tell(tenant);
  };
  return {
    ...store,
    commit: async (change) => {
      await store.commit(change);
      if (change.questions.length > 0) changes.tell(change.tenant);
    },
    questions: {
      ...questions,
      answer: async (answer) => {
        const after = await questions.answer(answer);
        if (after !== undefined) changes.tell(after.tenant);
        return after;
      },
      use: async (id, atMs) => {
        const isUsed = await questions.use(id, atMs);
        if (isUsed) await tellOf(id);
        return isUsed;
      },
      withdraw: async (id, atMs) => {
        const isWithdrawn = await questions.withdraw(id, atMs);
        if (isWithdrawn) await tellOf(id);
        return isWithdrawn;
      },
      expire: async (atMs) => {
        const expired = await questions.expire(atMs);
        for (const tenant of new Set(expired.map((each) => each.tenant))) changes.tell(tenant);
        return expired;
      },
    },
  };
}
