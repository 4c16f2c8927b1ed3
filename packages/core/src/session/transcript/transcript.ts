import { raisedMessage } from '../../engine/labelling.ts';
import type { Run } from '../../engine/run.ts';
import type { GivenCalls } from '../call-state.ts';
import type { Content } from '../../history/content.ts';
import { History } from '../../history/history.ts';
import type { LabelledTool, Message } from '../../history/message.ts';
import type { PlainCall, PlainMessage } from '../../history/plain.ts';
import { labelOfHistory, labelOfMessage } from '../../history/regions.ts';
import type { Slices } from '../../history/slices.ts';
import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { type LogRecord, type Restored, saveEntry } from '../saved/saved-session.ts';
import { missing } from '../saved/saved-value.ts';
import { isAside, labelledMessage, type Labelling } from './client-message.ts';
import {
  type Entry,
  isSystem,
  keyOf,
  keysInSlices,
  labelBehind,
  type Matched,
  matchSent,
  type Reconciling,
  type Sent,
  UnansweredCalls,
  unrecognisedFloor,
} from './entries.ts';

interface Taking extends Pick<Labelling, 'given' | 'floor' | 'elsewhere' | 'isOwn'> {
  readonly movesMedia: boolean;
}

/**
 * Keeps the client's transcript and the model's in step (docs/adapters.md). A message that the run
 * knows keeps the label that it was made with. Where known history is missing or changed, every
 * message that is not recognised, user and system included, takes at least the run's high-water
 * label: the join of everything that the run has seen. Where turns of somebody else come with it,
 * it takes top. A turn of the user's may lose parts: then it is their label. So a client can only raise
 * labels. System turns aside: clients write them anew,
 * with a date or what they remember, and one that is new is labelled as the first was. Turns that
 * repeat what the run knows carry its label.
 */
export class Transcript {
  readonly #run: Run;
  /** Every entry that ever stood in the transcript, by key and then by its own id. */
  readonly #known: Map<string, Map<number, Entry>> = new Map();
  readonly #byId: Map<number, Entry> = new Map();
  readonly #log: LogRecord;
  /** Entries that `log` was told of. */
  readonly #logged: WeakSet<Entry> = new WeakSet();
  #nextId = 0;
  #entries: readonly Entry[] = [];
  #history: History = History.of([]);
  #highWater: Label;
  #unanswered: UnansweredCalls = new UnansweredCalls();

  /** `log` is told of each entry, for who keeps the session. */
  constructor(run: Run, log: LogRecord) {
    this.#run = run;
    this.#log = log;
    this.#highWater = run.space.bottom;
  }

  /** From now on these tools stand in the history. */
  declare(tools: readonly LabelledTool[]): void {
    this.#history = History.of(tools, this.#history.messages);
    const { space } = this.#run;
    this.#highWater = space.join(this.#highWater, labelOfHistory(space, this.#history));
  }

  /** All that changes with every step, for who keeps the session. */
  get place(): Pick<Restored, 'order' | 'nextId' | 'highWater'> {
    const order = this.#entries.map(({ id }) => id);
    return { order, nextId: this.#nextId, highWater: this.#highWater };
  }

  /** The entries that make up the conversation: system turns aside, which clients write anew. */
  get conversation(): readonly Entry[] {
    return this.#entries.filter((entry) => !isSystem(entry));
  }

  /** The model's words for the newest entry, which is an answer of its. */
  get answered(): readonly Content[] {
    const messages = this.conversation.at(-1)?.messages ?? [];
    return messages.flatMap((message) => (message.role === 'assistant' ? [message.text] : []));
  }

  get highWater(): Label {
    return this.#highWater;
  }

  /** Goes on with a saved transcript. Throws `history-invalid` where its order names no entry. */
  restore({ entries, order, nextId, highWater }: Restored): void {
    for (const entry of entries.values()) {
      this.#logged.add(entry);
      this.#know(entry);
    }
    this.#nextId = nextId;
    this.#set(order.map((id) => entries.get(id) ?? missing()));
    this.#highWater = this.#run.space.join(this.#highWater, highWater);
  }

  get history(): History {
    return this.#history;
  }

  /**
   * Brings the model's transcript up to date with what the client sent; what is new carries at
   * `least` that label. Throws `history-invalid` where two calls have one id; then nothing has
   * changed. What is lowered between two slices stays so.
   */
  *reconcile(
    messages: readonly PlainMessage[],
    { given, least, after, elsewhere, movesMedia }: Reconciling,
  ): Slices<void> {
    const sent = yield* this.#sent(messages, after);
    const matched = matchSent(this.#entries, sent, {
      recognise: this.#recognised,
      anew: (key, made) => this.#entry(key, made),
    });
    const { space } = this.#run;
    const floor = joinAll(space, [
      least,
      unrecognisedFloor(space, matched, {
        given,
        highWater: this.#highWater,
        isAside: (message) => isAside(this.#run, message),
      }),
      this.#unanswered.label(space, { sent: matched.tail, given }),
    ]);
    yield* this.#take(matched, { given, floor, elsewhere, movesMedia, isOwn: false });
  }

  /**
   * Adds what the run's own loop has: turns, and results of its calls. Nobody else holds the
   * transcript, so there is nothing to match.
   */
  *extend(messages: readonly PlainMessage[], given: GivenCalls): Slices<void> {
    const tail = messages.map((message): Sent => ({ message, key: '' }));
    const elsewhere = { known: [], answered: [], labels: [] };
    const floor = this.#run.space.bottom;
    const how = { given, floor, elsewhere, movesMedia: false, isOwn: true };
    yield* this.#take({ stands: this.#entries, tail }, how);
  }

  *#take(
    { stands, tail }: Pick<Matched, 'stands' | 'tail'>,
    { elsewhere, movesMedia, ...how }: Taking,
  ): Slices<void> {
    const { space } = this.#run;
    const entries: Entry[] = [];
    const fresh: Message[] = [];
    const told: (() => void)[] = [];
    let seen = joinAll(space, [this.#highWater, ...elsewhere.labels]);
    for (const { message, key, known: entry } of tail) {
      if (entry !== undefined) entries.push(entry);
      else if (message !== undefined) {
        const earlier = (): readonly Message[] => [...this.everKnown(), ...fresh];
        const made = yield* labelledMessage(this.#run, message, {
          ...how,
          earlier,
          seen,
          elsewhere,
          behind: () => (movesMedia ? labelBehind(space, [...stands, ...entries]) : space.bottom),
        });
        told.push(made.tell);
        fresh.push(made.message);
        seen = space.join(seen, labelOfMessage(space, made.message));
        entries.push(this.#entry(key, [made.message]));
      }
    }
    this.#set([...stands, ...entries].map((entry) => this.#byId.get(entry.id) ?? entry));
    for (const tell of told) tell();
  }

  /**
   * Records what the client was given, and the exchanges that stand for it. Gives the entry's id.
   */
  replied(
    { text, calls }: { readonly text: string; readonly calls: readonly PlainCall[] },
    messages: readonly Message[],
  ): number {
    const key = keyOf({ role: 'assistant', text, calls });
    const entry = this.#entry(key, [...messages]);
    this.#set([...this.#entries, entry]);
    return entry.id;
  }

  /**
   * Takes over labels that were lowered in a history that was made of `before`, in the order in
   * which the messages stand. What somebody else has lowered since stays so. Returns the messages
   * behind the transcript's own: exchanges that the client does not see yet.
   */
  replaceLowered(history: History, before: History = this.#history): readonly Message[] {
    const own = this.#history.length;
    if (history.continues(before)) return history.from(own);
    let at = 0;
    const entries = this.#entries.map((entry) => {
      const messages = entry.messages.map((message) => {
        const lowered = message === before.at(at) ? history.at(at) : undefined;
        at += 1;
        return lowered ?? message;
      });
      const isSame = messages.every((message, index) => message === entry.messages[index]);
      return isSame ? entry : { ...entry, messages };
    });
    this.#set(entries);
    return history.from(own);
  }

