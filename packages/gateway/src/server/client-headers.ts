import type { IncomingHttpHeaders } from 'node:http';

/** Headers that are about the connection to us, about who asks, or for us alone. */
const ours: ReadonlySet<string> = new Set([
  'accept-encoding',
  'api-key',
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-api-key',
  'x-goog-api-key',
]);

/** A client's headers for a provider that gets its request as it came (`log` mode). */
export function clientHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (ours.has(name) || /^(?:x-sluice|x-forwarded)-/.test(name)) return [];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(passed);
}
