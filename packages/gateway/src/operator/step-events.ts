import type { EventFilter, Store, StoredEvent } from '../store/store.ts';
import { operatorLimits } from './limits.ts';

/** Where events stand: ids of calls are looked up in their own run alone. */
export interface OfRun {
  readonly tenant: string;
  readonly run: string;
}

/** Events that are found by the answer that they led to. */
const ofAnswers: ReadonlySet<string> = new Set([
  'run-started',
  'tools-declared',
  'turn-started',
  'generation-finished',
  'generation-failed',
  'relevance-found',
  'step-labelled',
  'read-replayed',
  'answer-decided',
  'answer-given',
  'turn-finished',
]);

/** The events that say how a step's label was chosen. */
const choosing: ReadonlySet<string> = new Set([
  'generation-finished',
  'generation-failed',
  'relevance-found',
  'step-labelled',
  'read-replayed',
]);

export function isOfAnswer({ type }: StoredEvent): boolean {
  return ofAnswers.has(type);
}

export function isOfCall({ type }: StoredEvent): boolean {
  return type.startsWith('call-') || type.startsWith('question-');
}

/**
 * All of the request that an answer, by its first own event, came of: the turns that its client did
 * not see, the calls that were decided, and what became of them later.
 */
export async function eventsOfAnswer(
  store: Store,
  { tenant, run, seq, atMs, subject }: StoredEvent,
): Promise<readonly StoredEvent[]> {
  const place = { tenant, run };
  const before = await windowBefore(store, place, seq);
  const made = await untilNextAnswer(store, { ...place, seq, subject });
  const events = [...writtenWith(before, { seq, atMs }), ...made];
  const idsOf = (wanted: (event: StoredEvent) => boolean): readonly string[] =>
    events.filter(wanted).map((event) => event.subject);
  const decided = new Set(idsOf(isDecision));
  const late = new Set(idsOf(({ type }) => type === 'question-answered'));
  const more = await Promise.all([
    ...[...decided].map((id) => eventsOfCall(store, place, id)),
    // An earlier answer had decided these and waited; this one gives them out or refuses them.
    ...[...late].filter((id) => !decided.has(id)).map((id) => callAndItsStep(store, place, id)),
  ]);
  return inOrder([...events, ...more.flat()]);
}

/**
 * A call, or an answer that is asked about: how its step came to its label, and what it came to.
 */
export async function callAndItsStep(
  store: Store,
  place: OfRun,
  callId: string,
): Promise<readonly StoredEvent[]> {
  const own = await eventsOfCall(store, place, callId);
  const decided = own.find(isDecision);
  if (decided === undefined) return own;
  const before = await windowBefore(store, place, decided.seq);
  return inOrder([...choiceBefore(before, decided), ...own]);
}

/** A call's own events, and those of the question about it. */
async function eventsOfCall(
  store: Store,
  { tenant, run }: OfRun,
  callId: string,
): Promise<readonly StoredEvent[]> {
  const own = await listed(store, { tenant, run, subject: callId });
  const question = await store.questions.ofCall(tenant, run, callId);
  if (question === undefined) return own;
  return [...own, ...(await listed(store, { tenant, run, subject: question.id }))];
}

function isDecision({ type }: StoredEvent): boolean {
  return type === 'call-decided' || type === 'question-asked';
}

/** From an answer's first own event up to where the next answer begins. */
async function untilNextAnswer(
  store: Store,
  { tenant, run, seq, subject }: OfRun & Pick<StoredEvent, 'seq' | 'subject'>,
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (let after = seq - 1; ;) {
    const page = await listed(store, { tenant, run, after });
    const end = page.findIndex((event) => isOfAnswer(event) && event.subject !== subject);
    found.push(...(end === -1 ? page : page.slice(0, end)));
    if (end !== -1 || page.length < operatorLimits.eventsPerReadMax)
      return found.filter(isOfStep(subject));
    after = page.at(-1)?.seq ?? after;
  }
}

/** Between two steps an operator may have lowered a label: that belongs to neither. */
function isOfStep(answer: string): (event: StoredEvent) => boolean {
  return ({ type, subject }) => type !== 'label-lowered' || subject === answer;
}

/** The events that a request causes for calls that were decided before it. */
const brought: ReadonlySet<string> = new Set([
  'question-answered',
  'call-refused',
  'call-executed',
]);

/** The events that came with a request: they were stored together with its first own event. */
function writtenWith(
  before: readonly StoredEvent[],
  { seq, atMs }: Pick<StoredEvent, 'seq' | 'atMs'>,
): readonly StoredEvent[] {
  const other = before.findLastIndex((event, at) => {
    const isNext = event.seq === seq - (before.length - at);
    return !isNext || event.atMs !== atMs || !brought.has(event.type);
  });
  return before.slice(other + 1);
}

/** How the label was chosen under which something was decided; of an answer, the decision too. */
function choiceBefore(
  before: readonly StoredEvent[],
  { type }: StoredEvent,
): readonly StoredEvent[] {
  const found: StoredEvent[] = [];
  for (const event of before.toReversed()) {
    const isAnswer = event.type === 'answer-decided';
    if (choosing.has(event.type)) found.unshift(event);
    else if (isAnswer && type === 'question-asked' && found.length === 0) found.unshift(event);
    else if (found.some((each) => choosing.has(each.type))) break;
    else if (isOfAnswer(event) && !isAnswer) break;
  }
  return found;
}

/** Events of a run shortly before one of them: the chain counts those of all runs. */
async function windowBefore(
  store: Store,
  { tenant, run }: OfRun,
  seq: number,
): Promise<readonly StoredEvent[]> {
  const after = Math.max(0, seq - 1 - operatorLimits.eventsPerReadMax);
  const found = await listed(store, { tenant, run, after });
  return found.filter((event) => event.seq < seq);
}

function inOrder(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return [...new Map(events.map((event) => [event.seq, event])).values()].toSorted(
    (a, b) => a.seq - b.seq,
  );
}

async function listed(
  { events }: Store,
  filter: Omit<EventFilter, 'limit'>,
): Promise<readonly StoredEvent[]> {
  return await events.list({ ...filter, limit: operatorLimits.eventsPerReadMax });
}
