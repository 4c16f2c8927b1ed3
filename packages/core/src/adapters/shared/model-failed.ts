import { SluiceError } from '../../errors.ts';
import type { FailReason } from '../../engine/events.ts';

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
