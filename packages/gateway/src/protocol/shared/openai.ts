import type { Failure, Family } from '../protocol.ts';

/** The parts that OpenAI's two protocols share. */

export const openAi: Family = {
  name: 'openai',
  title: 'OpenAI',
  client: { variable: 'OPENAI_BASE_URL', path: '/v1' },
  provider: { baseUrl: 'https://api.openai.com/v1', keyFrom: 'OPENAI_API_KEY' },
  models: { path: '/models', headers: {} },
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
};

/** The protocol's times are in whole seconds. */
export function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/**
 * An error as the SDKs of this protocol read it; they show the message alone, so it has the hint.
 */
export function writeFailure({
  status,
  code,
  message,
  hint,
}: Failure): Readonly<Record<string, unknown>> {
  const type = code === 'insufficient_quota' ? code : typeOf(status);
  const error = { message: `${message} (${hint})`, type, code, param: null };
  return { error };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
