import {
  BaseMessage,
  coerceMessageLikeToMessage,
  ToolMessage,
  type BaseMessageLike,
} from '@langchain/core/messages';
import type { PlainMessage } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import { transcriptOf } from './messages.ts';
import { memberOf } from '../../history/document.ts';
import type { FindHidden, MaySee } from '../shared/reader-view.ts';

/** Where the labels of a graph's messages are known. */
export interface MessageLabels {
  readonly top: Label;
  /** The label of a message; `undefined` where no guarded conversation holds it. */
  readonly labelOf: (message: BaseMessage, plain: PlainMessage) => Label | undefined;
  /** Members of a graph's state that tools write beside its messages. */
  readonly stateKeys: ReadonlySet<string>;
  /** The tools that were declared: a tool may name its result otherwise. */
  readonly toolNames: ReadonlySet<unknown>;
  /** True of a question that the guard itself asked the person. */
  readonly isReview: (value: unknown) => boolean;
}

/**
 * Finds what the reader of a graph's stream may not see: a message that was added, or that no guard
 * gave as a reply, and what tools write into the state. Streams show what a node wrote as it wrote
 * it, so that a message may be anything of which LangGraph makes one: a dictionary, a pair, a text.
 */
export function findHidden(labels: MessageLabels): FindHidden {
  const interrupts = new WeakSet<object>();
  return (value, { maySee, highWater, isAnswering }) => {
    for (const interrupt of interruptsIn(value)) interrupts.add(interrupt);
    const isTheirs = isAnswering && labels.isReview(memberOf(value, 'value'));
    if (interrupts.has(value) && !isTheirs && !maySee(highWater, '')) {
      return interruptFields.filter((field) => memberOf(value, field) !== undefined);
    }
    const isMessage = isMessageLike(value);
    if (isMessage && isHidden(value, { labels, maySee })) return 'all';
    const texts = isMessage || maySee(labels.top, '') ? [] : textsAmongMessages(value);
    if (maySee(highWater, '')) return texts;
    if (isMessage || memberOf(value, 'tool_call_id') !== undefined) return besideIn(value, labels);
    return [...texts, ...written(value, labels), ...failedIn(value)];
  };
}

function isHidden(
  like: BaseMessageLike,
  { labels, maySee }: { readonly labels: MessageLabels; readonly maySee: MaySee },
): boolean {
  const message = read(like);
  // A result is known by the id of its call.
  if (ToolMessage.isInstance(message)) return memberOf(message, 'tool_call_id') === undefined;
  // It tells which message goes; what a tool wrote beside that is left out by itself.
  if (message?.type === 'remove') return false;
  const plain = message === undefined ? undefined : transcribed(message);
  if (message === undefined || plain === undefined) return !maySee(labels.top, '');
  const text = plain.role === 'assistant' ? plain.text : JSON.stringify(plain);
  const label = labels.labelOf(message, plain);
  return label === undefined ? !maySee(labels.top, '') : !maySee(label, text);
}

function read(like: BaseMessageLike): BaseMessage | undefined {
  try {
    return coerceMessageLikeToMessage(like);
  } catch {
    return undefined;
  }
}

function transcribed(message: BaseMessage): PlainMessage | undefined {
  try {
    return transcriptOf([message])[0];
  } catch {
    return undefined;
  }
}

const kinds: ReadonlySet<unknown> = new Set(
  'human user ai assistant system developer tool function generic remove'.split(' '),
);

function isMessageLike(value: object): value is BaseMessageLike & object {
  if (BaseMessage.isInstance(value)) return true;
  return Array.isArray(value) ? value.length === 2 && kinds.has(value[0]) : isDictionary(value);
}

/** A dictionary of a message, or a message as LangChain serialises it. */
function isDictionary(value: object): boolean {
  if (memberOf(value, 'lc') === 1) return memberOf(value, 'kwargs') !== undefined;
  const kind = memberOf(value, 'role') ?? memberOf(value, 'type');
  return kinds.has(kind) && memberOf(value, 'content') !== undefined;
}

/** The member of a state that holds messages of which one is bare text. */
function textsAmongMessages(value: object): readonly string[] {
  const field = Array.isArray(value) && value[0] === 'messages' ? '1' : 'messages';
  const messages = [memberOf(value, field)].flat();
  return messages.some((message) => typeof message === 'string') ? [field] : [];
}

/** The members of a state that tools have written. */
function written(value: object, { stateKeys }: MessageLabels): readonly string[] {
  return [...stateKeys].filter((key) => memberOf(value, key) !== undefined);
}

/** The error of a task that failed, which may quote anything that the conversation has seen. */
function failedIn(value: object): readonly string[] {
  const error = memberOf(value, 'error') ?? undefined;
  return Array.isArray(memberOf(value, 'interrupts')) && error !== undefined ? ['error'] : [];
}

const interruptFields = ['value', 'response_schema'] as const;

/** Code in any node asks with an interrupt: what it asks may quote anything, as its error may. */
function interruptsIn(value: object): readonly object[] {
  const found = [memberOf(value, '__interrupt__'), memberOf(value, 'interrupts')].flat();
  return found.filter((one) => typeof one === 'object' && one !== null);
}

/** Fields that a tool may write beside a result's text, or into a message of removal. */
function besideIn(value: object, { toolNames }: MessageLabels): readonly string[] {
  const callId = memberOf(value, 'tool_call_id');
  const isResult = callId !== undefined;
  if (!isResult && memberOf(value, 'type') !== 'remove') return [];
  const isOurs: Readonly<Record<string, (own: unknown) => boolean>> = {
    id: (id) => isGivenId(id, callId),
    name: (name) => isResult && toolNames.has(name),
    ...(!isResult && { additional_kwargs: () => false, response_metadata: () => false }),
  };
  const present = Object.keys(isOurs).filter((field) => memberOf(value, field) !== undefined);
  return present.filter((field) => isOurs[field]?.(memberOf(value, field)) !== true);
}

/**
 * LangGraph makes an id where a tool wrote none; any other says what the tool wants. In a stream of
 * messages a result is called after its run and its call: a screen tells by it which is which.
 */
function isGivenId(id: unknown, callId: unknown): boolean {
  if (typeof id !== 'string') return false;
  const end = typeof callId === 'string' ? `-tool-${callId}` : ' ';
  return id === removeAll || givenId.test(id.endsWith(end) ? id.slice(0, -end.length) : id);
}

const givenId = /^(?:run-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** LangGraph's word for all messages, in a message of removal. */
const removeAll = '__remove_all__';
