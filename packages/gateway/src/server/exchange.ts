import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import type { BodyBudget, IdleWait, Room } from './body-budget.ts';
import { parseExact, plainWhereSame, JsonScan } from '../protocol/shared/json.ts';
import { isRecord } from '../protocol/shared/fields.ts';
import { isLarge } from '../protocol/shared/pace.ts';

/** One HTTP request and its response, as the routes use them. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the client has gone before it had its answer. */
  readonly signal: AbortSignal;
  readonly #bodies: BodyBudget;
  readonly #rooms: Room[] = [];
  #reply: Promise<Room> | undefined;
  /** Works that keep the room. */
  #works = 0;

  constructor(request: IncomingMessage, response: ServerResponse, bodies: BodyBudget) {
    this.request = request;
    this.response = response;
    this.#bodies = bodies;
    const controller = new AbortController();
    this.signal = controller.signal;
    response.once('close', () => {
      if (!response.writableEnded) controller.abort();
    });
    response.once('prefinish', () => endUnread(response));
  }

  /** A header that comes once; `undefined` where it is missing. Throws where it comes twice. */
  header(name: string): string | undefined {
    const values = this.request.headersDistinct[name];
    if (values === undefined || values.length === 0) return undefined;
    if (values.length === 1) return values[0];
    throw new RequestError('duplicate_header', `the header \`${name}\` comes more than once`, {
      hint: 'send it once',
    });
  }

  /**
   * The body as it came, once there is room for it; what it takes is given back with the response,
   * or behind what keeps it.
   * Throws `RequestError` 413 past the limit, 415 for another type, 503 where there is no room.
   */
  async body(): Promise<Body> {
    const type = this.header('content-type') ?? '';
    if (!/^application\/json\s*(?:;|$)/i.test(type)) {
      throw new RequestError('unsupported_media_type', 'the body is not `application/json`', {
        hint: 'send JSON with `content-type: application/json`',
        status: 415,
      });
    }
    if (this.header('content-encoding') !== undefined) {
      throw new RequestError('unsupported_encoding', 'the body is compressed', {
        hint: 'send it without `content-encoding`',
        status: 415,
      });
    }
    const length = Number(this.header('content-length') ?? limits.smallBodyBytesMax);
    if (length > limits.bodyBytesMax) throw tooLarge();
    await this.#roomFor(length);
    // A body that does not say its length may have any: past the small ones it takes its own room.
    return bodyOf(this.request, { length, roomForAll: () => this.#roomFor(limits.bodyBytesMax) });
  }

  /** Before a part of the work on a body that cannot be cut: small ones are served first. */
  letOthers(bytes: number): Promise<void> | undefined {
    return isLarge(bytes) ? this.#bodies.othersServed() : undefined;
  }

  /** A provider's reply turns out to be large: it is read on once there is room for it. */
  readonly roomForReply = async (): Promise<void> => {
    this.#reply ??= this.#bodies.roomForReply(this.signal).then((room) => this.#take(room));
    await this.#reply;
  };

  /** Nothing is kept of the reply any longer. */
  async giveUpReply(): Promise<void> {
    (await this.#reply)?.release();
  }

  /** Waits for a person: as long as nobody needs the room that this exchange takes. */
  readonly idle = async (wait: IdleWait): Promise<void> => {
    const inside = this.#rooms.reduce<IdleWait>(
      (inner, room) => (giveWay) => room.idle((mine) => inner(AbortSignal.any([giveWay, mine]))),
      wait,
    );
    await inside(this.signal);
  };

  /** The value that a body reads as. Throws `RequestError` 400. */
  async parse({ bytes, scan }: Body): Promise<unknown> {
    try {
      await this.letOthers(bytes.length);
      const text = utf8.decode(bytes);
      await this.letOthers(bytes.length);
      const value = parseExact(text, scan.hasExactNumbers);
      return scan.hasExactNumbers ? withPlainTools(value) : value;
    } catch {
      throw new RequestError('invalid_json', 'the body is not JSON in UTF-8', {
        hint: 'send one JSON object',
      });
    }
  }

  async #roomFor(bytes: number): Promise<void> {
    this.#take(await this.#bodies.room(bytes, this.signal));
  }

  #take(room: Room): Room {
    this.#rooms.push(room);
    this.response.once('close', this.#giveBack);
    this.#giveBack();
    return room;
  }

  readonly #giveBack = (): void => {
    if (!this.response.closed || this.#works > 0) return;
    for (const room of this.#rooms) room.release();
  };

  /** Does work that may go on behind the end of the response: it keeps its room until then. */
  async keepingRoom(work: () => Promise<void>): Promise<void> {
    this.#works += 1;
    try {
      await work();
    } finally {
      this.#works -= 1;
      this.#giveBack();
    }
  }

  json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
    if (this.response.headersSent) return;
    const text = JSON.stringify(value);
    this.response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    });
    // A body behind HEAD is an error of ours: the client would see a connection that breaks.
    this.response.end(this.request.method === 'HEAD' ? undefined : text);
  }
}

