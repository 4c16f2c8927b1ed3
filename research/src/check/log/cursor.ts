import { isOf, type EventOf, type EventType, type LogEvent } from './event.ts';

/** The record tells what the derivation cannot follow. */
export class Lost extends Error {
  override readonly name = 'Lost';
  /** `undefined`: the record ends where something had to come. */
  readonly event: LogEvent | undefined;

  constructor(event: LogEvent | undefined) {
    super('the record cannot be followed');
    this.event = event;
  }
}

/** The events of a run, one after the other. */
export class Cursor {
  readonly #events: readonly LogEvent[];
  #at = 0;

  constructor(events: readonly LogEvent[]) {
    this.#events = events;
  }

  get next(): LogEvent | undefined {
    return this.#events[this.#at];
  }

  get last(): LogEvent | undefined {
    return this.#events[this.#at - 1];
  }

  get rest(): readonly LogEvent[] {
    return this.#events.slice(this.#at);
  }

  take(): LogEvent | undefined {
    const event = this.next;
    this.#at += 1;
    return event;
  }

  /** Throws `Lost` where the next event is another one, which stays. */
  expect<Type extends EventType>(type: Type): EventOf<Type> {
    const event = this.next;
    if (!isOf(event, type)) throw new Lost(event);
    this.#at += 1;
    return event;
  }
}
