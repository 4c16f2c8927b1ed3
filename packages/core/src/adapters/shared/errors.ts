import { SluiceError } from '../../errors.ts';

/** The error for what the guard cannot label, and so does not let through. */
export function unsupported(what: string): SluiceError {
  return new SluiceError('tools-invalid', `the guard cannot label ${what}`, {
    hint: 'leave it out, or wrap the tools alone; docs/adapters.md lists what is refused and why',
  });
}
