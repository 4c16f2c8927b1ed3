import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { dialectFor, isBody, type Body, type Dialect, type Ids } from './dialect.ts';
import type { Fault, Reply, Script, Seen } from './script.ts';

export interface UpstreamOptions {
  readonly dialects: readonly Dialect[];
  /** The key that it takes; every other is a 401. */
  readonly key?: string;
  /** Sends streams in pieces of so many bytes, as a network may. */
  readonly chunkBytes?: number;
}

/** One request that came, refused ones included. */
export interface Recorded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** The body, byte for byte. */
  readonly text: string;
  /** The status of the answer; 0: none yet. */
  status: number;
  /** The connection closed before the answer was complete. */
  aborted: boolean;
}

export interface Upstream {
  /** Without the path of the version: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly key: string;
  readonly requests: readonly Recorded[];
  /** From now on. Without one, every request is answered `Hello.` */
  readonly play: (script: Script) => void;
  /** Throws what a script threw, so that no test passes on a broken one. */
  readonly close: () => Promise<void>;
}

/** A provider on this machine that says what a test tells it to, over real HTTP. */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { key = 'sk-upstream' } = options;
  const requests: Recorded[] = [];
  const broken: unknown[] = [];
  let script: Script = () => ({ text: 'Hello.' });
  let minted = 0;
  const ids: Ids = (prefix) => `${prefix}${String((minted += 1)).padStart(24, '0')}`;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const recorded = await record(request, response);
      requests.push(recorded);
      await new Exchange(response, recorded, { ...options, key, ids }).answer(script);
    };
    answer().catch((error: unknown) => {
      broken.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    key,
    requests,
    play: (next) => (script = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (broken.length > 0) throw new AggregateError(broken, 'a script or a dialect threw');
    },
  };
}

interface Context extends UpstreamOptions {
  readonly key: string;
  readonly ids: Ids;
}

/** The answer to one request. */
class Exchange {
  readonly #response: ServerResponse;
  readonly #request: Recorded;
  readonly #context: Context;

  constructor(response: ServerResponse, request: Recorded, context: Context) {
    this.#response = response;
    this.#request = request;
    this.#context = context;
  }

  async answer(script: Script): Promise<void> {
    const { path: address, headers } = this.#request;
    const [path = ''] = address.split('?');
    const found = dialectFor(this.#context.dialects, address, this.#request.body);
    if (path === '/v1/models') return this.#json(200, models);
    if (found === undefined) return this.#json(404, { error: { message: `no ${path}` } });
    const { dialect, body } = found;
    if (dialect.keyIn(headers) !== this.#context.key) return this.#fail(dialect, 401, 'bad key');
    const refusal = dialect.refuse(body);
    if (refusal !== undefined) return this.#fail(dialect, 400, refusal);
    const seen = dialect.see(body);
    const route = dialect.routes?.[path];
    if (route !== undefined) return this.#json(200, route(seen));
    const scripted = await script(seen);
    if ('fault' in scripted) return this.#misbehave(scripted, dialect, seen);
    return this.#reply({ reply: scripted, dialect, seen });
  }

  async #misbehave(fault: Fault, dialect: Dialect, seen: Seen): Promise<void> {
    switch (fault.fault) {
      case 'status':
        return this.#fail(dialect, fault.status, 'scripted error', fault.retryAfterS);
      case 'error':
        for (const [name, value] of Object.entries(fault.headers ?? {})) {
          this.#response.setHeader(name, value);
        }
        return this.#json(fault.status, fault.body);
      case 'bytes':
        this.#response.writeHead(200, { 'content-type': fault.type });
        this.#response.end(fault.text);
        return;
      case 'hang':
        return;
      case 'garbage':
        this.#response.writeHead(200, { 'content-type': 'text/html' });
        this.#response.end('<html><body>Bad gateway</body></html>');
        return;
      case 'half-call':
        return this.#reply({ reply: halfCall(fault.reply), dialect, seen });
      case 'truncated':
        return this.#reply({ reply: fault.reply, dialect, seen, cutAfter: fault.afterEvents ?? 3 });
      case 'slow':
        return this.#reply({ reply: fault.reply, dialect, seen, goesOn: fault.goesOn });
    }
  }

  async #reply({ reply, dialect, seen, cutAfter, goesOn }: Plan): Promise<void> {
    if (seen.stream) {
      const events = dialect.events(reply, seen, this.#context.ids);
      return this.#stream(events.slice(0, cutAfter), { goesOn, cut: cutAfter !== undefined });
    }
    await goesOn;
    const whole = dialect.whole(reply, seen, this.#context.ids);
    if (cutAfter === undefined) return this.#json(200, whole);
    const text = JSON.stringify(whole);
    this.#response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    this.#response.write(text.slice(0, text.length / 2), () => this.#response.destroy());
  }

  async #stream(
    events: readonly string[],
    { goesOn, cut }: { readonly goesOn: Promise<unknown> | undefined; readonly cut: boolean },
  ): Promise<void> {
    this.#response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const [at, event] of events.entries()) {
      if (at === Math.min(pausesAfter, events.length - 1)) await goesOn;
      for (const chunk of chunksOf(Buffer.from(event), this.#context.chunkBytes)) {
        await new Promise((resolve) => this.#response.write(chunk, resolve));
      }
    }
    if (cut) this.#response.destroy();
    else this.#response.end();
  }

  // oxlint-disable-next-line max-params -- status, message and header of one HTTP error
  #fail(dialect: Dialect, status: number, message: string, retryAfterS?: number): void {
    if (retryAfterS !== undefined) this.#response.setHeader('retry-after', retryAfterS);
    this.#json(status, dialect.failure(status, message));
  }

  #json(status: number, body: Body): void {
    this.#response.writeHead(status, { 'content-type': 'application/json' });
    this.#response.end(JSON.stringify(body));
  }
}

/** Events of a slow stream that come before its pause. */
const pausesAfter = 8;

interface Plan {
  readonly reply: Reply;
  readonly dialect: Dialect;
  readonly seen: Seen;
  readonly cutAfter?: number;
  readonly goesOn?: Promise<unknown>;
}

const models: Body = {
  object: 'list',
  data: [{ id: 'scripted', object: 'model', created: 0, owned_by: 'test' }],
};

/** Out of tokens in the middle of the last call's arguments. */
function halfCall(reply: Reply): Reply {
  const calls = reply.calls ?? [];
  const last = calls.at(-1);
  if (last === undefined) throw new Error('a half call needs a call');
  const half = { ...last, args: last.args.slice(0, Math.max(1, last.args.length / 2)) };
  return { ...reply, calls: [...calls.slice(0, -1), half], stop: 'length' };
}

async function record(request: IncomingMessage, response: ServerResponse): Promise<Recorded> {
  const { url: path = '', headers } = request;
  const text = await textOf(request);
  const body = bodyOf(text);
  const recorded: Recorded = { path, headers, body, text, status: 0, aborted: false };
  response.on('close', () => {
    recorded.status = response.headersSent ? response.statusCode : 0;
    recorded.aborted = !response.writableFinished;
  });
  return recorded;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function bodyOf(text: string): Body {
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return isBody(body) ? body : {};
}

function chunksOf(bytes: Buffer, size: number = bytes.length): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}
