import { chatCompletions } from '../../src/protocol/chat/chat-completions.ts';
import type { Protocol } from '../../src/protocol/protocol.ts';
import { isRecord } from '../../src/protocol/shared/fields.ts';

/** Chat Completions under Azure's addresses: the model is a deployment in the path. */
export const azure: Protocol = {
  ...chatCompletions,
  name: 'azure',
  family: {
    name: 'azure',
    provider: { baseUrl: 'https://me.openai.azure.com/openai', keyFrom: 'AZURE_OPENAI_API_KEY' },
    models: { path: '/models', headers: {} },
    authorization: (apiKey) => ({ 'api-key': apiKey }),
  },
  routes: [
    {
      path: '/openai/deployments/{deployment}/chat/completions',
      methods: { POST: 'answer' },
      upstream: ({ words, search }) =>
        `/deployments/${words['deployment'] ?? ''}/chat/completions${versionIn(search)}`,
    },
  ],
  keyPlaces: [{ name: 'api-key' }, { name: 'authorization', scheme: 'Bearer' }],
  read: (body, at) => {
    const named = isRecord(body) ? { ...body, model: at.words['deployment'] } : body;
    return chatCompletions.read(named, at);
  },
};

/** The API version is the only part of the query that is forwarded. */
function versionIn(search: string): string {
  const version = new URLSearchParams(search).get('api-version') ?? '';
  return /^[\w-]{1,32}$/.test(version) ? `?api-version=${version}` : '';
}
