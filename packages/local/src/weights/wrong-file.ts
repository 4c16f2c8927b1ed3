import { SluiceError } from '@sluice/core';

/** The error of a file that is another one than was asked for. */
export function wrongFile(
  place: string,
  { wanted, found }: { readonly wanted: string; readonly found: string },
): SluiceError {
  return new SluiceError('weights-invalid', `${place} is not the file that was expected`, {
    hint: `its SHA-256 should be ${wanted}, and is ${found}: have it from somewhere else`,
  });
}
