import { RequestError, UpstreamError } from '../src/protocol/errors.ts';
import { readRequest } from '../src/protocol/messages/request/read.ts';

/** The error of a Messages request that is refused; any other outcome fails the test. */
export function refusalOf(body: unknown): RequestError {
  const outcome = outcomeOf(() => readRequest(body));
  if (outcome instanceof RequestError) return outcome;
  throw new Error('the request was not refused');
}

/** The outcome of a reader: a value, or an error that a client may be told. */
export function outcomeOf(read: () => object): object {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError || error instanceof UpstreamError) return error;
    throw error;
  }
}
