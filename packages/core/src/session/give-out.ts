import type { Run } from '../engine/run.ts';
import type { Failed } from '../engine/step/generate.ts';
import type { Message } from '../history/message.ts';
import type { HeldBacks, HeldPlace } from './held-back.ts';
import { refuse } from '../engine/call/record-call.ts';
import { answerRefusalText, type Refusal, refusalOf, refusalText } from '../engine/call/refusal.ts';
import { type Held, type HeldCall, openQuestions, waitForAnswers } from './held.ts';
import type { ReleasedCalls } from './released-calls.ts';
import type { SessionOptions, SessionStep } from './session-options.ts';
import type { Transcript } from './transcript/transcript.ts';

/** The parts of a session that giving out needs. */
export interface Outlets {
  readonly run: Run;
  readonly options: Pick<SessionOptions, 'approval' | 'refusals'>;
  readonly held: HeldBacks;
  readonly released: ReleasedCalls;
  readonly transcript: Transcript;
}

/** The surroundings of a generation that is given out. */
interface Exchange {
  readonly place: HeldPlace;
  /** Exchanges before it that the client does not see. */
  readonly hidden: Message[];
  readonly said: Pick<SaidText, 'before'>;
  readonly signal: AbortSignal;
}

type Gave =
  Exclude<SessionStep, { kind: 'failed' }> extends infer Step
    ? Step extends SessionStep
      ? Omit<Step, 'usage'>
      : never
    : never;

/** Gives the client what a generation came to; `undefined` where the model is to go on. */
export async function giveOut(
  outlets: Outlets,
  held: Held,
  exchange: Exchange,
): Promise<Gave | undefined> {
  const { run, released, transcript } = outlets;
  const { approval } = outlets.options;
  const { place, hidden, said } = exchange;
  // Whoever saves the session while a person is asked saves what it is held for.
  await outlets.held.keep(place, held);
  const settled =
    approval.by === 'asker'
      ? await waitForAnswers(run, held, { asker: approval.asker, signal: exchange.signal })
      : held;
  await outlets.held.keep(place, settled);
  const waiting = toldToWait(outlets, settled, exchange);
  if (waiting !== undefined) return waiting;
  const { messages, given, withheld, text: own } = release(run, settled);
  if (withheld && isActedOn(outlets)) return { kind: 'refused', text: own };
  const { label, stop } = settled;
  const beside = withheld ? { provider: settled.beside.provider } : settled.beside;
  for (const call of given) released.add(call, { approved: approval.by === 'asker' });
  hidden.push(...messages);
  const calls = given.map(({ call: { id, tool, args } }) => ({ id, tool, args }));
  // A reply that broke off would do so again: the client is told that it did, as a provider does.
  const brokeOff = stop === 'truncated';
  if (settled.calls.length > 0 && calls.length === 0 && !brokeOff) {
    return allRefused(outlets, settled, exchange);
  }
  const text = said.before(own);
  outlets.held.replied(place, transcript.replied({ text, calls }, hidden));
  const decision = settled.answer?.decision;
  return { kind: 'replied', text, withheld, calls, label, decision, stop, beside };
}

/** A text of ours in place of an answer would be acted on. The run's own loop tells them apart. */
function isActedOn({ run, options }: Pick<Outlets, 'run' | 'options'>): boolean {
  return run.options.policy.answerActs === true && options.approval.by !== 'confirm';
}

function toldToWait(
  outlets: Outlets,
  settled: Held,
  { place, hidden, said, signal }: Exchange,
): Gave | undefined {
  const { options, held, transcript } = outlets;
  const open = openQuestions(settled);
  if (open.length === 0 || options.approval.by !== 'asker') return undefined;
  const waiting = {
    kind: 'waiting',
    callIds: open.map(({ callId }) => callId),
    isAnswer: settled.answer !== undefined,
  } as const;
  const notice = isActedOn(outlets) ? undefined : options.approval.asker.notice(open);
  if (notice === undefined) return { ...waiting, text: undefined };
  const text = said.before(notice);
  // A client that is gone does not hold the notice: it comes back with what stood before.
  if (!signal.aborted) held.replied(place, transcript.replied({ text, calls: [] }, hidden));
  return { ...waiting, text };
}

