import type { FailReason } from '../../engine/events.ts';
import { SluiceError } from '../../errors.ts';

/** The error for what the guard cannot label, and so does not let through. */
export function unsupported(what: string): SluiceError {
  return new SluiceError('tools-invalid', `the guard cannot label ${what}`, {
    hint: 'leave it out, or wrap the tools alone; docs/adapters.md lists what is refused and why',
  });
}

/** The error for an answer that its program would act on, and may not have. */
export function answerWithheld(): SluiceError {
  return new SluiceError('model-failed', 'the policy does not let this answer be acted on', {
    hint: 'read the `answer-decided` event: what was in view stands above `answer.ceiling`',
  });
}

/** The error for a model call that came to nothing and threw no error of its own. */
export function modelFailed(model: string, because: FailReason | 'limit-reached'): SluiceError {
  if (because === 'limit-reached') {
    return new SluiceError('limit-exceeded', 'the model kept making calls that were refused', {
      hint: 'read the `call-refused` events: the policy or the task needs a change',
    });
  }
  return new SluiceError('model-failed', `\`${model}\` gave no usable reply (${because})`, {
    hint: 'try again; where it persists, call the model without the guard to see its error',
  });
}
