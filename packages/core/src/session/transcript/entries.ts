import type { GivenCalls } from '../call-state.ts';
import type { Run } from '../../engine/run.ts';
import { canonicalJson } from '../../history/json/canonical.ts';
import { jsonPieces, type Pieces } from '../../history/json/json-pieces.ts';
import type { KnownElsewhere } from '../../history/known/known-answer.ts';
import type { Message } from '../../history/message.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import type { Slices } from '../../history/slices.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { labelOfMessage } from '../../history/regions.ts';
import { joinAll } from '../../label/lattice.ts';
import { limits } from '../../limits.ts';
import { type FewerParts, fewerParts } from './fewer-parts.ts';
import { withoutNotices } from './notice.ts';

/** One message of the client, and what stands for it in the model's transcript. */
export interface Entry {
  readonly id: number;
  readonly key: string;
  readonly messages: readonly Message[];
}

/**
 * Names a message by its canonical content, and calls by the ids that we minted. JSON spacing,
 * cache markers, reasoning and notices do not count.
 */
export function keyOf(message: PlainMessage): string {
  return JSON.stringify(named(message));
}

/** The same in pieces, for who lets others have their turn in between. */
export function keyPieces(message: PlainMessage): Pieces {
  return jsonPieces(named(message));
}

/** The keys of messages, with a stop behind so much of them. */
export function* keysInSlices(messages: readonly PlainMessage[]): Slices<readonly string[]> {
  const keys: string[] = [];
  let left: number = limits.textAtOnceMax;
  for (const message of messages) {
    let key = '';
    for (const piece of keyPieces(message)) {
      if (left <= 0) {
        yield;
        left = limits.textSliceMax;
      }
      left -= piece.length;
      key += piece;
    }
    keys.push(key);
  }
  return keys;
}

function named(message: PlainMessage): readonly unknown[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [message.role, partsKey(message.parts)];
    case 'assistant':
      return [
        'assistant',
        message.calls.length === 0 ? withoutNotices(message.text) : '',
        message.calls.map(({ id }) => id),
      ];
    case 'tool':
      return [
        'tool',
        message.callId,
        partsKey(message.parts),
        ...(message.failed === true ? ['failed'] : []),
      ];
  }
}

/** Lists of text alone, whose JSON is canonical as it is. */
function partsKey(parts: readonly PlainPart[]): readonly (string | readonly string[])[] {
  return parts.map((part) => {
    const least = part.least === undefined ? [] : [part.least];
    if (part.kind === 'opaque') return [part.mediaType, canonicalJson(part.data), ...least];
    return part.least === undefined ? part.text : [part.text, ...least];
  });
}

/** One message of what the client holds; one that it only named is known. */
export interface Sent {
  readonly key: string;
  readonly message?: PlainMessage;
  readonly known?: Entry | undefined;
}

/** A client's messages, matched with the transcript as it stands. */
export interface Matched {
  readonly isIntact: boolean;
  /** The labels of parts that turns have lost: the client may hold them, or move them. */
  readonly lost: readonly Label[];
  /** Entries that stay where they are; behind them comes the tail. */
  readonly stands: readonly Entry[];
  readonly tail: readonly Sent[];
}

export interface Reconciling {
  readonly given: GivenCalls;
  /** A new message carries at least that label. */
  readonly least: Label;
  readonly elsewhere: KnownElsewhere;
  /** Media in a turn right behind results may be a tool's. */
  readonly movesMedia: boolean;
  /** The client sent only what is new: these entries are put at index `at` of its messages. */
  readonly after: { readonly order: readonly number[]; readonly at: number } | undefined;
}

/**
 * Tells what the client holds of the transcript as it stands: all of it, in order; all of it but
 * system turns, which clients write anew; or less, and then each message is looked up by itself.
 */
export function matchSent(
  stands: readonly Entry[],
  sent: readonly Sent[],
  { recognise, anew }: Recogniser,
): Matched {
  if (stands.every(({ key }, at) => sent[at]?.key === key)) {
    return { isIntact: true, stands, tail: sent.slice(stands.length), lost: [] };
  }
  const used = new Set(sent.flatMap(({ known }) => known ?? []));
  const recognised = (one: Sent): Sent => {
    return { ...one, known: one.known ?? recognise(one.key, used) };
  };
  const turns = stands.filter((entry) => !isSystem(entry));
  const aside = sent.filter((one) => !isSystemTurn(one));
  const standing = turns.map((entry, at): FewerParts | undefined =>
    aside[at]?.key === entry.key
      ? { messages: entry.messages, lost: [] }
      : fewerParts(entry, aside[at]),
  );
  const isIntact = standing.every((each) => each !== undefined);
  if (!isIntact) return { isIntact, stands: [], tail: sent.map(recognised), lost: [] };
  let at = -1;
  const tail = sent.map((one): Sent => {
    if (isSystemTurn(one)) return recognised(one);
    at += 1;
    const [known, found] = [turns[at], standing[at]];
    if (known === undefined || found === undefined) return one;
    return { ...one, known: known.key === one.key ? known : anew(one.key, found.messages) };
  });
  const lost = standing.flatMap((each) => each.lost);
  return { isIntact, stands: [], tail, lost };
}

