import type { ClientRequest } from '../protocol.ts';

/** What a client may have added to a response. */
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
