import { readsExactly } from '../../history/json/json.ts';
import type { ModelReply } from '../../model/chat-model.ts';

/** Every decimal number with so many digits comes back from JavaScript as it was. */
const keptDigits = 15;

/**
 * True if a value that somebody else has parsed may hold another number than was written: a whole
 * number that is too large, or one with more digits than are sure to be kept.
 */
export function mayBeRounded(value: unknown): boolean {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return true;
    if (Number.isInteger(value)) return !Number.isSafeInteger(value);
    const [digits = ''] = String(Math.abs(value)).split('e');
    return digits.replace('.', '').replace(/^0+/, '').length > keptDigits;
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(mayBeRounded);
}

/** Marks the calls of a reply that a framework changes, for it gives its tools parsed arguments. */
export function withRounded(reply: ModelReply): ModelReply {
  const calls = reply.calls.map((call) =>
    readsExactly(call.args) ? call : { ...call, isRounded: true },
  );
  return { ...reply, calls };
}
