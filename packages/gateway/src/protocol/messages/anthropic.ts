import type { Family } from '../protocol.ts';

export const anthropic: Family = {
  name: 'anthropic',
  provider: { baseUrl: 'https://api.anthropic.com', keyFrom: 'ANTHROPIC_API_KEY' },
  authorization: (apiKey) => ({ 'x-api-key': apiKey }),
};
