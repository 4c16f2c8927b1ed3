import { randomBytes } from 'node:crypto';
import { secretHash } from '../../store/secrets.ts';
import { operatorLimits } from '../limits.ts';
import { Owned } from './owned.ts';

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
  readonly #sessions = new Owned<Kept>(operatorLimits.sessionsPerOperatorMax);
  readonly #codes = new Owned<Code>(operatorLimits.codesPerOperatorMax);
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** A code that signs in whoever has this secret: once, and soon. */
  newCode(hashOfSecret: string): { readonly code: string; readonly untilMs: number } {
    const code = randomText();
    const untilMs = this.#nowMs() + operatorLimits.codeMsMax;
    const isOver = (each: Code): boolean => each.untilMs <= this.#nowMs();
    this.#codes.add(secretHash(code), { secretHash: hashOfSecret, untilMs }, isOver);
    return { code, untilMs };
  }

  /** The hash of the secret that a code stands for. It is used up, however late it comes. */
  takeCode(code: string): string | undefined {
    const key = secretHash(code);
    const found = this.#codes.take(key);
    return found !== undefined && this.#nowMs() < found.untilMs ? found.secretHash : undefined;
  }

  open(hashOfSecret: string): OpenedSession {
    const [cookie, token] = [randomText(), randomText()];
    const nowMs = this.#nowMs();
    const times = { openedMs: nowMs, seenMs: nowMs };
    const session = { secretHash: hashOfSecret, tokenHash: secretHash(token), ...times };
    this.#sessions.add(secretHash(cookie), session, (each) => endOf(each) <= nowMs);
    return { cookie, token };
  }

  /** The session of a cookie and the page's token; one without the other opens nothing. */
  find(cookie: string, token: string): Session | undefined {
    const key = secretHash(cookie);
    const found = this.#sessions.get(key);
    if (found === undefined || found.tokenHash !== secretHash(token)) return undefined;
    if (this.#nowMs() < endOf(found)) return found;
    this.#sessions.take(key);
    return undefined;
  }

  /** Somebody is there. */
  seen(session: Session): void {
    session.seenMs = this.#nowMs();
  }

  close(cookie: string): void {
    this.#sessions.take(secretHash(cookie));
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
