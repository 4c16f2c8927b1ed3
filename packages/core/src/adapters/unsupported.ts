import { SluiceError } from '../errors.ts';

/** The error for what the guard cannot label, and so does not let through. */
export function unsupported(what: string): SluiceError {
  return new SluiceError('tools-invalid', `the guard cannot label ${what}`, {
    hint: 'use tools that your own code runs, and models that return text and tool calls',
  });
}
