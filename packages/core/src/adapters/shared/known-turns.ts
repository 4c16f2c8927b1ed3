import { SluiceError } from '../../errors.ts';
import { canonicalJson } from '../../history/json/canonical.ts';
import type { PlainMessage } from '../../history/plain.ts';

/**
 * The system and user turns that one guard was shown: enough to tell the beginning of a second
 * conversation, which would start with the labels of the first.
 */
export class KnownTurns {
  readonly #keys: Set<string> = new Set();

  /**
   * Throws `history-invalid` where all there is, besides the known system prompt, is one user turn
   * that is not known. Anything more may be a history that was cut or summarised: that raises
   * labels, and a guard of its own would lower them.
   */
  check(messages: readonly PlainMessage[]): void {
    if (this.#keys.size === 0) return;
    const fresh = messages.filter((message) => !this.#keys.has(keyOf(message)));
    const begins =
      fresh.length === 1 &&
      fresh[0]?.role === 'user' &&
      messages.every((message) => message.role === 'system' || message === fresh[0]);
    if (!begins) return;
    throw new SluiceError('history-invalid', 'a second conversation begins on this guard', {
      hint: 'make a guard for each conversation; where this one goes on, send its messages too',
    });
  }

  /** Takes over what a model call was answered for. */
  add(messages: readonly PlainMessage[]): void {
    for (const message of messages) {
      if (message.role === 'system' || message.role === 'user') this.#keys.add(keyOf(message));
    }
  }
}

function keyOf(message: PlainMessage): string {
  return canonicalJson(message);
}
