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
  /** As the server is given it, where that differs. */
  sent?: Readonly<Record<string, unknown>>;
  /** True once the server has it. */
  isSent: boolean;
}

/** The requests of a client that have no answer yet. */
export class Pending {
  readonly #waiting: Map<Id, Waiting> = new Map();
  readonly #cancelled: Set<Id> = new Set();

  get isFull(): boolean {
    return this.#waiting.size >= mcpLimits.pendingMax;
  }

  get all(): readonly Waiting[] {
    return [...this.#waiting.values()];
  }

  add(request: Request): Waiting {
    const abort = new AbortController();
    const waiting: Waiting = { request, abort, call: undefined, isSent: false };
    this.#waiting.set(request.id, waiting);
    return waiting;
  }

  /** False: it was answered, or taken back; another may have its id since. */
  has(waiting: Waiting): boolean {
    return this.#waiting.get(waiting.request.id) === waiting;
  }

  /** True if this id is of a request without an answer, wanted or not. */
  isInUse(id: Id): boolean {
    return this.#waiting.has(id) || this.#cancelled.has(id);
  }

  /** The client does not want the answer. A server may give one, or never. */
  cancel(waiting: Waiting): void {
    const { id } = waiting.request;
    waiting.abort.abort();
    if (!this.close(waiting) || !waiting.isSent) return;
    this.#cancelled.add(id);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size > mcpLimits.cancelledMax && oldest !== undefined) {
      this.#cancelled.delete(oldest);
    }
  }

  /** True if this is the late reply to a request that was cancelled. */
  wasCancelled(id: Id): boolean {
    return this.#cancelled.delete(id);
  }

  /** False: it was answered already, or the client took it back. */
  close(waiting: Waiting): boolean {
    return this.has(waiting) && this.end(waiting.request.id);
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
