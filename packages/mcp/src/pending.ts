import { fieldsOf } from './fields.ts';
import { mcpLimits } from './limits.ts';
import type { Id, Request } from './message.ts';
import type { Checked } from './sinks.ts';

export interface Waiting {
  readonly request: Request;
  /** Aborts where the client does not wait any more. */
  readonly abort: AbortController;
  /** The call that it makes, once it was checked. */
  call: Checked | undefined;
  /** True once the server has it. */
  isSent: boolean;
}

/** The requests of a client that have no answer yet. */
export class Pending {
  readonly #waiting: Map<Id, Waiting> = new Map();

  get isFull(): boolean {
    return this.#waiting.size >= mcpLimits.pendingMax;
  }

  get ids(): readonly Id[] {
    return [...this.#waiting.keys()];
  }

  add(request: Request): Waiting {
    const abort = new AbortController();
    const waiting: Waiting = { request, abort, call: undefined, isSent: false };
    this.#waiting.set(request.id, waiting);
    return waiting;
  }

  get(id: Id | undefined): Waiting | undefined {
    return id === undefined ? undefined : this.#waiting.get(id);
  }

  /** False: it was answered already, or the client took it back. */
  end(id: Id): boolean {
    return this.#waiting.delete(id);
  }

  abortAll(): void {
    for (const { abort } of this.#waiting.values()) abort.abort();
  }

  byToken(token: unknown): Id | undefined {
    const isOf = ({ request: { params } }: Waiting): boolean =>
      fieldsOf(params['_meta'])['progressToken'] === token;
    return [...this.#waiting.values()].find(isOf)?.request.id;
  }

  /** Which request a message without a token belongs to is not told: the last is the likeliest. */
  latest(): Id | undefined {
    return [...this.#waiting.values()].findLast(({ isSent }) => isSent)?.request.id;
  }
}
