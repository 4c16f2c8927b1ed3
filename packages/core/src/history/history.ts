import { SluiceError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { LabelledTool, Message } from './message.ts';

/**
 * The ordered messages of one agent run and the tools declared in it. Append-only: a history that
 * someone holds never changes, and its successors share its messages.
 */
export class History {
  readonly tools: readonly LabelledTool[];
  readonly messages: readonly Message[];

  private constructor(tools: readonly LabelledTool[], messages: readonly Message[]) {
    if (messages.length > limits.historyMessagesMax) {
      throw new SluiceError('limit-exceeded', 'the history has too many messages', {
        hint: `start a new run after at most ${limits.historyMessagesMax} messages`,
      });
    }
    this.tools = tools;
    this.messages = messages;
    Object.freeze(this);
  }

  /** Throws `history-invalid` where two calls have one id, `limit-exceeded` past the limit. */
  static of(tools: readonly LabelledTool[], messages: readonly Message[] = []): History {
    return new History(Object.freeze([...tools]), []).append(...messages);
  }

  get length(): number {
    return this.messages.length;
  }

  /** Throws `history-invalid` where two calls have one id, `limit-exceeded` past the limit. */
  append(...messages: readonly Message[]): History {
    const all = Object.freeze([...this.messages, ...messages]);
    if (messages.some((message) => callIds(message).length > 0)) checkCallIds(all);
    return new History(this.tools, all);
  }

  /** The first `length` messages: what stood there before a later message was made. */
  upTo(length: number): History {
    return new History(this.tools, Object.freeze(this.messages.slice(0, length)));
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
    const all = Object.freeze(this.messages.with(index, message));
    checkCallIds(all);
    return new History(this.tools, all);
  }
}

/** Ids are minted by us, so a repeated one is a mistake, or somebody's forgery. */
function checkCallIds(messages: readonly Message[]): void {
  const ids = messages.flatMap(callIds);
  if (new Set(ids).size === ids.length) return;
  throw new SluiceError('history-invalid', 'two calls of the history have one id', {
    hint: 'mint a new id for every call',
  });
}

function callIds(message: Message): readonly string[] {
  return message.role === 'assistant' ? message.calls.map((call) => call.id) : [];
}
