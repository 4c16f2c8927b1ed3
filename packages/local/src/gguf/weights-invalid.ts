import { SluiceError } from '@sluice/core';

/** The error of weights that are broken, or of a kind that is not read. */
export function weightsInvalid(message: string, hint?: string): SluiceError {
  return new SluiceError('weights-invalid', message, {
    hint: hint ?? 'fetch the file again, and compare its SHA-256 with the one where it is offered',
  });
}