  /** All that the client sent or only named. Throws where it named what never was. */
  *#sent(messages: readonly PlainMessage[], after: Reconciling['after']): Slices<readonly Sent[]> {
    const keys = yield* keysInSlices(messages);
    const sent = messages.map((message, at): Sent => ({ message, key: keys[at] ?? missing() }));
    const named = after?.order.map((id): Sent => {
      const known = this.#byId.get(id) ?? missing();
      return { key: known.key, known };
    });
    return named === undefined ? sent : sent.toSpliced(after?.at ?? 0, 0, ...named);
  }

  #set(entries: readonly Entry[]): void {
    const isLonger = this.#entries.every((entry, at) => entry === entries[at]);
    const fresh = isLonger ? entries.slice(this.#entries.length) : entries;
    const start = isLonger ? this.#history : this.#history.upTo(0);
    // Throws where a client sent two calls with one id; then nothing has changed.
    const history = start.append(...fresh.flatMap(({ messages }) => messages));
    this.#history = history;
    this.#entries = entries;
    if (!isLonger) this.#unanswered = new UnansweredCalls();
    this.#unanswered.add(fresh);
    for (const entry of fresh) {
      this.#know(entry);
      if (!this.#logged.has(entry)) this.#log(() => saveEntry(entry));
      this.#logged.add(entry);
    }
    const { space } = this.#run;
    this.#highWater = space.join(this.#highWater, labelOfHistory(space, history));
  }

  /** All that ever stood in the transcript, in the order in which it came. */
  everKnown(): readonly Message[] {
    return [...this.#byId.values()].flatMap(({ messages }) => messages);
  }

  #know(entry: Entry): void {
    this.#byId.set(entry.id, entry);
    const same = this.#known.get(entry.key) ?? new Map<number, Entry>();
    this.#known.set(entry.key, same.set(entry.id, entry));
  }

  #entry(key: string, messages: readonly Message[]): Entry {
    this.#nextId += 1;
    return { id: this.#nextId, key, messages };
  }

  /**
   * A message found has the label that it was made with; where several read alike, their join. Each
   * stands for one message of the client's, in order; of one that stands there once more, what
   * was hidden behind it does not.
   */
  readonly #recognised = (key: string, used: Set<Entry>): Entry | undefined => {
    const alike = [...(this.#known.get(key)?.values() ?? [])];
    const [first] = alike;
    if (first === undefined) return undefined;
    const unused = alike.find((entry) => !used.has(entry));
    const chosen = unused ?? this.#entry(key, first.messages.slice(-1));
    used.add(chosen);
    const { space } = this.#run;
    const labelIn = (message: Message): Label => labelOfMessage(space, message);
    const labelOf = ({ messages }: Entry): Label => joinAll(space, messages.map(labelIn));
    const label = joinAll(space, alike.map(labelOf));
    if (space.flowsTo(label, labelOf(chosen))) return chosen;
    return this.#entry(
      key,
      chosen.messages.map((message) => raisedMessage(space, message, label)),
    );
  };
}