function allRefused(
  outlets: Outlets,
  held: Held,
  { place, hidden, said }: Exchange,
): Gave | undefined {
  const { options, held: waiting, transcript } = outlets;
  const { refusals = 'hidden' } = options;
  if (refusals === 'hidden') return undefined;
  const refused = refusedText(held);
  if (refusals === 'error' || isActedOn(outlets)) return { kind: 'refused', text: refused };
  const text = said.before(refused);
  const { label, stop } = held;
  const beside = { provider: held.beside.provider };
  waiting.replied(place, transcript.replied({ text, calls: [] }, hidden));
  const decision = undefined;
  return { kind: 'replied', text, withheld: true, calls: [], label, decision, stop, beside };
}

/** The outcome of a held generation, when nothing of it waits any more. */
interface Released {
  /** The exchange as the model will see it. */
  readonly messages: readonly Message[];
  readonly given: readonly HeldCall[];
  readonly text: string;
  /** The text is ours and stands in place of the answer. */
  readonly withheld: boolean;
}

/** Gives out what may go out, and refuses the rest, in the order of the calls. */
function release(run: Run, held: Held): Released {
  const { answer, generation } = held;
  if (answer !== undefined) {
    const isOut = answer.state.kind === 'given';
    const text = isOut ? held.text : answerRefusalText;
    return { messages: [generation], given: [], text, withheld: !isOut };
  }
  const messages = [generation];
  const calls = held.calls.map((call) => ({ ...call, state: stateNow(run, call) }));
  for (const call of calls) {
    if (call.state.kind !== 'given') messages.push(refuse(run, call, refusalOn(call)));
  }
  const given = calls.filter(({ state }) => state.kind === 'given');
  return { messages, given, text: held.text, withheld: false };
}

/** While a call waited, others may have written what it would run: it is another call now. */
function stateNow({ space, files }: Run, { call, label, state }: HeldCall): HeldCall['state'] {
  if (state.kind !== 'given' || space.flowsTo(files.runs(call.drafted), label)) return state;
  return { kind: 'refused', reason: 'confirmation-mismatch', words: undefined };
}

/**
 * The client reads it where a generation's calls were all refused and it asked to be told. A
 * person's words with a no are for the model: they carry the label of all that was shown.
 */
function refusedText({ calls }: Held): string {
  const refusals = calls.map((call) => ({ ...refusalOn(call), words: undefined }));
  return refusals.map(refusalText).join('\n');
}

function refusalOn({ decision, state }: HeldCall): Refusal {
  return state.kind === 'refused'
    ? refusalOf(decision, state.reason, state.words)
    : refusalOf(decision, 'no-answer-in-time');
}

/** Tells a loop of a generation that failed. */
export function failure({ because, cause }: Failed): SessionStep {
  return { kind: 'failed', because, cause };
}

/**
 * Text that a client has read as it came. What is said afterwards stands behind it: a generation
 * that was made again, or the next of a hidden exchange, cannot take it back.
 */
export class SaidText {
  /** `undefined` where the client reads nothing before the answer is complete. */
  readonly onText: ((delta: string) => void) | undefined;
  #said = '';

  constructor(onText: ((delta: string) => void) | undefined) {
    this.onText =
      onText &&
      ((delta) => {
        this.#said += delta;
        onText(delta);
      });
  }

  /** All that the client holds once `text` is the last that it is told. */
  before(text: string): string {
    if (this.#said === '' || text.startsWith(this.#said)) return text;
    if (text === '' || this.#said.endsWith(text)) return this.#said;
    return `${this.#said}\n\n${text}`;
  }
}
