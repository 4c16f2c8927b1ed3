import { ownTurn } from '@sluice/core';
import { limits } from '../limits.ts';
import type { ClientCall, ModelCall } from '../protocol/route.ts';
import type { ClientRequest, UpstreamReply } from '../protocol/protocol.ts';
import { declaredForm } from '../protocol/shared/declared.ts';
import { parseExact } from '../protocol/shared/json.ts';
import { isLarge, Pace } from '../protocol/shared/pace.ts';
import { contentIds, withContentIds } from '../run/find/content-ids.ts';
import { answersOf } from '../run/given-answer.ts';
import { RequestNames } from '../run/find/request-names.ts';
import { newIdIn } from '../store/ids.ts';
import { events, holdsTooMuch, bounded, tooLarge } from '../upstream/response.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';
import { happenedWith } from './acting-client.ts';
import { clientHeaders } from './client-headers.ts';
import { type Body, endUnread, type Exchange } from './exchange.ts';
import { codeOf } from './log-line.ts';

/** Until when an admin has suspended the guard; `undefined`: the profile only records. */
interface Suspended {
  readonly brokenUntilMs: number | undefined;
}

export interface PassedCall extends ClientCall, Suspended {}

interface LoggedCall extends ModelCall, Suspended {}

/**
 * `log` mode: the request goes upstream and the response comes back byte for byte; afterwards the
 * same bytes are labelled and decided on, and what would have happened is recorded. What cannot be
 * read is passed all the same, and reported. What names an answer of ours is put in first.
 */
export async function serveLogged(call: LoggedCall, sent: Body): Promise<void> {
  await call.exchange.keepingRoom(() => passAndShadow(call, sent));
}

async function passAndShadow(call: LoggedCall, sent: Body): Promise<void> {
  const { exchange, upstream, protocol } = call;
  const path = withQuery(call.path, call.at.search);
  const headers = { ...call.headers, ...clientHeaders(exchange.request.headers) };
  const received = await providerBody(call, sent);
  const { bytes } = received;
  const { signal } = exchange;
  const response = await upstream.send({ method: 'POST', path, headers, body: bytes, signal });
  try {
    const copy = new Copy(exchange);
    await passOn(response, { ...call, copy });
    await shadow(received, { status: response.status, body: copy.whole }, call);
  } catch (error) {
    // Where the provider broke off, the client sees that it did, and does not wait for the rest.
    if (!exchange.response.writableEnded) exchange.response.destroy();
    // The request has already been forwarded; the report says that nothing is known of it.
    const { tenant } = call.owner;
    const fields = { tenant, protocol: protocol.name, code: codeOf(error) };
    call.log({ level: 'warn', event: 'request-not-shadowed', fields });
  }
}

