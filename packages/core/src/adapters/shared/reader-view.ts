import { SluiceError } from '../../errors.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import type { MonitorEvent } from '../../engine/events.ts';
import { answerRefusalText } from '../../engine/call/refusal.ts';
import type { Policy } from '../../policy/policy.ts';
import { placeholder } from '../../redact/redact-content.ts';
import { memberOf } from '../../history/document.ts';
import { Recent } from './recent.ts';

interface CallLabels {
  readonly call: Label;
  readonly isAsked: boolean;
  readonly result: Label | undefined;
}

export interface ReaderOptions {
  /**
   * The reader of the stream: a label of the policy, or its text. Default: whoever may read an
   * answer that says the same.
   */
  readonly reader?: Label | string | undefined;
}

/** True if the reader may see a text with this label. */
export type MaySee = (label: Label, text: string) => boolean;

/** Which members of an object of the framework the reader may not see, or that it is all of it. */
export type FindHidden = (
  value: object,
  reader: {
    readonly maySee: MaySee;
    /** The join of all labels so far. */
    readonly highWater: Label;
    /** No reader was named: it is the one who answers what is asked. */
    readonly isAnswering: boolean;
  },
) => readonly string[] | 'all';

const dropped: unique symbol = Symbol('dropped');

const resultFields = ['output', 'result', 'content', 'error', 'errorText', 'artifact'] as const;

/** A tool may write anything into them, as into its result. */
const besideFields = ['additional_kwargs', 'response_metadata', 'metadata'] as const;

/**
 * Filters a framework's stream for a reader. Frameworks send an app every call and every result as
 * it comes, also those that no answer may hold: a call above the reader's clearance is left out,
 * and of a result the placeholder is left. Calls are known by ids that were minted for them, so a
 * call of which nothing is known is left out too.
 */
export class ReaderView {
  readonly #policy: Policy;
  readonly #approver: Label;
  readonly #findHidden: FindHidden;
  readonly #calls: Recent<CallLabels> = new Recent({ entriesMax: limits.streamedCallsMax });
  /** Answers, and text beside calls. */
  readonly #texts: Recent<Label> = new Recent({ entriesMax: limits.streamedCallsMax });
  /** The join of all labels so far: what a piece of a text may carry. */
  #highWater: Label;

  /** `approver`: calls that the person is asked about are shown at their clearance. */
  constructor(policy: Policy, approver: Label, findHidden: FindHidden = () => []) {
    this.#policy = policy;
    this.#approver = approver;
    this.#findHidden = findHidden;
    this.#highWater = policy.space.bottom;
  }

  /** The label of a reply; top where nothing is known of it. */
  labelOfText(text: string): Label {
    const { space } = this.#policy;
    if (text === '' || text === answerRefusalText) return space.bottom;
    return this.#texts.get(text) ?? space.top;
  }

  /** Something came up at this label that is no event: the words of a tool that threw. */
  noteLabel(label: Label): void {
    this.#highWater = this.#policy.space.join(this.#highWater, label);
  }

  /** Learns the labels of calls, of results and of texts from a run's events. */
  note(event: MonitorEvent): void {
    const { space } = this.#policy;
    if ('label' in event) this.noteLabel(event.label);
    if (event.type === 'answer-decided') {
      const known = this.#texts.get(event.text) ?? space.bottom;
      this.#texts.set(event.text, space.join(known, event.label));
    }
    if (event.type === 'call-decided') {
      const isAsked = event.decision.kind === 'ask';
      this.#calls.set(event.callId, { call: event.label, isAsked, result: undefined });
    }
    const known = event.type === 'call-executed' ? this.#calls.get(event.callId) : undefined;
    if (event.type === 'call-executed' && known !== undefined) {
      this.#calls.set(event.callId, { ...known, result: event.label });
    }
  }

