import type { Family } from '../protocol.ts';

export const anthropic: Family = {
  name: 'anthropic',
  provider: { baseUrl: 'https://api.anthropic.com', keyFrom: 'ANTHROPIC_API_KEY' },
  models: { path: '/v1/models', headers: { 'anthropic-version': '2023-06-01' } },
  authorization: (apiKey) => ({ 'x-api-key': apiKey }),
};
