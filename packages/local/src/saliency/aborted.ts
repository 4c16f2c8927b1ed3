import { SluiceError } from '@sluice/core';

export function aborted(): SluiceError {
  return new SluiceError('aborted', 'the reading of the model was aborted', {
    hint: 'allow more time, or give a shorter input',
  });
}