  /** The same stream with what the reader may see. */
  stream<Chunk>(
    source: AsyncIterable<Chunk> | ReadableStream<Chunk>,
    { reader }: ReaderOptions = {},
  ): ReadableStream<Chunk> {
    const clearance = typeof reader === 'string' ? this.#policy.space.parse(reader) : reader;
    const maySee: MaySee = (label, text) => this.#maySee(text, label, clearance);
    const seal = (value: object): Sealed => {
      const isAnswering = clearance === undefined;
      const hidden = this.#findHidden(value, { maySee, highWater: this.#highWater, isAnswering });
      if (hidden === 'all') return dropped;
      const texts = clearance === undefined ? [] : this.#textsIn(value, maySee);
      const sealed = texts.length > 0 ? texts : this.#seal(value, { maySee, clearance });
      return sealed === dropped ? dropped : [...hidden, ...sealed];
    };
    const isSpoken = (text: string): boolean =>
      clearance === undefined || maySee(this.#texts.get(text) ?? this.#highWater, text);
    const see = (chunk: Chunk): Chunk | typeof dropped =>
      typeof chunk === 'string' && !isSpoken(chunk) ? dropped : seen(chunk, seal);
    const chunks = source[Symbol.asyncIterator]();
    const broken = (error: unknown): unknown =>
      maySee(this.#highWater, '') ? error : brokenStream();
    return new ReadableStream<Chunk>({
      pull: async (controller) => {
        for (;;) {
          const next = await chunks.next().catch((error: unknown) => {
            throw broken(error);
          });
          if (next.done === true) return controller.close();
          const chunk = see(next.value);
          if (chunk !== dropped) return controller.enqueue(chunk);
        }
      },
      cancel: async () => {
        await chunks.return?.();
      },
    });
  }

  /** An answer went out to who may read it; this reader may be somebody else. */
  #textsIn(value: object, maySee: MaySee): readonly string[] {
    if (!textTypes.has(String(memberOf(value, 'type')))) return [];
    return textFields.filter((field) => {
      const text = memberOf(value, field);
      const label = typeof text === 'string' ? this.#texts.get(text) : undefined;
      return typeof text === 'string' && !maySee(label ?? this.#highWater, text);
    });
  }

  #seal(
    value: object,
    { maySee, clearance }: { readonly maySee: MaySee; readonly clearance: Label | undefined },
  ): Sealed {
    const { space } = this.#policy;
    const fields = resultFields.filter((field) => memberOf(value, field) !== undefined);
    const beside = besideFields.filter((field) => isFilled(memberOf(value, field)));
    const callId = callIdIn(value);
    if (callId === undefined) {
      // Providers quote what they were sent.
      const isInner = isInnerEvent(value);
      const isQuoting = isInner || memberOf(value, 'type') === 'error';
      if (!isQuoting || maySee(space.top, '')) return [];
      return isInner ? ['data'] : fields;
    }
    const known = this.#calls.get(callId);
    if (known === undefined) return isAboutCall(value) ? dropped : [];
    // Where no reader is named, it is the one who answers.
    const isAnswering = clearance === undefined && known.isAsked;
    const isShown = isAnswering && space.flowsTo(known.call, this.#approver);
    if (!isShown && !maySee(known.call, textIn(value))) return dropped;
    const result = known.result ?? space.top;
    return fields.length === 0 || maySee(result, textIn(value)) ? [] : [...fields, ...beside];
  }

  #maySee(text: string, label: Label, reader: Label | undefined): boolean {
    const { space } = this.#policy;
    if (reader !== undefined) return space.flowsTo(label, reader);
    const ruling = this.#policy.ruleAnswer(text);
    return ruling.kind === 'ceiling' && space.flowsTo(label, ruling.ceiling);
  }
}

/** In the place of an error that may quote anything: a tool's, a provider's. */
function brokenStream(): SluiceError {
  return new SluiceError('model-failed', 'the stream broke off with an error above its reader', {
    hint: "read the agent's own stream, or one for a reader who may see more, for its words",
  });
}

/** Which members must go; `dropped`: all of it. */
type Sealed = readonly string[] | typeof dropped;

/** A copy of what holds something that must go; all else is the same value. */
function seen<Value>(
  value: Value,
  seal: (value: object) => Sealed,
  above: readonly object[] = [],
): Value | typeof dropped {
  if (typeof value !== 'object' || value === null || above.includes(value)) return value;
  const sealed = seal(value);
  if (sealed === dropped) return dropped;
  const changes = new Map<string, unknown>(sealed.map((field) => [field, placeholder]));
  for (const [key, member] of Object.entries(value)) {
    if (changes.has(key) || isAgent(member)) continue;
    const inner: unknown = seen(member, seal, [...above, value]);
    if (inner === dropped && !Array.isArray(value)) return dropped;
    if (inner !== member) changes.set(key, inner);
  }
  return changes.size === 0 ? value : copied(value, changes);
}

/** A copy with other members; of a list, without those that are dropped. */
export function copied<Value extends object>(
  value: Value,
  changes: ReadonlyMap<string, unknown>,
): Value;
export function copied(value: object, changes: ReadonlyMap<string, unknown>): object {
  if (Array.isArray(value)) {
    return value
      .map((member: unknown, at) => (changes.has(`${at}`) ? changes.get(`${at}`) : member))
      .filter((member) => member !== dropped);
  }
  const copy = {};
  Reflect.setPrototypeOf(copy, Reflect.getPrototypeOf(value));
  Object.defineProperties(copy, Object.getOwnPropertyDescriptors(value));
  for (const [key, member] of changes) {
    Object.defineProperty(copy, key, {
      value: member,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** An agent of the Agents SDK is the app's own, and leads to everything. */
function isAgent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'asTool') === 'function';
}

/**
 * LangGraph's events from inside a node tell what its tool was called with, and all that the tool
 * does. What comes of the node stands in the events of the graph too, with ids of calls.
 */
function isInnerEvent(value: object): boolean {
  const event = memberOf(value, 'event');
  const isEvent = typeof event === 'string' && event.startsWith('on_');
  return isEvent && memberOf(memberOf(value, 'metadata'), 'langgraph_node') !== undefined;
}

const textTypes: ReadonlySet<string> = new Set(['text-delta', 'output_text_delta', 'output_text']);
const textFields = ['text', 'delta'] as const;

const idFields = ['toolCallId', 'callId', 'tool_call_id'] as const;
const argumentFields = ['args', 'arguments', 'input', 'inputTextDelta', 'delta'] as const;

function callIdIn(value: object): string | undefined {
  for (const field of idFields) {
    // Items of the Agents SDK repeat what the item of the model says.
    const id = memberOf(value, field) ?? memberOf(memberOf(value, 'rawItem'), field);
    if (typeof id === 'string') return id;
  }
  const id = memberOf(value, 'id');
  return typeof id === 'string' && id.startsWith('call_') ? id : undefined;
}

function isFilled(member: unknown): boolean {
  return typeof member === 'object' && member !== null && Object.keys(member).length > 0;
}

/** True if an object with an id of which nothing is known would tell of a call. */
function isAboutCall(value: object): boolean {
  return [...argumentFields, ...resultFields].some((field) => memberOf(value, field) !== undefined);
}

function textIn(value: object): string {
  const members = [...argumentFields, ...resultFields].map((field) => memberOf(value, field));
  try {
    return JSON.stringify(members);
  } catch {
    return '';
  }
}
