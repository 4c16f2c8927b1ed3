import { Agent, RetryAgent, type Dispatcher } from 'undici';
import type { Announcement } from './announcement.ts';
import { errorCode, tlsProblem } from '../upstream/tls-problem.ts';
import { webhookLimits } from './limits.ts';
import { signatureHeaders, webhookKey } from './signature.ts';

export interface WebhookOptions {
  /** From the settings alone: nothing in a request chooses where this goes. */
  readonly url: string;
  /** `whsec_...`, from the environment. */
  readonly secret: string;
  readonly nowMs: () => number;
  /** Where an operator finds the question. */
  readonly linkTo: (id: string) => string;
  /** Told of each announcement that was given up, and why. */
  readonly onFailed: (id: string, because: string) => void;
  /** The first pause before trying again; tests shorten it. */
  readonly pauseMs?: number;
}

/**
 * Tells a server of one's own that there is a question. Whoever asks never waits for it, and an
 * announcement that does not arrive changes nothing: the question stands in the list all the same.
 */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #key: Buffer;
  readonly #dispatcher: Dispatcher;
  readonly #stop: AbortController = new AbortController();
  readonly #open: Set<Promise<void>> = new Set();

  /** Throws `settings-invalid` for a secret that is none. */
  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#key = webhookKey(options.secret);
    this.#dispatcher = dispatcherOf(options.pauseMs ?? webhookLimits.pauseMsMin);
  }

  announce(announcement: Announcement): void {
    const { id } = announcement;
    if (this.#open.size >= webhookLimits.openMax || this.#stop.signal.aborted) {
      this.#options.onFailed(id, 'too many at once');
      return;
    }
    const sent = this.#send(announcement)
      .catch((error: unknown) => this.#options.onFailed(id, becauseOf(error)))
      .finally(() => this.#open.delete(sent));
    this.#open.add(sent);
  }

  /** How many announcements are on their way. */
  get open(): number {
    return this.#open.size;
  }

  /** Gives up what is on its way. */
  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    await Promise.all(this.#open);
    await this.#dispatcher.close();
  }

  async #send({ id, tenant, run, tool, expiresMs }: Announcement): Promise<void> {
    const { url, nowMs, linkTo } = this.#options;
    const expires = new Date(expiresMs).toISOString();
    const body = JSON.stringify({ id, tenant, run, tool, expires, url: linkTo(id) });
    const timestamp = Math.floor(nowMs() / 1_000);
    const { origin, pathname, search } = new URL(url);
    const response = await this.#dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders(this.#key, { id, timestamp, body }),
      },
      body,
      signal: this.#stop.signal,
    });
    await response.body.dump();
    // A redirection counts as a failure: it would lead where the settings did not say.
    if (response.statusCode >= 300) throw new NotTaken(response.statusCode);
  }
}

class NotTaken extends Error {
  readonly status: number;

  constructor(status: number) {
    super('the webhook was not taken');
    this.status = status;
  }
}

/** Never the error's own text: it may quote the address. */
function becauseOf(error: unknown): string {
  if (error instanceof NotTaken) return `it answered ${error.status}`;
  return tlsProblem(error) ?? errorCode(error) ?? 'not sent';
}

function dispatcherOf(pauseMs: number): Dispatcher {
  const agent = new Agent({
    connections: webhookLimits.connectionsMax,
    headersTimeout: webhookLimits.answerMsMax,
    bodyTimeout: webhookLimits.answerMsMax,
    connect: { timeout: webhookLimits.answerMsMax },
  });
  return new RetryAgent(agent, {
    maxRetries: webhookLimits.retriesMax,
    minTimeout: pauseMs,
    maxTimeout: webhookLimits.pauseMsMax,
    timeoutFactor: 2,
    methods: ['POST'],
    statusCodes: [408, 425, 429, 500, 502, 503, 504],
    errorCodes: [...connectionErrors],
  });
}

const connectionErrors = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
] as const;
