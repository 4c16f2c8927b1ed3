import { SluiceError } from '@sluice/core';
import { limits } from '../limits.ts';
import type { ModelCall } from '../protocol/route.ts';
import { RequestError, UpstreamError } from '../protocol/errors.ts';
import type { Answer, ClientRequest, Failure, Front } from '../protocol/protocol.ts';
import { declaredForm } from '../protocol/shared/declared.ts';
import { messagesSaid, noticeOf } from '../protocol/shared/notice.ts';
import type { Awaited } from '../run/ask/store-asker.ts';
import { answersOf } from '../run/given-answer.ts';
import type { LiveRun } from '../run/live-run.ts';
import { RequestNames } from '../run/find/request-names.ts';
import type { Delivered } from '../run/run-head.ts';
import type { Placed } from '../run/runs.ts';
import type { Kept } from '../run/turn.ts';
import { UpstreamModel } from '../upstream/upstream-model.ts';
import { StoreError } from '../store/errors.ts';
import { happenedWith } from './acting-client.ts';
import type { IdleWait } from './body-budget.ts';
import type { Body, Exchange } from './exchange.ts';
import { codeOf } from './log-line.ts';
import { isForClient, outcomeOf, redelivered, type AnswerPlace, type Outcome } from './outcome.ts';
import { readAs, reducedRequest, reportHeaders } from './reduced.ts';
import { ReplyStream } from './reply-stream.ts';

/** Serves one request for an answer. Throws what `failWith` turns into an error for the client. */
export async function serveModel(call: ModelCall, body: Body): Promise<void> {
  const size = body.bytes.length;
  const { exchange, protocol, runs, owner } = call;
  const parsed = await exchange.parse(body);
  await exchange.letOthers(size);
  const whole = await (protocol.answersById?.resolve(parsed, answersOf(call)) ?? parsed);
  const asked = readAs((each) => protocol.read(each, call.at), whole, owner.profile.fields);
  const read = reducedRequest(asked, call);
  const request = { ...read, messages: messagesSaid(read.messages) };
  if (request.messages.length > limits.messagesMax) throw tooManyMessages();
  const asking = { request, client: call.client.id, headers: exchange.request.headers };
  const names = await RequestNames.of({ ...asking, bytes: body.bytes });
  const placed = await runs.place(owner, request, names);
  const { run } = placed;
  try {
    await exchange.letOthers(size);
    if (run.use.turns >= limits.requestsPerRunMax) throw tooManyAtOnce();
    await run.inTurn(async () => {
      const { id, again } = names.answerIn(placed);
      const place = { id, createdMs: call.nowMs(), request };
      await new Serving({ call, place, placed, names, size, again }).serve();
    });
  } finally {
    run.use.release();
  }
}

interface ServingParts {
  readonly call: ModelCall;
  readonly place: AnswerPlace;
  readonly placed: Placed;
  readonly names: RequestNames;
  /** Bytes of the body. */
  readonly size: number;
  /** The earlier answer to the same body. */
  readonly again: Delivered | undefined;
}

/** One turn of a run, from the request to its response. */
class Serving {
  readonly #parts: ServingParts;
  readonly #run: LiveRun;
  readonly #request: ClientRequest;
  readonly #headers: Record<string, string>;
  /** Ids of the questions that the response has waited for. */
  readonly #questions: Set<string> = new Set();
  #stream: ReplyStream | undefined;
  /** The text streamed before the whole answer was known. */
  #sent = '';

  constructor(parts: ServingParts) {
    this.#parts = parts;
    this.#run = parts.placed.run;
    this.#request = parts.place.request;
    this.#headers = {
      'x-sluice-decision': parts.place.id,
      'x-sluice-run': this.#run.id,
      // Some clients try again after an error in a stream only where the request has an id.
      'x-request-id': parts.place.id,
      ...reportHeaders(this.#request.report),
    };
  }

