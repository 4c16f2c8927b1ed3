import type { IncomingHttpHeaders } from 'node:http';
import { createParser } from 'eventsource-parser';
import { limits } from '../limits.ts';
import type { ClientRequest, UpstreamReply } from '../protocol/protocol.ts';
import { formOf } from '../protocol/shared/answer-form.ts';
import { parseExact } from '../protocol/shared/exact-json.ts';
import { contentIds, withContentIds } from '../run/content-ids.ts';
import { nameLong, sha256InTurns } from '../run/fingerprint.ts';
import { answeredNames, begunNames, namesAt } from '../run/find-run.ts';
import { newIdIn } from '../run/ids.ts';
import { isLarge } from '../run/let-others.ts';
import { sessionOf } from '../run/session-of.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';
import { endUnread, type Body, type Exchange } from './exchange.ts';
import { codeOf } from './log-line.ts';
import type { ModelCall } from './model-route.ts';
import { providerBody } from './provider-body.ts';

export interface LoggedCall extends ModelCall {
  /** Until when an admin has suspended the guard; `undefined`: the profile only records. */
  readonly brokenUntilMs: number | undefined;
}

/**
 * `log` mode: the request goes upstream and the response comes back byte for byte; afterwards the
 * same bytes are labelled and decided on, and what would have happened is recorded. What cannot be
 * read is passed all the same, and reported. What names an answer of ours is put in first.
 */
export async function serveLogged(exchange: Exchange, call: LoggedCall, sent: Body): Promise<void> {
  const { upstream, protocol, headers } = call;
  const received = await providerBody(exchange, call, sent);
  const { bytes } = received;
  const { signal } = exchange;
  const { path } = protocol;
  const response = await upstream.send({ method: 'POST', path, headers, body: bytes, signal });
  try {
    const body = await passOn(exchange, response, call);
    const passed = { exchange, status: response.status, body, headers: exchange.request.headers };
    await shadow(received, passed, call);
  } catch (error) {
    // Where the provider broke off, the client sees that it did, and does not wait for the rest.
    if (!exchange.response.writableEnded) exchange.response.destroy();
    // What was passed has been passed; the report says that nothing is known of it.
    const { tenant } = call.owner;
    const fields = { tenant, protocol: protocol.name, code: codeOf(error) };
    call.log({ level: 'warn', event: 'request-not-shadowed', fields });
  }
}

/** Headers of the provider that are about its connection to us. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Sends the response on as it comes; gives a copy of it, as far as it may be kept. */
export async function passOn(
  { response: client }: Exchange,
  response: UpstreamResponse,
  { brokenUntilMs }: Pick<LoggedCall, 'brokenUntilMs'>,
): Promise<Buffer | undefined> {
  const headers = Object.entries(response.headers).filter(([name]) => !ofConnection.has(name));
  client.writeHead(response.status, {
    ...Object.fromEntries(headers),
    'x-sluice-mode': 'log',
    ...(brokenUntilMs !== undefined && {
      'x-sluice-break-glass': new Date(brokenUntilMs).toISOString(),
    }),
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    if (!client.write(chunk)) await drained(client);
    bytes += chunk.byteLength;
    if (bytes <= limits.upstreamStreamBytesMax) chunks.push(chunk);
  }
  client.end();
  return bytes <= limits.upstreamStreamBytesMax ? Buffer.concat(chunks) : undefined;
}

async function drained(client: Exchange['response']): Promise<void> {
  if (client.destroyed) return;
  const stop = endUnread(client);
  await new Promise<void>((resolve) => {
    client.once('drain', resolve);
    client.once('close', resolve);
  });
  stop();
}

interface Passed {
  readonly exchange: Exchange;
  readonly status: number;
  readonly body: Buffer | undefined;
  /** Those of the client's request. */
  readonly headers: IncomingHttpHeaders;
}

async function shadow(
  received: Body,
  { exchange, status, body, headers }: Passed,
  call: LoggedCall,
): Promise<void> {
  if (status !== 200) return;
  if (body === undefined) throw new Error('the response is too large to be kept');
  const { protocol, owner, runs } = call;
  const read = protocol.read(await exchange.parse(received));
  const request = { ...read, messages: withContentIds(read.messages) };
  const reply = replyIn(body, request, call);
  const shadowed = { ...owner, shadow: true };
  const session = sessionOf({ client: call.client.id, headers, params: request.params });
  if (isLarge(received.bytes.length)) await nameLong(request.messages);
  const from = { bodyHash: await sha256InTurns(received.bytes), session, client: call.client.id };
  const { run, foreign } = await runs.place(shadowed, request, from);
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
      tools: [...request.tools, ...formOf(request.params)],
      providerTools: [...new Set([...(request.hosted?.keys() ?? []), ...(reply.ran ?? [])])],
      model,
      signal: new AbortController().signal,
      onText: undefined,
      // What the provider keeps of a conversation is seen by its model, and not by us.
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
    const said = { role: 'assistant', text: reply.text, calls: given } as const;
    const begun = run.hasBegun ? [] : begunNames(messages, call.client.id);
    const at = answeredNames([...messages, said], session);
    const names = [...begun, ...namesAt(at, run.session.highWater.text)];
    await run.keep({ answerId: id, names, standsAt: at.by });
  });
  await recorded.finally(() => run.use.release());
}

function replyIn(body: Buffer, request: ClientRequest, { protocol }: LoggedCall): UpstreamReply {
  const text = body.toString('utf8');
  if (!request.stream) return protocol.readReply(parseExact(text));
  const reader = protocol.streamReader(undefined);
  const parser = createParser({ onEvent: ({ event, data }) => reader.event(event, data) });
  parser.feed(text);
  return reader.reply();
}
