import type { PlainCall } from '@sluice/core';
import { plainId } from '../marks.ts';

export interface OpenCall extends PlainCall {
  /** The id that its client sent. */
  readonly given: string | undefined;
}

/** The call that a result answers; `isSure`: false where it may answer another one, too. */
export interface Answered extends Pick<PlainCall, 'id' | 'tool'> {
  readonly isSure: boolean;
}

interface Queue {
  readonly calls: OpenCall[];
  next: number;
}

/** Calls whose results have not come yet. Each is found without a look at the others. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>();
  /** By what a result may say of its call. */
  readonly #queues = new Map<string, Queue>();
  /** Tools that were called with several arguments. */
  readonly #mixed = new Set<string>();

  get size(): number {
    return this.#open.size;
  }

  add(call: OpenCall): void {
    const { id, given, tool, args } = call;
    const [before = call] = this.#queues.get(`of ${tool}`)?.calls ?? [];
    if (before.args !== args) this.#mixed.add(tool);
    this.#open.add(call);
    this.#queue(`id ${id}`, call);
    if (given !== undefined && given !== id) this.#queue(`id ${given}`, call);
    this.#queue(`of ${tool}`, call);
    if (given === undefined) this.#queue(`bare ${tool}`, call);
  }

  /**
   * By its id; where it or the call has none, the first call of that name: some clients send such
   * results in the order in which they came.
   */
  answer(id: string | undefined, name: string | undefined): Answered | undefined {
    const byId = id === undefined ? undefined : (this.#first(`id ${id}`) ?? this.#plain(id));
    const call = byId ?? this.#first(`${id === undefined ? 'of' : 'bare'} ${name}`);
    if (call === undefined) return undefined;
    const isSure = byId !== undefined || !this.#mixed.has(call.tool);
    this.#open.delete(call);
    if (this.#open.size === 0) {
      this.#queues.clear();
      this.#mixed.clear();
    }
    return { id: call.id, tool: call.tool, isSure };
  }

  #plain(id: string): OpenCall | undefined {
    return this.#first(`id ${plainId(id)}`);
  }

  #queue(key: string, call: OpenCall): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, { calls: [call], next: 0 });
    else queue.calls.push(call);
  }

  #first(key: string): OpenCall | undefined {
    const queue = this.#queues.get(key);
    if (queue === undefined) return undefined;
    while (queue.next < queue.calls.length) {
      const call = queue.calls[queue.next];
      if (call !== undefined && this.#open.has(call)) return call;
      queue.next += 1;
    }
    return undefined;
  }
}