export interface Recogniser {
  readonly recognise: (key: string, used: Set<Entry>) => Entry | undefined;
  readonly anew: (key: string, messages: readonly Message[]) => Entry;
}

export function isSystem({ messages: [first] }: Entry): boolean {
  return first?.role === 'system';
}

function isSystemTurn({ message, known }: Sent): boolean {
  return known === undefined ? message?.role === 'system' : isSystem(known);
}

interface Unrecognised {
  readonly given: GivenCalls;
  readonly highWater: Label;
  /** True if the policy says what such a turn is worth, and no more comes of it. */
  readonly isAside: (message: PlainMessage) => boolean;
}

/**
 * The least label of every message that is not recognised: top where someone else's turns are among
 * them, the high-water label where known history is missing or changed, and that of the parts alone
 * where turns have lost some.
 */
export function unrecognisedFloor(
  space: LabelSpace,
  { isIntact, tail, lost }: Matched,
  { given, highWater, isAside }: Unrecognised,
): Label {
  const isForeign = ({ message, known }: Sent): boolean =>
    known === undefined &&
    ((message?.role === 'assistant' && !isAside(message)) ||
      (message?.role === 'tool' && given.find(message.callId) === undefined));
  if (tail.some(isForeign)) return space.top;
  if (isIntact && lost.length === 0) return space.bottom;
  // The client may hold results that it has not shown us.
  return joinAll(space, [...(isIntact ? lost : [highWater]), given.outstandingLabel()]);
}

/** Ids of the calls of a transcript without a result in it. Entries are visited once. */
export class UnansweredCalls {
  readonly #open: Set<string> = new Set();

  /** Entries came behind those that it knows. */
  add(entries: readonly Entry[]): void {
    for (const { messages } of entries) {
      for (const message of messages) {
        if (message.role !== 'assistant') continue;
        for (const { id } of message.calls) this.#open.add(id);
      }
    }
    for (const { messages } of entries)
      for (const id of answeredIn(messages)) this.#open.delete(id);
  }

  /**
   * The join of what the results of calls would carry that the client was given and of which no
   * result was ever sent: it may have them, and put what they say into anything that it writes.
   * `sent`: what it sent besides entries that stand.
   */
  label(
    space: LabelSpace,
    { sent, given }: { readonly sent: readonly Sent[]; readonly given: GivenCalls },
  ): Label {
    const answered = new Set(
      sent.flatMap(({ message, known }) =>
        answeredIn(message === undefined ? (known?.messages ?? []) : [message]),
      ),
    );
    const open = [...this.#open].filter((id) => !answered.has(id));
    return joinAll(
      space,
      open.flatMap((id) => given.resultLabel(id) ?? []),
    );
  }
}

function answeredIn(messages: readonly (Message | PlainMessage)[]): readonly string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
}

/**
 * Entries of a saved session, in which a past call's name stands as structure only where the policy
 * in force still vouches for it: the one that did may have been changed for that.
 */
export function vouchedAnew(
  { options: { policy } }: Run,
  entries: ReadonlyMap<number, Entry>,
): ReadonlyMap<number, Entry> {
  const vouches = (tool: string): boolean => {
    try {
      return policy.vouchesFor(tool);
    } catch {
      return false;
    }
  };
  const anew = (message: Message): Message => {
    if (message.role !== 'assistant') return message;
    if (message.calls.every(({ declared, tool }) => !declared || vouches(tool))) return message;
    const calls = message.calls.map((call) => {
      return { ...call, declared: call.declared && vouches(call.tool) };
    });
    return { ...message, calls };
  };
  return new Map(
    [...entries].map(([id, entry]) => [id, { ...entry, messages: entry.messages.map(anew) }]),
  );
}

/** The join of the labels of the last results, up to the answer that made their calls. */
export function labelBehind(space: LabelSpace, entries: readonly Entry[]): Label {
  const labels: Label[] = [];
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const messages = entries[at]?.messages ?? [];
    if (messages.some(({ role }) => role === 'assistant')) break;
    const results = messages.filter(({ role }) => role === 'tool');
    labels.push(...results.map((message) => labelOfMessage(space, message)));
  }
  return joinAll(space, labels);
}
