import type { IncomingHttpHeaders } from 'node:http';
import type { Address, Route } from '../route.ts';
import { unguarded } from '../shared/unguarded.ts';

/** Versions of the addresses; the first one is the one that clients call. */
const versions = ['v1beta', 'v1', 'v1alpha'] as const;

/** What else its clients ask for, of which nothing is read. */
const otherVerbs = [
  'embedContent',
  'batchEmbedContents',
  'asyncBatchEmbedContent',
  'batchGenerateContent',
  'predict',
  'predictLongRunning',
] as const;

export const routes: readonly Route[] = versions.flatMap((version) => {
  const models = `/${version}/models`;
  const shared = version === 'v1' ? { isFor } : {};
  return [
    {
      path: `${models}/{model}:generateContent`,
      methods: { POST: 'answer' },
      upstream: (at) => `${models}/${modelIn(at)}:generateContent`,
    },
    {
      path: `${models}/{model}:streamGenerateContent`,
      methods: { POST: 'answer' },
      upstream: (at) => `${models}/${modelIn(at)}:streamGenerateContent${passed(at, ['alt'])}`,
    },
    {
      path: `${models}/{model}:countTokens`,
      methods: { POST: 'count-tokens' },
      upstream: (at) => `${models}/${modelIn(at)}:countTokens`,
    },
    {
      path: models,
      methods: { GET: 'models' },
      upstream: (at) => `${models}${passed(at, ['pageSize', 'pageToken'])}`,
      ...shared,
    },
    {
      path: `${models}/{model}`,
      methods: { GET: 'models' },
      upstream: (at) => `${models}/${modelIn(at)}`,
      ...shared,
    },
    ...otherVerbs.map((verb) =>
      unguarded(`${models}/{model}:${verb}`, (at) => `${models}/${modelIn(at)}:${verb}`),
    ),
  ] satisfies readonly Route[];
});

function modelIn({ words }: Address): string {
  return words['model'] ?? '';
}

/** OpenAI's and Anthropic's clients list models at one of these addresses, too. */
function isFor(headers: IncomingHttpHeaders): boolean {
  return headers['x-goog-api-key'] !== undefined || headers['x-goog-api-client'] !== undefined;
}

/** Of the query only this is passed on: a client's key may stand there. */
function passed({ search }: Address, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  const kept = names.flatMap((name) => {
    const value = query.get(name);
    return value !== null && /^[\w.=-]{1,512}$/.test(value)
      ? [`${name}=${encodeURIComponent(value)}`]
      : [];
  });
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
