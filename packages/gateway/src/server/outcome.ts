import type { SessionStep } from '@sluice/core';
import { RequestError, UpstreamError } from '../protocol/errors.ts';
import type { Answer, ClientRequest, ProviderFacts } from '../protocol/protocol.ts';
import type { Delivered } from '../run/run-head.ts';
import { boundData } from '../upstream/prefix-bound.ts';

/** The outcome for a client: an answer, or an error. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failure'; readonly failure: RequestError | UpstreamError };

export interface AnswerPlace {
  readonly id: string;
  readonly createdMs: number;
  readonly request: ClientRequest;
}

const noUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** The client's outcome of a step of the session. */
export function outcomeOf(
  step: SessionStep,
  place: AnswerPlace,
  questions: readonly string[],
): Outcome {
  switch (step.kind) {
    case 'replied': {
      const { text, calls, stop, usage, withheld, beside } = step;
      const { provider } = beside;
      const reasoning = boundData(beside.reasoning);
      const facts = isFacts(provider) ? provider : undefined;
      return answer(place, { text, calls, stop, usage, withheld, reasoning, facts });
    }
    case 'waiting': {
      const { text, usage, isAnswer } = step;
      if (text === undefined) return { kind: 'failure', failure: held(questions, isAnswer) };
      return answer(place, { text, usage, withheld: true });
    }
    case 'refused':
      return { kind: 'failure', failure: refused(step.text) };
    case 'failed':
      // The session only knows that the generation failed: the provider's error is the client's.
      return {
        kind: 'failure',
        failure: isForClient(step.cause) ? step.cause : failed(step.because),
      };
  }
}

/** True if an error is made for a client to read. */
export function isForClient(error: unknown): error is RequestError | UpstreamError {
  return error instanceof RequestError || error instanceof UpstreamError;
}

/** The answer that the same body had before: the model is not asked again. */
export function redelivered(given: Delivered, place: AnswerPlace): Outcome {
  const { text, calls, withheld = false, stop = 'complete' } = given;
  return answer(place, { text, calls, withheld, stop, usage: noUsage });
}

function answer(
  { id, createdMs, request }: AnswerPlace,
  given: Pick<Answer, 'text' | 'usage'> & Partial<Answer>,
): Outcome {
  const rest = { calls: [], stop: 'complete', withheld: false } as const;
  const nothing = { facts: undefined, reasoning: undefined };
  const { model } = request;
  return { kind: 'answer', answer: { ...rest, ...nothing, id, createdMs, model, ...given } };
}

function isFacts(value: unknown): value is ProviderFacts {
  return typeof value === 'object' && value !== null && 'model' in value && 'stop' in value;
}

function refused(text: string): RequestError {
  return new RequestError('call_refused', text, {
    hint: 'the operator sees why under the id in `x-sluice-decision`',
    headers: notAgain,
  });
}

/** What is refused or waits is a 400: every other status some client sends again by itself. */
const notAgain = { 'x-should-retry': 'false' } as const;

/** What waits unnamed is among these. */
const listed = '`npx sluice approvals`';

/**
 * The call, or the answer, waits on. Clients send what conflicts (409) again, and what is
 * unavailable: this they do not.
 */
function held(questions: readonly string[], isAnswer = false): RequestError {
  const each = questions.map((id) => `\`npx sluice approvals ${id}\``);
  const shown = each.length > 1 ? `${each.join(' and ')} show` : `${each.join('') || listed} shows`;
  const [code, what] = isAnswer ? ['answer_held', 'an answer'] : ['call_held', 'a call'];
  return new RequestError(code, `${what} waits for a person to decide`, {
    hint: `${shown} it; once it is decided, send the same request again`,
    headers: notAgain,
  });
}

function failed(because: Extract<SessionStep, { kind: 'failed' }>['because']): UpstreamError {
  switch (because) {
    case 'timed-out':
      return new UpstreamError('upstream_timeout', 'the upstream did not answer in time', {
        hint: 'try again',
        status: 504,
      });
    case 'limit-reached':
      return new UpstreamError('too_many_refusals', 'the model kept making refused calls', {
        hint: 'look at what was refused: `sluice why` with the id in `x-sluice-decision`',
        status: 502,
      });
    case 'model-failed':
    case 'aborted':
      return new UpstreamError('upstream_failed', 'the upstream gave no usable answer', {
        hint: 'try again',
        status: 502,
      });
  }
}