  async serve(): Promise<void> {
    const { call, place } = this.#parts;
    const { exchange } = call;
    const stream = this.#request.stream ? this.#begin() : undefined;
    this.#stream = stream;
    try {
      const outcome = await this.#outcome(
        stream &&
          ((delta) => {
            this.#sent += delta;
            stream.text(delta);
          }),
      );
      if (outcome.kind === 'failure') throw outcome.failure;
      if (stream !== undefined) stream.end(outcome.answer);
      else exchange.json(200, call.protocol.write(place.request, outcome.answer), this.#headers);
    } catch (error) {
      // A state that is not in the store must not be gone on from.
      const failure = failureOf(error);
      const { status } = failure;
      const isUnstored = error instanceof StoreError;
      if (status === 500 || isUnstored || this.#run.isErased) call.runs.forget(this.#run);
      const fields = { decision: place.id, code: codeOf(error), status };
      const level = status === 500 || isUnstored ? 'error' : 'warn';
      call.log({ level, event: 'request-failed', fields });
      if (stream?.hasBegun === true) return stream.fail(failure);
      stream?.stop();
      failWith(exchange, { error, front: call.front, headers: this.#headers });
    }
  }

  #begin(): ReplyStream {
    const { call, place } = this.#parts;
    const writer = call.protocol.streamWriter(this.#request, place);
    const isWhole = this.#isActedOn;
    return new ReplyStream(call.exchange.response, { writer, headers: this.#headers, isWhole });
  }

  async #outcome(onText: ((delta: string) => void) | undefined): Promise<Outcome> {
    const { placed, place, names, again } = this.#parts;
    if (again !== undefined) return redelivered(again, place);
    const model = this.#model();
    const { waitJsonMs, waitStreamMs } = this.#run.profile;
    const { messages, custom, callable, hosted, stream, params } = this.#request;
    const { client, owner, protocol, runs } = this.#parts.call;
    const turn = {
      messages,
      tools: [...this.#request.tools, ...declaredForm(protocol.form, params)],
      custom,
      callable,
      providerTools: [...(hosted?.keys() ?? [])],
      model,
      onText,
      signal: this.#parts.call.exchange.signal,
      foreign: placed.foreign,
      least: this.#parts.call.least,
      client: client.name,
      waitUntilMs: performance.now() + (stream ? waitStreamMs : waitJsonMs),
      idle: this.#idle,
      onAwaited: this.#awaited,
      readsText: this.#readsText,
      isKnown: this.#isKnown,
      after: this.#after(),
      bodyHash: names.bodyHash,
      answerId: place.id,
    };
    const known = { owner, client: client.id };
    // A question stores the run before its answer does.
    const begun = names.begun(this.#run);
    const step = await runs.knownTexts.during(known, this.#run, (texts) =>
      this.#run.step({ ...turn, ...texts }),
    );
    const outcome = outcomeOf(step, place, [...this.#questions]);
    await this.#keep(outcome, begun);
    // It waited for what only the holder of this key may have.
    if (step.kind === 'waiting') await this.#parts.call.authenticate();
    return outcome;
  }

  /** Its client acts on what it reads, so an error has to be told from an answer by its status. */
  get #isActedOn(): boolean {
    return this.#run.profile.policy.answerActs === true;
  }

  /** A text of ours in place of an answer is for people: a program reads fields in an answer. */
  get #readsText(): boolean {
    const { held } = this.#run.profile;
    return !this.#request.structured && !this.#isActedOn && held === 'text';
  }

  readonly #isKnown = async (): Promise<boolean> => {
    try {
      await this.#parts.call.authenticate();
      return true;
    } catch {
      return false;
    }
  };

  readonly #idle = async (wait: IdleWait): Promise<void> => {
    const { exchange } = this.#parts.call;
    if (this.#stream === undefined || this.#readsText) return await exchange.idle(wait);
    await this.#stream.silently(() => exchange.idle(wait));
  };

  /** The client's user is told at once, where the client shows what is said. */
  readonly #awaited = ({ questions, isHeld }: Awaited): void => {
    for (const { question } of questions) this.#questions.add(question);
    this.#headers['x-sluice-question'] = [...this.#questions].join(', ');
    if (isHeld && this.#readsText) this.#stream?.notice(noticeOf(questions));
  };

  /** The store has every answer before the client has it, so the gateway knows it again. */
  async #keep(outcome: Outcome, begun: readonly string[]): Promise<void> {
    const { place, names, call, size } = this.#parts;
    const run = this.#run;
    await call.exchange.letOthers(size);
    const answer = outcome.kind === 'answer' ? outcome.answer : undefined;
    const after = names.after(run, answer);
    await run.keep({
      answerId: place.id,
      answer: answer && this.#named(answer),
      begun,
      names: after.names,
      standsAt: after.standsAt,
      delivered: answer && names.delivered(run, answer, { id: place.id, nowMs: call.nowMs }),
      happened: happenedWith(this.#request, {
        call,
        run,
        answerId: place.id,
        isPassed: false,
      }),
    });
  }

  /** A later request may name this answer instead of sending it again, where its protocol can. */
  #named(answer: Answer): Kept['answer'] {
    const { text, calls, stop } = answer;
    const { exchange, protocol } = this.#parts.call;
    if (protocol.answersById === undefined) return undefined;
    // A client that was gone before it was told to wait has no such turn in its transcript.
    if (exchange.signal.aborted && this.#run.session.isHeld) return undefined;
    const { custom } = this.#request;
    const response = protocol.answersById.kept(this.#request, answer, this.#sent);
    return { text, calls, stop, custom, response, instructions: this.#instructions() };
  }

  #model(): UpstreamModel {
    return new UpstreamModel({ ...this.#parts.call, request: this.#request });
  }

  /** Where the provider would keep the conversation, ours is gone on from. */
  #after(): { readonly answerId: string; readonly instructions: number } | undefined {
    const { previous } = this.#request;
    if (previous === undefined) return undefined;
    return { answerId: previous, instructions: this.#instructions() };
  }

  #instructions(): number {
    return this.#parts.call.protocol.answersById?.instructions(this.#request) ?? 0;
  }
}

/** Ends an exchange with an error, in the client's protocol. */
export function failWith(
  exchange: Exchange,
  {
    error,
    front,
    headers = {},
  }: { error: unknown; front: Front; headers?: Readonly<Record<string, string>> },
): void {
  const failure = failureOf(error);
  const all = { ...headers, ...failure.headers };
  exchange.json(failure.status, front.writeFailure(failure), all);
}

const clientsFault: ReadonlySet<string> = new Set(['history-invalid', 'limit-exceeded']);

/** The error that the client reads. An unexpected error is not described: it may quote anything. */
export function failureOf(error: unknown): Failure {
  if (isForClient(error)) return error;
  // The session's own words name no value.
  if (error instanceof SluiceError && clientsFault.has(error.code)) {
    return new RequestError(error.code.replaceAll('-', '_'), error.problem, { hint: error.hint });
  }
  if (error instanceof StoreError) {
    return new UpstreamError('store_unavailable', 'the gateway cannot store anything now', {
      hint: 'nothing was given out; whoever runs it finds why in its log: try again later',
      status: 503,
    });
  }
  return new UpstreamError('gateway_failed', 'the gateway could not serve the request', {
    hint: 'nothing was done; look at the gateway’s log',
    status: 500,
  });
}

function tooManyMessages(): RequestError {
  return new RequestError('too_many_messages', 'the conversation has too many messages', {
    hint: `send at most ${limits.messagesMax}, or begin a new one`,
  });
}

function tooManyAtOnce(): RequestError {
  return new RequestError('too_many_requests', 'too many requests of one run wait already', {
    hint: 'wait for the answers before',
    status: 429,
  });
}
