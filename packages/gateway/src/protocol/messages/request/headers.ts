/** The headers of the client that the provider may see. */
export function passedHeaders(
  header: (name: string) => string | undefined,
  drop: (what: string) => void,
  pass: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const { allowed, others } = splitBetas(header('anthropic-beta'), pass);
  for (const beta of others) drop(isWord(beta) ? `anthropic-beta:${beta}` : 'anthropic-beta');
  return {
    'anthropic-version': passedVersion(header('anthropic-version'), drop),
    ...(allowed.length > 0 && { 'anthropic-beta': allowed.join(',') }),
  };
}

/** Versions of the protocol that the tables and the reader of replies were written for. */
const first = '2023-06-01';

const newest = '2026-10-21';

const versions: readonly string[] = [first, newest];

/** The first version where there is none, as of old; the newest in place of any other. */
function passedVersion(header: string = first, drop: (what: string) => void): string {
  const version = versions.find((each) => each === header.trim());
  if (version === undefined) drop('anthropic-version');
  return version ?? newest;
}

/**
 * Values of `anthropic-beta` that are passed on: they change how an answer is made, or open fields
 * that `read` knows and checks one by one. Any other may move state or tools to the provider, and
 * is dropped with the fields that it opens, which no table names.
 */
export const allowedBetas: ReadonlySet<string> = new Set([
  'claude-code-20250219',
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'dev-full-thinking-2025-05-14',
  'effort-2025-11-24',
  'extended-cache-ttl-2025-04-11',
  'fast-mode-2026-02-01',
  'fine-grained-tool-streaming-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'max-tokens-3-5-sonnet-2024-07-15',
  'mid-conversation-system-2026-04-07',
  'model-context-window-exceeded-2025-08-26',
  'output-128k-2025-02-19',
  'output-300k-2026-03-24',
  'pdfs-2024-09-25',
  'prompt-caching-2024-07-31',
  'prompt-caching-scope-2026-01-05',
  'structured-outputs-2025-11-13',
  'task-budgets-2026-03-13',
  'thinking-binding-controls-2026-08-01',
  'thinking-display-updates-2026-08-18',
  'thinking-token-count-2026-05-13',
  'token-counting-2024-11-01',
  'token-efficient-tools-2025-02-19',
]);

/** The values of an `anthropic-beta` header, each once. */
function splitBetas(
  header: string | undefined,
  pass: ReadonlySet<string>,
): {
  readonly allowed: readonly string[];
  readonly others: readonly string[];
} {
  const values = (header ?? '').split(',').map((value) => value.trim());
  const betas = [...new Set(values.filter((value) => value !== ''))];
  const isAllowed = (beta: string): boolean => allowedBetas.has(beta) || pass.has(beta);
  return {
    allowed: betas.filter(isAllowed),
    others: betas.filter((beta) => !isAllowed(beta)),
  };
}

function isWord(text: string): boolean {
  return /^[\w.-]{1,64}$/.test(text);
}
