/** Headers of clients that are wrong, or mean nothing here. */
export const oddClientHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { authorization: 'Bearer sk-sluice-wrong' },
  { 'x-api-key': 'sk-other' },
  { 'anthropic-version': '1999-01-01' },
  { 'anthropic-beta': 'files-api-2025-04-14, prompt-caching-2024-07-31' },
  { 'x-sluice-least': 'top' },
  { 'x-sluice-decision': 'forged' },
  { origin: 'https://evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-long': 'x'.repeat(12_000) },
];

/** Headers that no client of the operators’ API sends; most of them are tried by pages. */
export const oddOperatorHeaders: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { host: 'evil.example' },
  { host: '127.0.0.1.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-encoding': 'gzip' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-for': '10.0.0.1' },
  { accept: 'text/html' },
  { cookie: 'key=op-sluice-x' },
  { 'x-long': 'x'.repeat(12_000) },
  { 'x-sluice-label': 'trusted & public' },
];
