import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import type { HeapShares } from './heap.ts';

/** Waits for something that is not ours to hasten, such as a person; told when to give up. */
export type IdleWait = (giveWay: AbortSignal) => Promise<void>;

/** Room that was taken. */
export interface Room {
  /** Gives it back: when its exchange has ended, and once only. */
  readonly release: () => void;
  /** Waits while nothing is done with what stands there: who needs the room ends the wait. */
  readonly idle: (wait: IdleWait) => Promise<void>;
}

/** One that waits. */
interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

/**
 * Bounds the bytes of the bodies that are served at once: what a request costs in memory is some
 * multiple of its body. Who finds no room waits in line, with its body unread, so that its sender
 * waits too. Large bodies have a line of their own, and keep no small one waiting.
 */
export class BodyBudget {
  readonly #small: Line;
  readonly #large: Line;
  readonly #replies: Line;

  constructor({ bodyBytesMax, replyBytesMax }: Pick<HeapShares, 'bodyBytesMax' | 'replyBytesMax'>) {
    this.#small = new Line(bodyBytesMax);
    this.#large = new Line(bodyBytesMax);
    this.#replies = new Line(replyBytesMax);
  }

  /**
   * Room for a body of so many bytes. Throws `RequestError` 503 where too many wait, or none comes
   * free in time.
   */
  async room(bytes: number, signal: AbortSignal): Promise<Room> {
    const line = bytes <= limits.smallBodyBytesMax ? this.#small : this.#large;
    return line.room(bytes, signal);
  }

  /**
   * Room for a provider's reply of any size. Who asks has room for a body, and nobody who has this
   * asks for that: they never wait for each other.
   */
  async roomForReply(signal: AbortSignal): Promise<Room> {
    return await this.#replies.room(limits.upstreamBytesMax, signal);
  }

  /**
   * The handler of a large body waits here before an uninterruptible part of the work: until the
   * small ones are served that were there before, or some while where these wait for a provider.
   */
  async othersServed(): Promise<void> {
    const pauses = limits.pauseMsMax / limits.pauseMs;
    for (let pause = 0; pause < pauses; pause += 1) {
      await sleep(limits.pauseMs);
      if (this.#small.isEmpty) return;
    }
  }
}

interface Idle {
  readonly bytes: number;
  readonly giveWay: AbortController;
}

class Line {
  readonly #bytesMax: number;
  #bytes = 0;
  #waiting: Waiting[] = [];
  /** Those that have room and do nothing with it; told to give way, they are about to leave. */
  readonly #idle: Set<Idle> = new Set();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  async room(bytes: number, signal: AbortSignal): Promise<Room> {
    if (this.#waiting.length > 0 || !this.#hasRoom(bytes)) await this.#turn(bytes, signal);
    else this.#bytes += bytes;
    let isGivenBack = false;
    /** One for all its waits: only when each has ended does it leave. */
    let claim: Idle | undefined;
    let waits = 0;
    return {
      release: () => {
        if (isGivenBack) return;
        isGivenBack = true;
        this.#bytes -= bytes;
        this.#goOn();
      },
      idle: async (wait) => {
        const mine = (claim ??= { bytes, giveWay: new AbortController() });
        this.#idle.add(mine);
        waits += 1;
        this.#makeWay();
        try {
          await wait(mine.giveWay.signal);
        } finally {
          waits -= 1;
          if (waits === 0) {
            this.#idle.delete(mine);
            claim = undefined;
          }
        }
      },
    };
  }

  /** Ends as many idle waits, the oldest first, as the first in line needs the room of. */
  #makeWay(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    let bytes = this.#bytes + next.bytes;
    for (const claim of this.#idle) {
      if (bytes <= this.#bytesMax) return;
      claim.giveWay.abort();
      bytes -= claim.bytes;
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#bytesMax;
  }

  #goOn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!this.#hasRoom(next.bytes)) return this.#makeWay();
      this.#waiting.shift();
      this.#bytes += next.bytes;
      next.enter();
    }
  }

  async #turn(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= limits.bodiesWaitingMax) throw noRoom();
    await new Promise<void>((resolve, reject) => {
      const leave = (cause: unknown): void => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        end();
        reject(cause);
        this.#goOn();
      };
      const gone = (): void => leave(signal.reason);
      const timer = setTimeout(() => leave(noRoom()), limits.bodyWaitMsMax);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
      };
      const enter = (): void => {
        end();
        resolve();
      };
      const waiting = { bytes, enter };
      signal.addEventListener('abort', gone, { once: true });
      this.#waiting.push(waiting);
      this.#makeWay();
    });
  }
}

function noRoom(): RequestError {
  return new RequestError('overloaded', 'too many large requests are being served at once', {
    hint: 'try again in some seconds, or start the gateway with a larger heap',
    status: 503,
    retryAfterS: limits.retryAfterS,
  });
}
