import { Content } from '../history/content.ts';
import type { History } from '../history/history.ts';
import { Opaque, type Message, type Part } from '../history/message.ts';
import type { PlainCall, PlainMessage, PlainPart } from '../history/plain.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { canonicalJson } from '../history/canonical.ts';
import type { LabelledCall } from './calls.ts';
import type { Decision } from './decision.ts';
import { refusalText } from './refusal.ts';
import type { Run } from './run.ts';

/** One message of the client, and what stands for it in the model's transcript. */
interface Entry {
  readonly id: number;
  readonly key: string;
  readonly messages: readonly Message[];
}

/** A call that the client was given, and what is known of how it ended. */
export interface GivenCall extends LabelledCall {
  readonly decision: Decision;
  readonly hasFailed: boolean;
  /** The person said no. */
  readonly wasRefused: boolean;
  /** What they wrote with it. */
  readonly words: string | undefined;
}

type ToolTurn = Extract<PlainMessage, { readonly role: 'tool' }>;

type FindCall = (callId: string) => GivenCall | undefined;

/**
 * Keeps the client's transcript and the model's in step (design.md section 7). A message that the
 * run knows keeps the label that it was made with. Where known history is missing or changed, every
 * message that is not recognised, user and system included, takes at least the run's high-water
 * label: the join of everything that the run has seen. Where turns of somebody else come with it,
 * it takes top. So a client can only raise labels.
 */
export class Transcript {
  readonly #run: Run;
  /** Every entry that ever stood in the transcript, by key and then by its own id. */
  readonly #known: Map<string, Map<number, Entry>> = new Map();
  #nextId = 0;
  #entries: readonly Entry[] = [];
  #history: History;
  #highWater: Label;

  constructor(run: Run, empty: History) {
    this.#run = run;
    this.#history = empty;
    this.#highWater = labelOfHistory(run.space, empty);
  }

  get history(): History {
    return this.#history;
  }

  /**
   * Brings the model's transcript up to date with what the client sent. Throws `history-invalid`
   * where two calls have one id; then nothing has changed.
   */
  reconcile(messages: readonly PlainMessage[], find: FindCall): void {
    const keys = messages.map(keyOf);
    const isIntact = this.#entries.every(({ key }, at) => keys[at] === key);
    const from = isIntact ? this.#entries.length : 0;
    const tail = messages.slice(from).map((message, at) => {
      const key = keys[from + at] ?? '';
      return { message, key, known: isIntact ? undefined : this.#recognised(key) };
    });
    const isNew = tail.flatMap(({ message, known }) => (known === undefined ? [message] : []));
    const floor = this.#floor(isNew, { isIntact, find });
    const entries = tail.map(
      ({ message, key, known }) =>
        known ?? this.#entry(key, [this.#labelled(message, { find, floor })]),
    );
    this.#set(isIntact ? [...this.#entries, ...entries] : entries);
  }

  /** Records what the client was given, and the exchanges that stand for it. */
  replied(
    { text, calls }: { readonly text: string; readonly calls: readonly PlainCall[] },
    messages: readonly Message[],
  ): void {
    const key = keyOf({ role: 'assistant', text, calls });
    this.#set([...this.#entries, this.#entry(key, [...messages])]);
  }

  /**
   * Takes over labels that a step lowered, in the order in which the messages stand. Returns the
   * messages behind the transcript's own: exchanges that the client does not see yet.
   */
  replaceLowered(history: History): readonly Message[] {
    if (history.continues(this.#history)) return history.from(this.#history.length);
    let at = 0;
    const entries = this.#entries.map((entry) => {
      const messages = history.messages.slice(at, at + entry.messages.length);
      at += messages.length;
      return { ...entry, messages };
    });
    this.#set(entries);
    return history.messages.slice(at);
  }

  #set(entries: readonly Entry[]): void {
    const isLonger = this.#entries.every((entry, at) => entry === entries[at]);
    const fresh = isLonger ? entries.slice(this.#entries.length) : entries;
    const start = isLonger ? this.#history : this.#history.upTo(0);
    // Throws where a client sent two calls with one id; then nothing has changed.
    const history = start.append(...fresh.flatMap(({ messages }) => messages));
    this.#history = history;
    this.#entries = entries;
    for (const entry of fresh) {
      const same = this.#known.get(entry.key) ?? new Map<number, Entry>();
      this.#known.set(entry.key, same.set(entry.id, entry));
    }
    const { space } = this.#run;
    this.#highWater = space.join(this.#highWater, labelOfHistory(space, history));
  }

  #entry(key: string, messages: readonly Message[]): Entry {
    this.#nextId += 1;
    return { id: this.#nextId, key, messages };
  }

  /** A message found has the label that it was made with; where several read alike, their join. */
  #recognised(key: string): Entry | undefined {
    const [first, ...others] = [...(this.#known.get(key)?.values() ?? [])];
    if (first === undefined || others.length === 0) return first;
    const { space } = this.#run;
    const all = this.#history.upTo(0).append(...[first, ...others].flatMap((one) => one.messages));
    const label = labelOfHistory(space, all);
    return this.#entry(
      key,
      first.messages.map((message) => raisedMessage(space, message, label)),
    );
  }

  /**
   * What every message that is not recognised carries at least: top where someone else's turns are
   * among them, the high-water label where known history is missing or changed.
   */
  #floor(
    messages: readonly PlainMessage[],
    { isIntact, find }: { readonly isIntact: boolean; readonly find: FindCall },
  ): Label {
    const { space } = this.#run;
    const isForeign = (message: PlainMessage): boolean =>
      message.role === 'assistant' ||
      (message.role === 'tool' && find(message.callId) === undefined);
    if (messages.some(isForeign)) return space.top;
    return isIntact ? space.bottom : this.#highWater;
  }

