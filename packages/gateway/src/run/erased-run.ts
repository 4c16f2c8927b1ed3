import { RequestError } from '../protocol/errors.ts';

/** Of a run that an operator has erased, nothing is known any more. */
export function erasedRun(): RequestError {
  return new RequestError('run_erased', 'an operator has erased this conversation', {
    hint: 'begin a new one: of this one, nothing is known any more',
    status: 409,
  });
}
