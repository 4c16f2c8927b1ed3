import { RequestError } from '../protocol/errors.ts';

/** Nothing is known any more of a run that an operator has erased. */
export function erasedRun(): RequestError {
  return new RequestError('run_erased', 'an operator has erased this conversation', {
    hint: 'begin a new one: of this one, nothing is known any more',
    status: 409,
  });
}
