import type { ClientRequest } from '../protocol.ts';

/** The extra fields of a response that a client may ask for. */
export const included = {
  encrypted: 'reasoning.encrypted_content',
  sources: 'web_search_call.action.sources',
} as const;

export function includes(
  { params }: Pick<ClientRequest, 'params'>,
  what: keyof typeof included,
): boolean {
  const { include } = params;
  return Array.isArray(include) && include.includes(included[what]);
}
