import { chatCompletions } from '../chat/chat-completions.ts';
import type { Family, KeyPlace, Protocol } from '../protocol.ts';
import { openAiResponses } from '../responses/responses.ts';
import type { Address, Route } from '../route.ts';
import { isRecord } from '../shared/fields.ts';
import { unguarded } from '../shared/unguarded.ts';

/** Azure's OpenAI: the same protocols below other addresses, with a key in a header of its own. */
export const azure: Family = {
  name: 'azure',
  title: 'Azure OpenAI',
  provider: { keyFrom: 'AZURE_OPENAI_API_KEY' },
  client: { variable: 'AZURE_OPENAI_ENDPOINT', path: '' },
  models: { path: '/openai/v1/models', headers: {} },
  authorization: (apiKey) => ({ 'api-key': apiKey }),
};

const keyPlaces: readonly KeyPlace[] = [
  { name: 'api-key' },
  { name: 'authorization', scheme: 'Bearer' },
];

const completions = '/openai/deployments/{deployment}/chat/completions';
const embeddings = '/openai/deployments/{deployment}/embeddings';

export const azureChat: Protocol = {
  ...chatCompletions,
  name: 'azure-chat-completions',
  family: azure,
  keyPlaces,
  routes: [
    {
      path: completions,
      methods: { POST: 'answer' },
      upstream: (at) => addressOf(completions, at),
    },
    unguarded(embeddings, (at) => addressOf(embeddings, at)),
    ...chatCompletions.routes.flatMap(below),
  ],
  read: (body, at) => {
    const { deployment: model } = at.words;
    const isNamed = model !== undefined && isRecord(body);
    return chatCompletions.read(isNamed ? { ...body, model } : body, at);
  },
};

export const azureResponses: Protocol = {
  ...openAiResponses,
  name: 'azure-responses',
  family: azure,
  keyPlaces,
  routes: openAiResponses.routes.flatMap(below),
};

/** The addresses of OpenAI's, with and without its version in them. */
function below({ path, upstream, ...route }: Route): readonly Route[] {
  const bare = path.replace(/^\/v1/, '');
  return ['/openai/v1', '/openai'].map((base) => ({
    ...route,
    path: base + bare,
    upstream: (at) => `${base}${upstream({ ...at, search: '' })}${versionIn(at)}`,
  }));
}

function addressOf(path: string, at: Address): string {
  return path.replace('{deployment}', at.words['deployment'] ?? '') + versionIn(at);
}

/** Of the query only the version of the API is passed on. */
function versionIn({ search }: Address): string {
  const version = new URLSearchParams(search).get('api-version') ?? '';
  return /^[\w-]{1,32}$/.test(version) ? `?api-version=${version}` : '';
}