/** The query as it came, without a key of the client's. */
function withQuery(path: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('key');
  return path.includes('?') || query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Headers of the provider that are about its connection to us. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** A copy of a response as it passes; none of one that is too large, or finds no room. */
export class Copy {
  readonly #exchange: Pick<Exchange, 'roomForReply' | 'giveUpReply'>;
  #chunks: Uint8Array[] | undefined = [];
  #bytes = 0;

  constructor(exchange: Pick<Exchange, 'roomForReply' | 'giveUpReply'>) {
    this.#exchange = exchange;
  }

  /**
   * Waits for room where the response turns out to be large. A client that takes it slowly keeps no
   * room that others need; `waitedMs`: for the client. The response passes all the same.
   */
  async add(chunk: Uint8Array, waitedMs: number): Promise<void> {
    if (this.#chunks === undefined) return;
    const wasLarge = isLarge(this.#bytes);
    this.#bytes += chunk.byteLength;
    this.#chunks.push(chunk);
    const isSlow = wasLarge && waitedMs > limits.unreadMsMax;
    if (isSlow || this.#bytes > limits.upstreamStreamBytesMax) {
      this.#chunks = undefined;
      await this.#exchange.giveUpReply();
    } else if (!wasLarge && isLarge(this.#bytes)) {
      await this.#exchange.roomForReply().catch(() => (this.#chunks = undefined));
    }
  }

  get whole(): Buffer | undefined {
    return this.#chunks && Buffer.concat(this.#chunks);
  }
}

interface Passing extends Pick<PassedCall, 'exchange' | 'brokenUntilMs'> {
  readonly copy: Copy | undefined;
}

/** Sends the response on as it comes. */
export async function passOn(
  response: UpstreamResponse,
  { exchange: { response: client }, brokenUntilMs, copy }: Passing,
): Promise<void> {
  const headers = Object.entries(response.headers).filter(([name]) => !ofConnection.has(name));
  client.writeHead(response.status, {
    ...Object.fromEntries(headers),
    'x-sluice-mode': 'log',
    ...(brokenUntilMs !== undefined && {
      'x-sluice-break-glass': new Date(brokenUntilMs).toISOString(),
    }),
  });
  let waitedMs = 0;
  for await (const chunk of response.body) {
    if (!client.write(chunk)) waitedMs += await drained(client);
    await copy?.add(chunk, waitedMs);
  }
  client.end();
}

/** Gives how long it took, in milliseconds. */
async function drained(client: Exchange['response']): Promise<number> {
  if (client.destroyed) return 0;
  const sinceMs = performance.now();
  const stop = endUnread(client);
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      client.off('drain', goOn).off('close', goOn);
      resolve();
    };
    client.on('drain', goOn).on('close', goOn);
  });
  stop();
  return performance.now() - sinceMs;
}

/**
 * A body as the provider can read it: it has none of the answers that were given while the profile
 * was guarded. Any other body goes as it came, byte for byte, and so does one that cannot be read.
 */
async function providerBody(call: LoggedCall, body: Body): Promise<Body> {
  const { answersById, ownMarks } = call.protocol;
  const names = answersById?.mayName(body.bytes) === true;
  const isMarked = ownMarks?.mayHold(body.bytes) === true;
  if (!names && !isMarked) return body;
  const sent = await call.exchange.parse(body).catch(() => undefined);
  const bare = isMarked ? ownMarks.without(sent) : sent;
  const whole = names ? await answersById.forProvider(bare, answersOf(call)) : bare;
  if (whole === undefined) return body;
  const text = JSON.stringify(whole);
  return text === JSON.stringify(sent) ? body : { ...body, bytes: Buffer.from(text) };
}

interface Passed {
  readonly status: number;
  readonly body: Buffer | undefined;
}

async function shadow(received: Body, { status, body }: Passed, call: LoggedCall): Promise<void> {
  if (status !== 200) return;
  if (body === undefined) throw tooLarge();
  const { exchange, protocol, at, owner, runs } = call;
  const read = protocol.read(await exchange.parse(received), at);
  const request = { ...read, messages: withContentIds(read.messages) };
  const { dropped, unread } = read.report;
  const report = { dropped: [...dropped, ...call.droppedHeaders], unread };
  const reply = await replyIn(body, request, call);
  const shadowed = { ...owner, shadow: true };
  const asking = { request, client: call.client.id, headers: exchange.request.headers };
  const names = await RequestNames.of({ ...asking, bytes: received.bytes });
  const { run, foreign } = await runs.place(shadowed, request, names);
  const recorded = run.inTurn(async () => {
    if (run.shadow === undefined) throw new Error('the run is not one that only records');
    const id = newIdIn(run.id);
    const { messages } = request;
    run.mintNext(contentIds(messages, reply.calls));
    const { structured } = request;
    const played = { ...reply, structured };
    const model = run.shadow.play(`${call.upstream.name}:${request.model}`, played);
    const turn = {
      messages,
      tools: [...request.tools, ...declaredForm(protocol.form, request.params)],
      providerTools: [...new Set([...(request.hosted?.keys() ?? []), ...(reply.ran ?? [])])],
      model,
      signal: new AbortController().signal,
      onText: undefined,
      // The model sees the conversation that the provider keeps; the gateway does not.
      foreign: foreign || request.previous !== undefined,
      least: call.least,
      client: call.client.name,
      waitUntilMs: 0,
      after: undefined,
      bodyHash: id,
      answerId: id,
    };
    const whose = { owner: shadowed, client: call.client.id };
    const step = await runs.knownTexts.during(whose, run, (all) => run.step({ ...turn, ...all }));
    const given = step.kind === 'replied' ? step.calls : [];
    const after = names.after(run, { text: reply.text, calls: given });
    const begun = names.begun(run);
    const happened = happenedWith(
      { messages, report },
      { call, run, answerId: id, isPassed: true },
    );
    await run.keep({ answerId: id, begun, ...after, happened });
  });
  await recorded.finally(() => run.use.release());
}

/** Bounded as it is where calls are stopped. */
async function replyIn(
  body: Buffer,
  request: ClientRequest,
  { exchange, protocol }: LoggedCall,
): Promise<UpstreamReply> {
  if (!request.stream) {
    const text = body.toString('utf8');
    if (body.length > limits.upstreamBytesMax || holdsTooMuch(text)) throw tooLarge();
    await exchange.letOthers(body.length);
    return bounded(protocol.readReply(parseExact(text)));
  }
  const reader = protocol.streamReader(undefined);
  for await (const { event, data } of events(inPieces(body), exchange.roomForReply)) {
    if (holdsTooMuch(data)) throw tooLarge();
    reader.event(event, data);
  }
  return bounded(reader.reply());
}

async function* inPieces(body: Buffer): AsyncGenerator<Uint8Array> {
  const pace = new Pace();
  for (let at = 0; at < body.length; at += pieceBytes) {
    if (pace.isDue(pieceBytes)) await ownTurn();
    yield body.subarray(at, at + pieceBytes);
  }
}

const pieceBytes = 65_536;

/** `log` mode, for a request of which nothing is read: what it is about, the provider keeps. */
export async function servePassed(call: PassedCall): Promise<void> {
  const { exchange, upstream, path, owner, at, log } = call;
  const { signal, request } = exchange;
  const method = methodOf(request.method);
  const headers = { ...call.headers, ...clientHeaders(request.headers) };
  const body = hasBody(request) ? (await exchange.body()).bytes : undefined;
  const fields = { tenant: owner.tenant, path: at.route };
  log({ level: 'info', event: 'request-passed', fields });
  const response = await upstream.send({ method, path, headers, body, signal });
  try {
    await passOn(response, { ...call, copy: undefined });
  } catch {
    exchange.response.destroy();
  }
}

function hasBody({ headers }: Exchange['request']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function methodOf(method: string | undefined): 'GET' | 'POST' | 'DELETE' {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}
