import type { History } from '../history/history.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { ModelReply } from '../model/chat-model.ts';
import { redact } from '../redact/redact.ts';
import { isRecord } from '../history/record.ts';
import type { FailReason, Purpose } from './events.ts';
import type { Run } from './run.ts';
import { within } from '../model/within.ts';

export interface GenerateInput {
  readonly history: History;
  /** The view is what flows to it, and it is the label of whatever comes out. */
  readonly label: Label;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
  readonly onText?: ((delta: string) => void) | undefined;
}

export type Generated =
  | { readonly kind: 'generated'; readonly reply: ModelReply; readonly label: Label }
  | { readonly kind: 'failed'; readonly because: FailReason; readonly label: Label };

/**
 * The one place where a model is called: it is sent the redacted view and nothing else.
 * INVARIANT (noninterference): the reply is a function of the regions that flow to `label`.
 */
export async function generate(run: Run, input: GenerateInput): Promise<Generated> {
  const { history, label, purpose, onText } = input;
  const { model, structure, modelTimeoutMs = limits.modelTimeoutMsMax } = run.options;
  const view = redact(run.space, history, label, { structure });
  const outcome = await within({ timeoutMs: modelTimeoutMs, signal: input.signal }, (signal) =>
    model.generate({ view }, { signal, onText }),
  );
  if (outcome.kind === 'done' && isReply(outcome.value)) {
    const { text, calls, stop, usage } = outcome.value;
    const reply = { text, calls, stop, ...(usage && { usage }) };
    run.record({ type: 'generation-finished', purpose, label, reply });
    return { kind: 'generated', reply: outcome.value, label };
  }
  const failure = outcome.kind === 'failed' ? outcome.because : 'failed';
  const because = failure === 'failed' ? 'model-failed' : failure;
  run.record({ type: 'generation-failed', purpose, because });
  return { kind: 'failed', because, label };
}

/** A port is written by others: what is not a reply has said nothing. */
function isReply(value: unknown): value is ModelReply {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  const stop = value['stop'];
  const calls = value['calls'];
  if (stop !== 'complete' && stop !== 'truncated') return false;
  if (!Array.isArray(calls) || calls.length >= limits.callsPerReplyMax) return false;
  return calls.every(isDraftCall);
}

function isDraftCall(call: unknown): boolean {
  return isRecord(call) && typeof call['tool'] === 'string' && typeof call['args'] === 'string';
}