/** Somebody may need the room of one that has its answer and does not read it. */
export function endUnread(response: ServerResponse): () => void {
  const timer = setTimeout(() => response.destroy(), limits.unreadMsMax);
  const stop = (): void => {
    clearTimeout(timer);
    response.off('close', stop);
  };
  response.on('close', stop);
  return stop;
}

/** A body, and what was seen of it as it came. */
export interface Body {
  readonly bytes: Buffer;
  readonly scan: JsonScan;
}

interface Coming {
  /** The bytes that there is room for. */
  readonly length: number;
  readonly roomForAll: () => Promise<void>;
}

/** All that comes. By its events: an iterator costs as much as reading a small body does. */
async function bodyOf(request: IncomingMessage, { length, roomForAll }: Coming): Promise<Body> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      if (!request.readableEnded) reject(clientGone());
    };
    const scan = new JsonScan({ depthMax: limits.bodyDepthMax, nodesMax: limits.bodyNodesMax });
    let chunks: Buffer[] = [];
    let bytes = 0;
    let room = length;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      const refusal = bytes > limits.bodyBytesMax ? tooLarge() : refusalOf(scan.add(chunk));
      if (refusal !== undefined) {
        chunks = [];
        reject(refusal);
      } else if (bytes > room) {
        room = limits.bodyBytesMax;
        request.pause();
        roomForAll().then(() => request.resume(), reject);
      }
    });
    request.once('end', () => {
      const [first] = chunks;
      const isOne = chunks.length === 1 && first !== undefined;
      resolve({ bytes: isOne ? first : Buffer.concat(chunks), scan: scan.end() });
    });
    request.once('error', gone);
    request.once('close', gone);
    if (request.destroyed) gone();
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A pin knows a tool by its schema: `1.0` in it is `1`, as whoever made the pin has read it. */
function withPlainTools(body: unknown): unknown {
  return isRecord(body) && 'tools' in body
    ? { ...body, tools: plainWhereSame(body['tools']) }
    : body;
}

function refusalOf({ past }: JsonScan): RequestError | undefined {
  if (past === undefined) return undefined;
  return past === 'depth' ? tooDeep() : tooManyValues();
}

function tooManyValues(): RequestError {
  return new RequestError('body_too_large', 'the body holds too many values', {
    hint: `send at most ${limits.bodyNodesMax} values in lists and objects`,
    status: 413,
  });
}

function tooDeep(): RequestError {
  return new RequestError('body_too_deep', 'the body is nested too deeply', {
    hint: `nest at most ${limits.bodyDepthMax} lists and objects`,
  });
}

/** Nobody reads it; the log tells it apart from a failure of ours. */
function clientGone(): RequestError {
  return new RequestError('client_gone', 'the client went before its request was complete', {
    hint: 'send the whole body',
  });
}

function tooLarge(): RequestError {
  const megabytes = limits.bodyBytesMax / 1_048_576;
  return new RequestError('body_too_large', `the body is larger than ${megabytes} MiB`, {
    hint: 'send files by reference, or start a new conversation',
    status: 413,
  });
}
