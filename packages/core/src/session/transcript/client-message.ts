import { labelUnknownAnswer, raisedMessage, turnMessage } from '../../engine/labelling.ts';
import { refusalOf } from '../../engine/call/refusal.ts';
import type { Run } from '../../engine/run.ts';
import { Content } from '../../history/content.ts';
import {
  type KnownElsewhere,
  labelGiven,
  raisedByAnswers,
} from '../../history/known/known-answer.ts';
import { raisedByKnown } from '../../history/known/known-text.ts';
import { type Message, Opaque, type Part } from '../../history/message.ts';
import { mediaAgain } from './media-again.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import { labelOfMessage } from '../../history/regions.ts';
import type { Slices } from '../../history/slices.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import type { GivenCall, GivenCalls } from '../call-state.ts';

/** Everything besides a new message itself that decides its label. */
export interface Labelling {
  readonly given: GivenCalls;
  /** A new message carries at least that label. */
  readonly floor: Label;
  /** Messages that the run knows, and those of the same request that stand before. */
  readonly earlier: () => readonly Message[];
  /** The join of the labels of these, of `elsewhere` and of all that the run has seen. */
  readonly seen: Label;
  readonly elsewhere: KnownElsewhere;
  /** The join of the labels of the results behind which it stands, with no answer in between. */
  readonly behind: () => Label;
  /** True if it comes from the run's own loop: nobody else has held it. */
  readonly isOwn: boolean;
}

/** A message with its labels. */
interface Labelled {
  readonly message: Message;
  /** Records it. To be called once it stands in the transcript. */
  readonly tell: () => void;
}

/** Labels a message of the client's that the run does not know. */
export function* labelledMessage(
  run: Run,
  message: PlainMessage,
  how: Labelling,
): Slices<Labelled> {
  switch (message.role) {
    case 'system':
    case 'user':
      return yield* labelledTurn(run, message, how);
    case 'assistant': {
      const label = labelOfAnswer(run, message, how);
      return { message: unrecognised(run, message, label), tell: nothing };
    }
    case 'tool': {
      const known = how.given.find(message.callId);
      if (known !== undefined) return yield* givenResult(run, message, { ...how, known });
      return { message: unrecognised(run, message, run.space.top), tell: nothing };
    }
  }
}

const nothing = (): void => {};

/** True if a turn that no run gave tells nothing of the rest of its conversation. */
export function isAside({ options: { policy } }: Run, message: PlainMessage): boolean {
  if (policy.labelUnknownAnswer === undefined) return false;
  return message.role === 'assistant' && message.calls.length === 0;
}

/** Another run of the client may have given it, or the client says it itself. */
function labelOfAnswer(
  run: Run,
  message: AnswerTurn,
  { floor, elsewhere }: Pick<Labelling, 'floor' | 'elsewhere'>,
): Label {
  const { space } = run;
  if (!isAside(run, message)) return space.top;
  const own = labelUnknownAnswer(run.options.policy, message.text);
  if (space.flowsTo(own, floor)) return floor;
  const given = labelGiven(space, message.text, elsewhere);
  return space.join(floor, given ?? own);
}

function* labelledTurn(
  run: Run,
  { role, parts }: Turn,
  { floor, earlier, seen, elsewhere, behind }: Labelling,
): Slices<Labelled> {
  const { space } = run;
  const { handed, handedLeast } = run.enclosure;
  const least = space.join(floor, handed);
  const said = raisedMessage(space, turnMessage(run.options.policy, role, parts), least);
  // Where nothing that was seen is above it, nothing in it can be known from there.
  const isBelow = space.flowsTo(seen, labelOfMessage(space, said));
  const known = isBelow ? [] : earlier().flatMap(contentsOf);
  const read = isBelow ? said : yield* knownAgain(space, said, [...elsewhere.known, ...known]);
  const again = isBelow ? read : yield* mediaAgain(space, read, earlier);
  const turn = raisedMedia(space, again, behind);
  const label = labelOfMessage(space, turn);
  const started = { type: 'turn-started', role, parts, label, ...handedLeast } as const;
  return { message: turn, tell: () => run.record(started) };
}

/**
 * Where a protocol has no room for it in a result, clients put what a tool returned (an image, a
 * file) into a turn of the user right behind. Nobody can read there whose it is.
 */
function raisedMedia(space: LabelSpace, turn: Message, behind: () => Label): Message {
  if (turn.role !== 'user' || turn.parts.every(({ kind }) => kind === 'text')) return turn;
  const label = behind();
  const raised = (part: Part): Part =>
    part.kind === 'opaque' ? { ...part, label: space.join(part.label, label) } : part;
  return { ...turn, parts: turn.parts.map(raised) };
}

