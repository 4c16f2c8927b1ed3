import { SluiceError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { LabelledTool, Message } from './message.ts';

/**
 * The messages that a history shares with its successors. They are only ever added to at the end,
 * so what was made of the first so many messages of a trunk stays true.
 */
export class Trunk {
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
