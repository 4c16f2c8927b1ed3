import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { secretHash } from '../../store/secrets.ts';
import { operatorLimits } from '../limits.ts';

/** What a browser is given at sign-in, once. */
export interface OpenedSession {
  /** For the cookie, which no script reads. */
  readonly cookie: string;
  /** For the page, which keeps it where pages of no other port can read it. */
  readonly token: string;
}

export interface Session {
  /** The hash of the operator's secret: whether it still counts is asked anew at each request. */
  readonly secretHash: string;
  readonly openedMs: number;
  seenMs: number;
}

interface Kept extends Session {
  readonly tokenHash: string;
}

interface Code {
  readonly secretHash: string;
  readonly untilMs: number;
}

/**
 * Who is signed in to the console. In memory alone: a gateway that was started anew knows none of
 * them, so who took its port meanwhile has got nothing that opens it.
 */
export class ConsoleSessions {
  readonly #sessions = new LRUCache<string, Kept>({ max: operatorLimits.sessionsMax });
  readonly #codes = new LRUCache<string, Code>({ max: operatorLimits.codesMax });
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** A code that signs in whoever has this secret: once, and soon. */
  newCode(hashOfSecret: string): { readonly code: string; readonly untilMs: number } {
    const code = randomText();
    const untilMs = this.#nowMs() + operatorLimits.codeMsMax;
    this.#codes.set(secretHash(code), { secretHash: hashOfSecret, untilMs });
    return { code, untilMs };
  }

  /** The hash of the secret that a code stands for. It is used up, however late it comes. */
  takeCode(code: string): string | undefined {
    const key = secretHash(code);
    const found = this.#codes.get(key);
    this.#codes.delete(key);
    return found !== undefined && this.#nowMs() < found.untilMs ? found.secretHash : undefined;
  }

  open(hashOfSecret: string): OpenedSession {
    const [cookie, token] = [randomText(), randomText()];
    const nowMs = this.#nowMs();
    this.#sessions.set(secretHash(cookie), {
      secretHash: hashOfSecret,
      tokenHash: secretHash(token),
      openedMs: nowMs,
      seenMs: nowMs,
    });
    return { cookie, token };
  }

  /** The session of a cookie and the page's token; one without the other opens nothing. */
  find(cookie: string, token: string): Session | undefined {
    const key = secretHash(cookie);
    const found = this.#sessions.get(key);
    if (found === undefined || found.tokenHash !== secretHash(token)) return undefined;
    if (this.#nowMs() < endOf(found)) return found;
    this.#sessions.delete(key);
    return undefined;
  }

  /** Somebody is there. */
  seen(session: Session): void {
    session.seenMs = this.#nowMs();
  }

  close(cookie: string): void {
    this.#sessions.delete(secretHash(cookie));
  }
}

/** When a session ends by itself: so long after somebody was last there, and never later. */
export function endOf({ openedMs, seenMs }: Session): number {
  const { sessionMsMax, sessionIdleMsMax } = operatorLimits;
  return Math.min(openedMs + sessionMsMax, seenMs + sessionIdleMsMax);
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
