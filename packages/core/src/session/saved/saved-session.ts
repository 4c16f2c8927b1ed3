import { parseArguments } from '../../engine/call/call.ts';
import type { Asked } from '../../engine/call/confirm.ts';
import { type Decision, parseReason } from '../../engine/decision.ts';
import type { PendingCall } from '../../engine/call/call.ts';
import type { RecordPosition } from '../../engine/run.ts';
import { SluiceError } from '../../errors.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import type { Policy } from '../../policy/policy.ts';
import { type KnownCall, loadState, savedState } from '../call-state.ts';
import type { HeldBack } from '../held-back.ts';
import type { Held, HeldCall, OutputState } from '../held.ts';
import type { Entry } from '../transcript/entries.ts';
import { loadMessage, saveMessage } from './saved-message.ts';
import { loadPlace, savePlace } from './saved-place.ts';
import {
  list,
  missing,
  oneOf,
  optional,
  type Read,
  record,
  text,
  truth,
  unreadable,
  whole,
} from './saved-value.ts';

/**
 * One line of a session's log: with all of them, in order, and the newest head, the session goes on
 * in another process. JSON values; they hold what the run knows, so they are stored encrypted.
 */
export type SavedRecord = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Is told of a line, which is written when somebody takes it. */
export type LogRecord = (line: () => SavedRecord) => void;

/** The part of a session that changes with every step; small. */
export type SavedHead = Readonly<Record<string, unknown>>;

/** The state of a session, read from its log and head. */
export interface Restored {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly calls: readonly KnownCall[];
  /** The texts said of tools, as canonical JSON, before anything was known that it repeats. */
  readonly declared: readonly string[];
  readonly order: readonly number[];
  readonly nextId: number;
  readonly highWater: Label;
  readonly place: RecordPosition;
  /** Hash of the policy that decided. */
  readonly policy: string;
  readonly held: readonly HeldBack[];
}

export function saveEntry({ id, key, messages }: Entry): SavedRecord {
  return { kind: 'entry', id, key, messages: messages.map(saveMessage) };
}

export function saveCall(known: KnownCall): SavedRecord {
  return { kind: 'call', ...savedCall(known), ...savedState(known) };
}

/** A change of what became of a call. */
export function saveCallState(known: KnownCall): SavedRecord {
  return { kind: 'call-state', id: known.call.id, ...savedState(known) };
}

export function saveHead(
  { hash: policy, space }: Pick<Policy, 'hash' | 'space'>,
  head: Omit<Restored, 'entries' | 'calls' | 'declared' | 'policy'>,
): SavedHead {
  const { order, nextId, highWater, held } = head;
  const place = savePlace(head.place);
  const lattice = latticeText(space);
  const common = {
    version,
    order,
    nextId,
    highWater: highWater.text,
    place,
    policy,
    lattice,
  };
  if (held.length === 0) return common;
  const saved = held.map(({ held: one, ...rest }) => ({ ...saveHeld(one), ...rest }));
  return { ...common, held: saved };
}

const version = 1;

const latticeTexts = new WeakMap<LabelSpace, string>();

/** Names a lattice: levels in another order are another one, though each label reads the same. */
function latticeText(space: LabelSpace): string {
  const known = latticeTexts.get(space);
  if (known !== undefined) return known;
  const written = JSON.stringify(
    Object.entries(space.dimensions).map(([name, { kind, forms, bottom }]) => {
      // Numbers may run either way; their forms are the same.
      return [name, kind, forms, ...(typeof bottom === 'number' ? [String(bottom)] : [])];
    }),
  );
  latticeTexts.set(space, written);
  return written;
}

function otherLattice(): SluiceError {
  return new SluiceError('label-invalid', 'a saved run has labels of another lattice', {
    hint: 'begin a new run: what the saved one knew of its labels is gone',
  });
}

/**
 * Throws `history-invalid` or `label-invalid` for what this version did not save, and where another
 * policy may mean something else by the same label.
 */
export function restore(
  { hash, space }: Pick<Policy, 'hash' | 'space'>,
  log: readonly unknown[],
  head: unknown,
): Restored {
  const entries = new Map<number, Entry>();
  const calls = new Map<string, KnownCall>();
  const declared: string[] = [];
  for (const line of log.map(record)) {
    const kind = oneOf('entry', 'call', 'call-state', 'declared')(line['kind']);
    if (kind === 'entry') {
      const entry = loadEntry(space, line);
      entries.set(entry.id, entry);
    } else if (kind === 'declared') {
      declared.push(...list(text)(line['texts']));
    } else if (kind === 'call') {
      const call = { ...loadCall(space, line), ...loadState(space, line) };
      calls.set(call.call.id, call);
    } else {
      const known = calls.get(text(line['id'])) ?? missing();
      calls.set(known.call.id, { ...known, ...loadState(space, line) });
    }
  }
  const known = { entries, calls: [...calls.values()], declared };
  const restored = { ...known, ...loadHead(space, record(head)) };
  if (!readsSavedLabels({ hash, space }, head)) throw otherLattice();
  return restored;
}