  #labelled(
    message: PlainMessage,
    { find, floor }: { readonly find: FindCall; readonly floor: Label },
  ): Message {
    const { space } = this.#run;
    switch (message.role) {
      case 'system':
      case 'user': {
        const { role, parts } = message;
        const fresh = raisedMessage(space, this.#run.turnMessage(role, parts), floor);
        const label = labelOfHistory(space, this.#history.upTo(0).append(fresh));
        this.#run.record({ type: 'turn-started', role, parts, label });
        return fresh;
      }
      case 'assistant':
        return this.#unrecognised(message, space.top);
      case 'tool': {
        const known = find(message.callId);
        if (known === undefined) return this.#unrecognised(message, space.top);
        return this.#result(message, known, floor);
      }
    }
  }

  #result(message: ToolTurn, known: GivenCall, floor: Label): Message {
    const { call, label, hasFailed, wasRefused, words } = known;
    // Of a call that the person refused, the model is told in our words: no text of the client's.
    if (wasRefused) {
      const { rule, violations } = known.decision;
      const text = refusalText({ rule, violations, words, reason: 'person-said-no' });
      return this.#run.refusalMessage(call.id, text, label);
    }
    const output = { parts: message.parts, failed: hasFailed };
    const result = this.#run.resultMessage(call, output, label);
    return floor === this.#run.space.bottom
      ? result
      : raisedMessage(this.#run.space, result, floor);
  }

  /** A message that this run never made or saw: one label for all of it. */
  #unrecognised(message: PlainMessage, label: Label): Message {
    const { space } = this.#run;
    if (message.role === 'assistant') {
      const calls = message.calls.map(({ id, tool, args }) => {
        const declared = this.#run.isDeclared(tool);
        return { id, tool, declared, args: Content.whole(space, args, label), label };
      });
      return { role: 'assistant', text: Content.whole(space, message.text, label), calls, label };
    }
    const parts = message.parts.map((part) => this.#partAt(part, label));
    return message.role === 'tool'
      ? { role: 'tool', callId: message.callId, parts, shape: label }
      : { role: message.role, parts, shape: label };
  }

  #partAt(part: PlainPart, label: Label): Part {
    return part.kind === 'text'
      ? { kind: 'text', content: Content.whole(this.#run.space, part.text, label) }
      : { kind: 'opaque', mediaType: part.mediaType, data: new Opaque(part.data), label };
  }
}

/** The same message with every label in it joined with `label`. */
function raisedMessage(space: LabelSpace, message: Message, label: Label): Message {
  if (message.role === 'assistant') {
    return {
      role: 'assistant',
      text: message.text.raisedTo(space, label),
      calls: message.calls.map((call) => {
        const args = call.args.raisedTo(space, label);
        return { ...call, args, label: space.join(call.label, label) };
      }),
      label: space.join(message.label, label),
    };
  }
  const parts = message.parts.map((part): Part =>
    part.kind === 'text'
      ? { kind: 'text', content: part.content.raisedTo(space, label) }
      : { ...part, label: space.join(part.label, label) },
  );
  return { ...message, parts, shape: space.join(message.shape, label) };
}

/** Names a message by its canonical content; calls by the ids that we minted. */
function keyOf(message: PlainMessage): string {
  switch (message.role) {
    case 'system':
    case 'user':
      return canonicalJson([message.role, partsKey(message.parts)]);
    case 'assistant':
      return canonicalJson([
        'assistant',
        message.calls.length === 0 ? message.text : '',
        message.calls.map(({ id }) => id),
      ]);
    case 'tool':
      return canonicalJson(['tool', message.callId, partsKey(message.parts)]);
  }
}

function partsKey(parts: readonly PlainPart[]): readonly unknown[] {
  return parts.map((part) =>
    part.kind === 'text' ? part.text : [part.mediaType, canonicalJson(part.data)],
  );
}
