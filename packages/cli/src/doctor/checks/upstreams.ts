import { errorCode, families, isOwnKey, tlsProblem, type Settings } from '@sluice/gateway';
import { findings, type Finding, type DoctorEnvironment } from '../finding.ts';

type Upstream = Settings['upstreams'][string];

/** The result of a look at a provider. */
export interface UpstreamLook {
  readonly findings: readonly Finding[];
  /** The provider's clock, milliseconds; `undefined`: it did not say. */
  readonly dateMs: number | undefined;
}

const waitMsMax = 5_000;
/** Mistakes of a network that is not there, and of names that nobody can look up without one. */
const offline: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);

/** The world, and whether a gateway answers: then it has its keys, wherever this shell has none. */
interface UpstreamWorld extends DoctorEnvironment {
  readonly runs: boolean;
}

type Say = ReturnType<typeof findings>;

/** Asks a provider for its models, which costs nothing, with the key that the gateway would use. */
export async function checkUpstream(
  [name, upstream]: readonly [string, Upstream],
  world: UpstreamWorld,
): Promise<UpstreamLook> {
  const inUpstream = findings('upstream');
  const say: Say = (status, says, todo) => inUpstream(status, `${name}: ${says}`, todo);
  const clear = isClear(upstream.baseUrl)
    ? [say('fix', 'its key would be sent unencrypted', 'write https:// in its `baseUrl`')]
    : [];
  const key = keyOf(upstream, world.env);
  const missing = upstream.keyFrom === undefined || key !== undefined ? [] : [noKey(upstream)];
  // A key is not sent where others could read it, not even to find out.
  const asked = await ask(upstream, clear.length > 0 ? undefined : key, world);
  const answer = answerOf(asked, { upstream, hasKey: key !== undefined, say });
  const dateMs = asked.kind === 'answered' ? asked.dateMs : undefined;
  return { findings: [...clear, ...missing, answer], dateMs };

  function noKey({ keyFrom = '' }: Upstream): Finding {
    return world.runs
      ? say('unknown', `\`${keyFrom}\` holds no key for it in this shell; the gateway runs`)
      : say('fix', `\`${keyFrom}\` holds no key for it here`, `type: export ${keyFrom}=...`);
  }
}

/** The provider's key. Where an agent runs, the same variable holds a key of the gateway's own. */
function keyOf({ keyFrom }: Upstream, env: DoctorEnvironment['env']): string | undefined {
  const key = keyFrom === undefined ? undefined : env[keyFrom];
  return key === undefined || key === '' || isOwnKey(key) ? undefined : key;
}

function isClear(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isOwn = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return protocol === 'http:' && !isOwn;
}

type Asked =
  | { readonly kind: 'answered'; readonly status: number; readonly dateMs: number | undefined }
  | { readonly kind: 'failed'; readonly code: string; readonly tls: string | undefined };

async function ask(
  { family, baseUrl }: Upstream,
  key: string | undefined,
  world: DoctorEnvironment,
): Promise<Asked> {
  const { models, authorization } = families[family];
  try {
    const response = await world.fetch(baseUrl.replace(/\/$/, '') + models.path, {
      headers: { ...models.headers, ...(key && authorization(key)) },
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMsMax),
    });
    await response.body?.cancel();
    const dateMs = Date.parse(response.headers.get('date') ?? '');
    const known = Number.isNaN(dateMs) ? undefined : dateMs;
    return { kind: 'answered', status: response.status, dateMs: known };
  } catch (error) {
    return { kind: 'failed', code: codeOf(error), tls: tlsProblem(error) };
  }
}

/** The code of an error, or of what caused it; its message could quote a header. */
function codeOf(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return isLate ? 'ETIMEDOUT' : (errorCode(error) ?? 'unknown');
}

interface Asking {
  readonly upstream: Upstream;
  readonly hasKey: boolean;
  readonly say: Say;
}

function answerOf(asked: Asked, { upstream: { baseUrl, keyFrom }, hasKey, say }: Asking): Finding {
  if (asked.kind === 'failed') return failureOf(asked, { baseUrl, say });
  const { status } = asked;
  if (status === 401 || status === 403) {
    return hasKey && keyFrom !== undefined
      ? say('fix', `${baseUrl} refuses the key (${status})`, `check ${keyFrom}`)
      : say('unknown', `${baseUrl} answers; whether it takes a key was not tried`);
  }
  if (status >= 500) return say('look', `${baseUrl} answers ${status}`, 'try again later');
  if (status >= 300 && status < 400) {
    const todo = 'write the address that it leads to: the gateway follows no redirect';
    return say('fix', `${baseUrl} leads elsewhere (${status})`, todo);
  }
  return status === 404
    ? say('look', `${baseUrl} answers, and has no list of models`, 'look at its `baseUrl`')
    : say('holds', `${baseUrl} answers`);
}

const plainTodo = 'write http:// in its `baseUrl`, on this machine alone, or give it TLS';
const certTodo = 'correct its certificate, or name its authority’s in `NODE_EXTRA_CA_CERTS`';

function failureOf(
  { code, tls }: Extract<Asked, { kind: 'failed' }>,
  { baseUrl, say }: { baseUrl: string; say: Say },
): Finding {
  if (tls !== undefined) {
    const todo = baseUrl.startsWith('https:') && tls.includes('plain http') ? plainTodo : certTodo;
    return say('fix', `${baseUrl} cannot be reached safely: ${tls}`, todo);
  }
  if (offline.has(code)) {
    const todo = 'look at the network, then at `baseUrl` in gateway.yaml';
    return say('unknown', `${baseUrl} cannot be reached: offline? (${code})`, todo);
  }
  return code === 'ETIMEDOUT'
    ? say('unknown', `${baseUrl} did not answer within ${waitMsMax / 1_000} s`)
    : say('fix', `${baseUrl} does not answer (${code})`, 'check `baseUrl` in gateway.yaml');
}