/** A label that was saved means the same under this policy. */
export function readsSavedLabels(
  { hash, space }: Pick<Policy, 'hash' | 'space'>,
  head: unknown,
): boolean {
  const { policy, lattice } = record(head);
  return policy === hash || lattice === latticeText(space);
}

function loadHead(
  space: LabelSpace,
  head: Saved,
): Omit<Restored, 'entries' | 'calls' | 'declared'> {
  if (head['version'] !== version) throw unreadable();
  return {
    order: list(whole)(head['order']),
    nextId: whole(head['nextId']),
    highWater: space.parse(text(head['highWater'])),
    place: loadPlace(space, head['place']),
    policy: text(head['policy']),
    held: heldList(head['held']).map((value): HeldBack => {
      const saved = record(value);
      const forms = optional(list(text))(saved['forms']) ?? [];
      const notices = optional(list(whole))(saved['notices']) ?? [];
      const after = list(whole)(saved['after']);
      return { held: loadHeld(space, saved), after, notices, forms };
    }),
  };
}

/** Earlier versions held one, and did not say which tools it was for: these are called anew. */
function heldList(saved: unknown): readonly unknown[] {
  if (saved === undefined) return [];
  return Array.isArray(saved) ? saved : [saved];
}

type Saved = Readonly<Record<string, unknown>>;

/** Reads a line that `saveEntry` wrote. */
export function loadEntry(space: LabelSpace, saved: Saved): Entry {
  const messages = list((message) => loadMessage(space, message))(saved['messages']);
  return { id: whole(saved['id']), key: text(saved['key']), messages };
}

interface DecidedCall {
  readonly call: PendingCall;
  readonly label: Label;
  readonly control?: Label | undefined;
  readonly decision: Decision;
}

/** The explanation is not kept: who was to see it saw it when the call was decided. */
function savedCall({ call, label, control, decision }: DecidedCall): object {
  const { id, tool, declared, args, drafted } = call;
  const labels = { label: label.text, control: control?.text };
  return { id, tool, declared, args, written: drafted.args, ...labels, decision };
}

function loadCall(space: LabelSpace, saved: Saved): HeldCallBase {
  const written = text(saved['written']);
  const tool = text(saved['tool']);
  const call = {
    id: text(saved['id']),
    tool,
    declared: truth(saved['declared']),
    args: text(saved['args']),
    drafted: { tool, args: written },
    value: parseArguments(written)?.value,
  };
  const label = space.parse(text(saved['label']));
  const control = optional((own) => space.parse(text(own)))(saved['control']);
  const explanation = { evidence: [], unsourced: [] };
  return { call, label, control, explanation, decision: loadDecision(saved['decision']) };
}

type HeldCallBase = Omit<HeldCall, 'state'>;

const loadDecision: Read<Decision> = (value) => {
  const saved = record(value);
  const rule = text(saved['rule']);
  const violations = list((each) => {
    const violation = record(each);
    return { dimension: text(violation['dimension']), argument: text(violation['argument']) };
  })(saved['violations']);
  const kind = oneOf('allow', 'ask', 'deny')(saved['kind']);
  if (kind === 'deny') {
    return { kind, rule, violations, reason: parseReason(saved['reason']) ?? missing() };
  }
  if (kind === 'ask') return { kind, rule, violations };
  return { kind, rule, violations, wouldBe: optional(oneOf('ask', 'deny'))(saved['wouldBe']) };
};

function saveHeld({ generation, label, text: words, stop, calls, answer }: Held): object {
  return {
    generation: saveMessage(generation),
    label: label.text,
    text: words,
    stop,
    calls: calls.map((call) => ({ ...savedCall(call), state: saveOutput(call.state) })),
    ...(answer && { answer: { decision: answer.decision, state: saveOutput(answer.state) } }),
  };
}

function loadHeld(space: LabelSpace, saved: Saved): Held {
  const state = (value: unknown): OutputState => loadOutput(space, record(value));
  return {
    generation: loadMessage(space, saved['generation']),
    beside: {},
    label: space.parse(text(saved['label'])),
    text: text(saved['text']),
    stop: oneOf('complete', 'truncated')(saved['stop']),
    calls: list((value) => {
      const call = record(value);
      return { ...loadCall(space, call), state: state(call['state']) };
    })(saved['calls']),
    answer: optional((value) => {
      const answer = record(value);
      return { decision: loadDecision(answer['decision']), state: state(answer['state']) };
    })(saved['answer']),
  };
}

function saveOutput(state: OutputState): object {
  return state.kind === 'waiting'
    ? { kind: state.kind, asked: { ...state.asked, label: state.asked.label.text } }
    : state;
}

function loadOutput(space: LabelSpace, saved: Saved): OutputState {
  const kind = oneOf('given', 'waiting', 'refused')(saved['kind']);
  if (kind === 'given') return { kind };
  if (kind === 'refused') {
    const reason = parseReason(saved['reason']) ?? missing();
    return { kind, reason, words: optional(text)(saved['words']) };
  }
  const asked = record(saved['asked']);
  const question: Asked = {
    callId: text(asked['callId']),
    hash: text(asked['hash']),
    dutyOf: list(text)(asked['dutyOf']),
    label: space.parse(text(asked['label'])),
  };
  return { kind, asked: question };
}
