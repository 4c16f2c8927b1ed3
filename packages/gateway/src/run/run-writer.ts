import type { MonitorEvent, Session } from '@sluice/core';
import { jsonText, Pace } from '../protocol/shared/pace.ts';
import { StoreError } from '../store/errors.ts';
import type { EventDraft, RunChange, SavedRun } from '../store/store.ts';
import { bytesHeld, RunMemory } from './run-memory.ts';
import { scoped } from './find/find-run.ts';
import { InOrder } from './in-order.ts';
import { KnownLines } from './known/stored-texts.ts';
import { erasedRun } from './run-errors.ts';
import type { Standing } from './run-head.ts';
import type { RunDependencies, RunPlace } from './run-place.ts';
import type { Stored } from './turn.ts';

export interface RunWriterParts {
  readonly place: RunPlace;
  readonly session: Session;
  readonly standing: Standing;
  readonly dependencies: Pick<RunDependencies, 'store' | 'nowMs'>;
}

/** Stores what is new of a run, one change after the other: some are made beside a turn. */
export class RunWriter {
  readonly memory: RunMemory = new RunMemory();
  readonly known: KnownLines = new KnownLines();
  readonly #parts: RunWriterParts;
  readonly #changes = new InOrder();
  #isErased = false;
  #isBroken = false;
  /** How many lines it has. */
  #lines = 0;
  /** The answer that has an event of its own. */
  #notifiedOf = '';
  /** The high-water label that lies on the disk; `undefined`: nobody knows which does. */
  #lastingLabel: string | undefined;

  constructor(parts: RunWriterParts) {
    this.#parts = parts;
    this.#lastingLabel = parts.place.profile.policy.space.bottom.text;
  }

  get isErased(): boolean {
    return this.#isErased;
  }

  /** A change was not stored: the store knows less than the run. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** The run's key is destroyed: nothing of it is stored any more. */
  erased(): void {
    this.#isErased = true;
  }

  /** All of the run was read from the store. */
  restored(entries: SavedRun['entries']): void {
    this.memory.bytes += bytesHeld(entries);
    this.#lines = entries.length;
    this.#lastingLabel = undefined;
  }

  async write(stored: Stored): Promise<void> {
    await this.#changes.do(() => this.#write(stored));
  }

  async #write(stored: Stored): Promise<void> {
    if (this.#isErased) throw erasedRun();
    if (this.#isBroken) throw new Error('a change before was not stored');
    const { place, session, standing, dependencies } = this.#parts;
    const { answerId, kind, questions } = stored;
    const { log, head } = session.takeSaved();
    // Taken with it: beside a change a turn goes on, and what it reaches is stored by the next.
    const label = session.highWater.text;
    const askedBody = session.isHeld ? standing.askedBody : undefined;
    this.#isBroken = true;
    const atMs = dependencies.nowMs();
    const drafts = await eventDrafts(session.takeEvents(), answerId);
    if (drafts.some(({ subject }) => subject === answerId)) this.#notifiedOf = answerId;
    const isNotified = kind !== 'answer' || this.#notifiedOf === answerId;
    const { standsAt, delivered } = kind === 'change' ? standing : stored;
    const own = isNotified ? [] : [answerGiven(answerId, atMs)];
    const noted = this.known.next(atMs);
    const logged = log.length === 0 ? [] : [...log, noted.line];
    const entries = await this.#entries([...logged, ...(stored.lines ?? [])]);
    const { id: run, tenant, profile, shadow = false } = place;
    const text = { profile: profile.name, shadow, askedBody, standsAt, delivered, session: head };
    await this.#commit({
      tenant,
      run,
      atMs,
      events: [...drafts, ...(stored.happened ?? []), ...own],
      entries,
      head: JSON.stringify(text),
      hashes: [...stored.names, ...noted.names].map((name) => scoped({ profile, shadow }, name)),
      questions,
      // INVARIANT (raised-lasts): a loss of power takes no label that a run has reached. What its
      // client then sends and the run no longer knows carries that label.
      durable: label !== this.#lastingLabel || drafts.some(mustLast),
    });
    this.#isBroken = false;
    this.known.stored(noted);
    this.#lastingLabel = label;
    // A client that goes on from an answer has had it: it is not given out again.
    if (kind === 'answer') standing.moveTo({ standsAt, delivered });
  }

  async #commit(change: RunChange): Promise<void> {
    try {
      await this.#parts.dependencies.store.commit(change);
    } catch (error) {
      // The caller that erases the run tells this one afterwards.
      if (error instanceof StoreError && error.code === 'run-erased') this.#isErased = true;
      throw this.#isErased ? erasedRun() : error;
    }
  }

  async #entries(lines: readonly object[]): Promise<RunChange['entries']> {
    const pace = new Pace();
    const entries: RunChange['entries'][number][] = [];
    for (const line of lines) {
      entries.push({ id: (this.#lines += 1), json: await jsonText(line, pace) });
    }
    this.memory.bytes += bytesHeld(entries);
    return entries;
  }
}

/**
 * The events of a step as the audit keeps them. Only the payload holds values; others go on while a
 * long one is written.
 */
export async function eventDrafts(
  events: readonly MonitorEvent[],
  answerId: string,
): Promise<readonly EventDraft[]> {
  const pace = new Pace();
  const drafts: EventDraft[] = [];
  for (const event of events) {
    drafts.push({
      type: event.type,
      label: 'label' in event ? event.label.text : '',
      subject: subjectOf(event) ?? answerId,
      payload: await jsonText(event, pace),
    });
  }
  return drafts;
}

/** An event of what a person let through or lowered may not be lost with the power. */
function mustLast({ type }: EventDraft): boolean {
  return type === 'question-answered' || type === 'label-lowered';
}

/** The id of the call that an event tells of; the others are found by the answer they led to. */
function subjectOf(event: MonitorEvent): string | undefined {
  if ('callId' in event) return event.callId;
  if (event.type === 'label-lowered') return event.region;
  return event.type === 'question-asked' ? event.request.callId : undefined;
}

/** For an answer that only gives out what was decided before it: the record finds that by this. */
function answerGiven(answerId: string, atMs: number): EventDraft {
  const type = 'answer-given';
  return { type, label: '', subject: answerId, payload: JSON.stringify({ type, atMs }) };
}