function* givenResult(
  run: Run,
  message: ToolTurn,
  { given, known, floor, elsewhere, isOwn }: Labelling & { readonly known: GivenCall },
): Slices<Labelled> {
  const { callId, parts } = message;
  const output = { parts, failed: message.failed === true };
  const built = given.takeBuilt(callId, output, { isOwn });
  const result = yield* clientResult(run, message, { known, built, floor, elsewhere });
  const label = labelOfMessage(run.space, result);
  return { message: result, tell: () => given.returned(callId, output, label) };
}

type Turn = Extract<PlainMessage, { readonly role: 'system' | 'user' }>;
type AnswerTurn = Extract<PlainMessage, { readonly role: 'assistant' }>;
type ToolTurn = Extract<PlainMessage, { readonly role: 'tool' }>;

interface ResultLabelling {
  readonly known: GivenCall;
  /** Made of this very text when it came. */
  readonly built: Message | undefined;
  /** It carries at least this label. */
  readonly floor: Label;
  readonly elsewhere: KnownElsewhere;
}

/** The result of a call that the client was given, as the client says that it read. */
function* clientResult(
  run: Run,
  message: ToolTurn,
  { known, built, floor, elsewhere }: ResultLabelling,
): Slices<Message> {
  const { call, label, within, hasFailed, refusedAs, words } = known;
  // The model is told of a call that the person refused in our words: no text of the client's.
  if (refusedAs !== undefined) {
    return run.refusalMessage(call.id, refusalOf(known.decision, refusedAs, words), label);
  }
  const output = { parts: message.parts, failed: hasFailed || message.failed === true };
  const made = built ?? run.resultMessage(call, output, { label, within });
  const result = yield* answeredElsewhere(run.space, made, elsewhere);
  return floor === run.space.bottom ? result : raisedMessage(run.space, result, floor);
}

/** A message that a run never made or saw: one label for all of it. */
function unrecognised(run: Run, message: PlainMessage, label: Label): Message {
  const { space } = run;
  if (message.role === 'assistant') {
    const calls = message.calls.map(({ id, tool, args }) => {
      const declared = run.tools.isVouched(tool);
      return { id, tool, declared, args: Content.whole(space, args, label), label };
    });
    return { role: 'assistant', text: Content.whole(space, message.text, label), calls, label };
  }
  const partAt = (part: PlainPart): Part =>
    part.kind === 'text'
      ? { kind: 'text', content: Content.whole(space, part.text, label) }
      : { kind: 'opaque', mediaType: part.mediaType, data: new Opaque(part.data), label };
  const parts = message.parts.map(partAt);
  if (message.role !== 'tool') return { role: message.role, parts, shape: label };
  const { role, callId } = message;
  const failed = message.failed === true;
  return { role, callId, parts, shape: label, ...(failed && { failed }) };
}

/**
 * A turn in which what repeats a known text carries the label that it had there: clients put files,
 * results and summaries into the turns of their users. `known` comes in the order in which it
 * became known.
 */
function* knownAgain(space: LabelSpace, turn: Message, known: readonly Content[]): Slices<Message> {
  if (turn.role !== 'system' && turn.role !== 'user') return turn;
  const own = labelOfMessage(space, turn);
  if (known.every(({ label }) => space.flowsTo(label, own))) return turn;
  const parts = yield* raisedTexts(turn.parts, (text) => raisedByKnown(space, text, known));
  return { ...turn, parts };
}

/** A result in which what other runs have answered carries the label that it had there. */
function* answeredElsewhere(
  space: LabelSpace,
  result: Message,
  elsewhere: KnownElsewhere,
): Slices<Message> {
  if (result.role !== 'tool' || elsewhere.answered.length === 0) return result;
  const parts = yield* raisedTexts(result.parts, (text) => raisedByAnswers(space, text, elsewhere));
  return parts.every((part, at) => part === result.parts[at]) ? result : { ...result, parts };
}

function* raisedTexts(
  parts: readonly Part[],
  raise: (text: Content) => Slices<Content>,
): Slices<readonly Part[]> {
  const raised: Part[] = [];
  for (const part of parts) {
    if (part.kind !== 'text') raised.push(part);
    else {
      const content = yield* raise(part.content);
      raised.push(content === part.content ? part : { kind: 'text', content });
    }
  }
  return raised;
}

/** The texts of a message, with their labels. */
export function contentsOf(message: Message): readonly Content[] {
  if (message.role === 'assistant') return [message.text, ...message.calls.map(({ args }) => args)];
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.content] : []));
}
