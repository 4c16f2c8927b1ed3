import { RequestError } from '../../errors.ts';

/** The headers of the client that the provider may see. Throws `RequestError`. */
export function passedHeaders(
  header: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const version = passedVersion(header('anthropic-version'));
  const betas = passedBetas(header('anthropic-beta'));
  return {
    'anthropic-version': version,
    ...(betas !== undefined && { 'anthropic-beta': betas }),
  };
}

/** Versions of the protocol that the tables and the reader of replies were written for. */
const first = '2023-06-01';

const versions: readonly string[] = [first, '2026-10-21'];

/**
 * The header `anthropic-version` to send upstream; the first version if there is none, as of old.
 * Throws `RequestError` for any other version.
 */
export function passedVersion(header: string = first): string {
  const version = versions.find((each) => each === header.trim());
  if (version !== undefined) return version;
  throw new RequestError('unsupported_version', 'the header `anthropic-version` is not supported', {
    hint: `send one of ${versions.map((each) => `\`${each}\``).join(', ')}`,
  });
}

/**
 * Values of `anthropic-beta` that are passed on: they change how an answer is made, or open fields
 * that `read` knows and checks one by one. Any other may move state or tools to the provider.
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
  'model-context-window-exceeded-2025-08-26',
  'output-128k-2025-02-19',
  'output-300k-2026-03-24',
  'pdfs-2024-09-25',
  'prompt-caching-2024-07-31',
  'structured-outputs-2025-11-13',
  'task-budgets-2026-03-13',
  'thinking-binding-controls-2026-08-01',
  'token-counting-2024-11-01',
  'token-efficient-tools-2025-02-19',
]);

/** The values of an `anthropic-beta` header, each once. */
export function splitBetas(header: string | undefined): {
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
} {
  const values = (header ?? '').split(',').map((value) => value.trim());
  const betas = [...new Set(values.filter((value) => value !== ''))];
  return {
    allowed: betas.filter((beta) => allowedBetas.has(beta)),
    refused: betas.filter((beta) => !allowedBetas.has(beta)),
  };
}

/**
 * The header to send upstream, or `undefined` for none. Throws `RequestError` for a refused one.
 */
export function passedBetas(header: string | undefined): string | undefined {
  const { allowed, refused } = splitBetas(header);
  if (refused.length > 0) {
    const names = refused.filter((beta) => /^[\w.-]{1,64}$/.test(beta));
    const which = names.length === 0 ? 'a value' : names.map((name) => `\`${name}\``).join(', ');
    throw new RequestError('unsupported_beta', `${which} of \`anthropic-beta\` is not supported`, {
      hint: hintOn(refused),
    });
  }
  return allowed.length === 0 ? undefined : allowed.join(',');
}

/** The SDK's `toolRunner` opens a thread unless it is told not to. */
function hintOn(refused: readonly string[]): string {
  return refused.some((beta) => beta.startsWith('message-threads-'))
    ? 'send the whole conversation: give `toolRunner` the parameter `thread: false`'
    : 'leave it out: only betas that keep tools and state out of the provider are passed on';
}
