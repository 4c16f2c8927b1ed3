import type { Failure, Family } from '../protocol.ts';

export const google: Family = {
  name: 'gemini',
  title: 'Gemini',
  client: { variable: 'GOOGLE_GEMINI_BASE_URL', path: '' },
  provider: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyFrom: 'GEMINI_API_KEY',
  },
  models: { path: '/v1beta/models', headers: {} },
  authorization: (apiKey) => ({ 'x-goog-api-key': apiKey }),
};

/** The provider's words for statuses, by which clients tell errors apart. */
const words: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [402, 'FAILED_PRECONDITION'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [501, 'UNIMPLEMENTED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'UNAVAILABLE'],
]);

/** An error as its clients read it; they show the message alone, so it has the hint. */
export function writeFailure(failure: Failure): Readonly<Record<string, unknown>> {
  const { status, code, message, hint } = failure;
  const word = words.get(status) ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
  const said = `${message} (${hint})`;
  return {
    error: { code: status, message: said, status: word, details: detailsOf(failure, code) },
  };
}

/** What programs read: our own word, when to try again, and that a quota is used up for long. */
function detailsOf({ headers = {} }: Failure, code: string): readonly object[] {
  const after = secondsIn(headers);
  return [
    { '@type': `${types}ErrorInfo`, reason: code, domain: 'sluice' },
    ...(after === undefined ? [] : [{ '@type': `${types}RetryInfo`, retryDelay: `${after}s` }]),
    ...(code === 'insufficient_quota'
      ? [{ '@type': `${types}QuotaFailure`, violations: [{ quotaId: dailyQuota }] }]
      : []),
  ];
}

const types = 'type.googleapis.com/google.rpc.';

/** Clients do not wait for a quota that has these words in its name. */
const dailyQuota = 'PerDay';

function secondsIn(headers: Readonly<Record<string, string>>): number | undefined {
  const { 'retry-after': seconds, 'retry-after-ms': ms } = headers;
  const after = ms === undefined ? Number(seconds ?? Number.NaN) : Number(ms) / 1_000;
  return Number.isFinite(after) ? after : undefined;
}
