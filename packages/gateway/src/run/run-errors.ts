import { RequestError } from '../protocol/errors.ts';

export function unknownResponse(): RequestError {
  return new RequestError('unknown_response', 'there is no such response in this run', {
    hint: 'leave out `previous_response_id` and send the whole conversation',
    status: 404,
  });
}
