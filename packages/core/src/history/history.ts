import { SluiceError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { LabelledTool, Message } from './message.ts';

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

  /** True if it begins with all messages of another one, by sharing them. */
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

/**
 * The messages that a history shares with its successors. They are only ever added to at the end,
 * so what was made of the first so many messages of a trunk stays true.
 */
class Trunk {
  readonly tools: readonly LabelledTool[];
  readonly #messages: Message[] = [];
  readonly #callIds: Set<string> = new Set();

  constructor(tools: readonly LabelledTool[]) {
    this.tools = tools;
  }

  get length(): number {
    return this.#messages.length;
  }

  /** The message at an index, which counts from 0. */
  at(index: number): Message | undefined {
    return this.#messages[index];
  }

  /** The messages from `start` to `end`, exclusive, in an array of their own. */
  slice(start: number, end: number): Message[] {
    return this.#messages.slice(start, end);
  }

  /**
   * Throws `history-invalid` where two calls have one id, `limit-exceeded` past the limit. Then
   * nothing has been added.
   */
  push(messages: readonly Message[]): void {
    if (this.length + messages.length > limits.historyMessagesMax) throw tooLong();
    const fresh = messages.flatMap(callIds);
    const isRepeated = new Set(fresh).size < fresh.length;
    if (isRepeated || fresh.some((id) => this.#callIds.has(id))) throw repeatedId();
    for (const id of fresh) this.#callIds.add(id);
    for (const message of messages) this.#messages.push(message);
  }
}

function callIds(message: Message): readonly string[] {
  return message.role === 'assistant' ? message.calls.map((call) => call.id) : [];
}

/** Ids are minted by us, so a repeated one is a mistake, or somebody's forgery. */
function repeatedId(): SluiceError {
  return new SluiceError('history-invalid', 'two calls of the history have one id', {
    hint: 'mint a new id for every call',
  });
}

function tooLong(): SluiceError {
  return new SluiceError('limit-exceeded', 'the history has too many messages', {
    hint: `start a new run after at most ${limits.historyMessagesMax} messages`,
  });
}
