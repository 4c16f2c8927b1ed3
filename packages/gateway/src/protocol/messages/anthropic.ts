import type { Failure, Family } from '../protocol.ts';

export const anthropic: Family = {
  name: 'anthropic',
  title: 'Anthropic',
  client: { variable: 'ANTHROPIC_BASE_URL', path: '' },
  provider: { baseUrl: 'https://api.anthropic.com', keyFrom: 'ANTHROPIC_API_KEY' },
  models: { path: '/v1/models', headers: { 'anthropic-version': '2023-06-01' } },
  authorization: (apiKey) => ({ 'x-api-key': apiKey }),
};

/** The provider's words for statuses, which SDKs turn into their errors. */
const types: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);

/**
 * An error as the SDKs read it, in a stream too; they show the message alone, so it has the hint.
 */
export function writeFailure({
  status,
  code,
  message,
  hint,
  headers = {},
}: Failure): Readonly<Record<string, unknown>> {
  const other = status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error';
  const type = types.get(status) ?? other;
  const id = headers['request-id'];
  const error = { type, message: `${message} (${hint})`, code, hint };
  return { type: 'error', error, ...(id !== undefined && { request_id: id }) };
}
