import { RequestError } from '../protocol/errors.ts';

export function unknownResponse(): RequestError {
  return new RequestError('unknown_response', 'there is no such response in this run', {
    hint: 'leave out `previous_response_id` and send the whole conversation',
    status: 404,
  });
}

/** Nothing is known any more of a run that an operator has erased. */
export function erasedRun(): RequestError {
  return new RequestError('run_erased', 'an operator has erased this conversation', {
    hint: 'begin a new one: of this one, nothing is known any more',
    status: 409,
  });
}
