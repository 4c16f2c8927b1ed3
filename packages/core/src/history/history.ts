import { SluiceError } from '../errors.ts';
import type { LabelledTool, Message } from './message.ts';
import { Trunk } from './trunk.ts';

let trunkOf: (history: History) => Trunk;

/**
 * The ordered messages of one agent run and the tools declared in it. Append-only: a history that
 * someone holds never changes, and its successors share its messages.
 */
export class History {
  static {
    trunkOf = (history) => history.#trunk;
  }

  readonly length: number;
  readonly #trunk: Trunk;
  #messages: readonly Message[] | undefined;

  /** Shows the first `length` messages of a trunk. */
  private constructor(trunk: Trunk, length: number) {
    this.#trunk = trunk;
    this.length = length;
    Object.freeze(this);
  }

  /** Throws `history-invalid` where two calls have one id, `limit-exceeded` past the limit. */
  static of(tools: readonly LabelledTool[], messages: readonly Message[] = []): History {
    const trunk = new Trunk(Object.freeze([...tools]));
    trunk.push(messages);
    return new History(trunk, trunk.length);
  }

  get tools(): readonly LabelledTool[] {
    return this.#trunk.tools;
  }

  /** All messages; what needs only the newest takes `from`. */
  get messages(): readonly Message[] {
    this.#messages ??= Object.freeze(this.#trunk.slice(0, this.length));
    return this.#messages;
  }

  /** The message at an index of at least 0. */
  at(index: number): Message | undefined {
    return index < this.length ? this.#trunk.at(index) : undefined;
  }

  /** The messages from an index on. */
  from(start: number): readonly Message[] {
    return this.#trunk.slice(start, this.length);
  }

  /** Throws `history-invalid` where two calls have one id, `limit-exceeded` past the limit. */
  append(...messages: readonly Message[]): History {
    if (messages.length === 0) return this;
    // Where the trunk has grown past this history, another one has been appended to it already.
    const trunk = this.#trunk.length === this.length ? this.#trunk : copied(this);
    trunk.push(messages);
    return new History(trunk, trunk.length);
  }

  /** The first `length` messages: what stood there before a later message was made. */
  upTo(length: number): History {
    return length < this.length ? new History(this.#trunk, length) : this;
  }

  /** Whether it has all messages of another one at its beginning, by sharing them. */
  continues(other: History): boolean {
    return this.#trunk === other.#trunk && this.length >= other.length;
  }

  /**
   * The same history with message `index` replaced: only the monitor lowers a label, and audits it.
   * Throws `history-invalid` where there is no such message or its role differs.
   */
  with(index: number, message: Message): History {
    if (this.messages[index]?.role !== message.role) {
      throw new SluiceError(
        'history-invalid',
        'a message is replaced by one of its own role only',
        {
          hint: 'pass the index of the message that the new one stands for',
        },
      );
    }
    return History.of(this.tools, this.messages.with(index, message));
  }
}

function copied(history: History): Trunk {
  const trunk = new Trunk(history.tools);
  trunk.push(history.messages);
  return trunk;
}

/**
 * Remembers what was made of a history, as long as somebody holds it or a successor: `make` gets
 * one value for all histories that share their messages, to be extended by the new ones.
 */
export class ByTrunk<Kept> {
  readonly #kept = new WeakMap<Trunk, Kept>();
  readonly #make: (history: History) => Kept;

  constructor(make: (history: History) => Kept) {
    this.#make = make;
  }

  of(history: History): Kept {
    const trunk = trunkOf(history);
    const known = this.#kept.get(trunk);
    if (known !== undefined) return known;
    const kept = this.#make(history);
    this.#kept.set(trunk, kept);
    return kept;
  }
}
