import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';

/** Gives back the room of a body: when its exchange has ended, and once only. */
export type Release = () => void;

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

  constructor(bytesMax: number) {
    this.#small = new Line(bytesMax);
    this.#large = new Line(bytesMax);
  }

  /**
   * Room for a body of so many bytes. Throws `RequestError` 503 where too many wait, or none comes
   * free in time.
   */
  async room(bytes: number, signal: AbortSignal): Promise<Release> {
    const line = bytes <= limits.smallBodyBytesMax ? this.#small : this.#large;
    return line.room(bytes, signal);
  }

  /**
   * Who serves a large body waits here before a part of the work that cannot be cut: until the
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

class Line {
  readonly #bytesMax: number;
  #bytes = 0;
  #waiting: Waiting[] = [];

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  async room(bytes: number, signal: AbortSignal): Promise<Release> {
    if (this.#waiting.length > 0 || !this.#hasRoom(bytes)) await this.#turn(bytes, signal);
    else this.#bytes += bytes;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#bytes -= bytes;
      this.#goOn();
    };
  }

  #hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#bytesMax;
  }

  #goOn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!this.#hasRoom(next.bytes)) return;
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
