import { Inbox } from '../wire/inbox.ts';
import { codes, type Era } from '../wire/era.ts';
import { at, type Fields } from '../wire/message.ts';
import type { Call, Handler } from './call.ts';
import { defaults, defaultTools } from './defaults.ts';
import { refusalOf } from './refusal.ts';

/** Plays the server's part of one scenario, and keeps everything that arrived. */
export class Script {
  /** The only era that the server speaks. */
  era: Era;
  /** Streams on which the server may speak without being asked. */
  readonly streams = new Inbox<Call>();
  readonly calls = new Inbox<Call>();
  tools: readonly Fields[] = defaultTools;
  readonly #handlers = new Map<string, Handler>();
  readonly #open = new Set<Call>();

  constructor(era: Era) {
    this.era = era;
  }

  /** Replaces what the server does with one method. */
  on(method: string, handler: Handler): this {
    this.#handlers.set(method, handler);
    return this;
  }

  /** The next call of a method, or the one that already came. */
  next(method: string): Promise<Call> {
    return this.calls.take((call) => call.method === method);
  }

  /** The client's response to a request of the server. */
  response(id: string): Promise<Call> {
    return this.calls.take((call) => call.method === '' && at(call.message.fields, 'id') === id);
  }

  /** How many calls of a method have come. */
  count(method: string): number {
    return this.calls.all.filter((call) => call.method === method).length;
  }

  async handle(call: Call): Promise<void> {
    this.calls.put(call);
    this.#open.add(call);
    void call.gone.then(() => this.#open.delete(call));
    const handler = this.#handlers.get(call.method) ?? defaults[call.method];
    const refused = refusalOf(call, this.era);
    if (refused !== undefined) call.fail(refused);
    else if (handler !== undefined) await handler(call, this);
    else if (Object.hasOwn(call.message.fields, 'id') && call.method !== '')
      call.fail({ code: codes.noMethod, message: 'Method not found' });
    else call.status({ code: 202 });
  }

  /** Breaks what a scenario left open. */
  close(): void {
    for (const call of this.#open) call.hangUp();
    this.#open.clear();
  }
}
