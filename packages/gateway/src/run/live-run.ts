import { pinTools, Session, type SessionStep, ownTurn } from '@sluice/core';
import type { Profile } from '../settings/profile.ts';
import { StoreAsker } from '../ask/store-asker.ts';
import type { EventDraft, RunChange, SavedRun } from '../store/store.ts';
import { Answers } from './answers.ts';
import { answerGiven, eventDrafts, mustLast } from './event-draft.ts';
import { names, scoped } from './find-run.ts';
import { newIdIn } from './ids.ts';
import { jsonText } from './json-text.ts';
import { KnownLines } from './known-line.ts';
import { Pace } from './let-others.ts';
import { noModel } from './no-model.ts';
import { Shadow } from './shadow.ts';
import { limits } from '../limits.ts';
import { bytesHeld, RunMemory } from './bytes-held.ts';
import { erasedRun } from './erased-run.ts';
import { StoreError } from '../store/errors.ts';
import type { RunPlace, RunDependencies } from './run-place.ts';
import { unknownResponse } from './run-errors.ts';
import { readHead, type Delivered } from './run-head.ts';
import { RunUse } from './run-use.ts';
import type { After, Kept, Stored, Turn } from './turn.ts';

/** A run in memory: its session, and what has to be stored of it. One turn at a time. */
export class LiveRun {
  readonly id: string;
  readonly tenant: string;
  readonly profile: Profile;
  readonly session: Session;
  /** What its client may go on from by an id alone. */
  readonly answers: Answers = new Answers();
  /** What stands in for its profile where nothing is stopped (`log` mode). */
  readonly shadow: Shadow | undefined;
  /** The answer that held approved calls, for the client that lost it on its way. */
  #delivered: Delivered | undefined;
  /** The body that a question was opened or waited for. */
  askedBody: string | undefined;
  /** The name of the transcript that it stands at (`names.answered`), where it has no ids. */
  standsAt: string | undefined;
  readonly use: RunUse = new RunUse();
  /** Whether anything of it has been stored. */
  hasBegun = false;
  /** Its key is destroyed: nothing of it is stored any more, so nothing of it is given out. */
  isErased = false;
  readonly memory: RunMemory = new RunMemory();
  #body = '';
  #answerId = '';
  /** The answer that has an event of its own. */
  #notifiedOf = '';
  /** The high-water label that lies on the disk; `undefined`: nobody knows which does. */
  #lastingLabel: string | undefined;
  /** A change was not stored: the store knows less than this. */
  #isBroken = false;
  #nextIds: string[] = [];
  readonly #known: KnownLines = new KnownLines();
  readonly #asker: StoreAsker;
  readonly #surroundings: RunDependencies;
  #lines = 0;
  #last: Promise<unknown> = Promise.resolve();
  #keeping: Promise<unknown> = Promise.resolve();

  constructor({ id, tenant, profile, shadow }: RunPlace, surroundings: RunDependencies) {
    this.id = id;
    this.tenant = tenant;
    this.profile = profile;
    this.shadow = shadow === true ? new Shadow(profile) : undefined;
    const { policy, propagator } = this.shadow ?? profile;
    this.#surroundings = surroundings;
    this.#lastingLabel = policy.space.bottom.text;
    const { store, notifier, nowMs } = surroundings;
    this.#asker = new StoreAsker({
      tenant,
      run: id,
      store,
      notifier,
      nowMs,
      profile: profile.name,
      clearance: profile.askable,
      lifeMs: profile.questionLifeMs,
      keep: (questions) => {
        this.askedBody = this.#body;
        const { standsAt } = this;
        const body = [names.body(this.#body)];
        const asked = { answerId: this.#answerId, questions, names: body, standsAt };
        return this.#keep({ ...asked, kind: 'question' });
      },
      announce: (question) => surroundings.announce(question, this),
      isInForce: () => surroundings.isInForce(profile),
    });
    this.session = new Session({
      policy,
      model: noModel,
      propagator,
      tools: [],
      structure: 'keep',
      explained: 'stopped',
      shortcuts: {
        allowedDraft: true,
        lazyReads: true,
        ceilingView: profile.beforeAsking === 'narrow',
      },
      approval: { by: 'asker', asker: this.#asker },
      // The model cannot go on from a refusal of a call that its client has had already.
      refusals: this.shadow === undefined ? profile.refusals : 'error',
      modelTimeoutMs: limits.modelMsMax,
      propagatorTimeoutMs: profile.propagatorTimeoutMs,
      runId: id,
      nowMs,
      newId: () => this.#nextIds.shift() ?? newIdIn(id),
    });
  }

  /** Goes on where a stored run stood. Throws where it cannot be read under today's policy. */
  async restore({ head, entries }: SavedRun): Promise<void> {
    const { profile, shadow, askedBody, session, standsAt, delivered } = readHead(head);
    if (profile !== this.profile.name) throw new Error('it was labelled under another profile');
    if (shadow !== (this.shadow !== undefined))
      throw new Error('it was only recorded, or is only to be');
    const pace = new Pace();
    const lines: unknown[] = [];
    for (const { json } of entries) {
      lines.push(JSON.parse(json));
      if (pace.isDue(json.length)) await ownTurn();
    }
    this.memory.bytes += bytesHeld(entries);
    const own = lines.filter((line) => !this.answers.restore(line) && !this.#known.restore(line));
    // What another policy decided is not given out under this one.
    const isSamePolicy = this.session.restore(own, session);
    this.#delivered = isSamePolicy ? delivered : undefined;
    this.askedBody = isSamePolicy ? askedBody : undefined;
    this.standsAt = standsAt;
    this.#lines = entries.length;
    this.#lastingLabel = undefined;
    this.hasBegun = true;
  }

  /** Runs `turn` when the turns before it are done. */
  async inTurn<Result>(turn: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const mine = before.then(turn, turn);
    this.#last = mine.catch(() => {});
    return await this.use.during(() => mine);
  }

  async step({
    foreign,
    least,
    waitUntilMs,
    after,
    bodyHash,
    answerId,
    client,
    notedFor,
    idle = (wait) => wait(new AbortController().signal),
    ...turn
  }: Turn): Promise<SessionStep> {
    if (this.isErased) throw erasedRun();
    if (this.#isBroken) throw new Error('the turn before was not stored');
    this.#asker.waitUntilMs = waitUntilMs;
    this.#asker.client = client;
    this.#asker.idle = idle;
    this.#body = bodyHash;
    this.#answerId = answerId;
    if (this.session.isHeld) this.askedBody = bodyHash;
    const { space } = this.profile.policy;
    const vouched = space.join(this.profile.least, least ?? space.bottom);
    const { messages, ...options } = turn;
    await pinTools(this.profile.policy, turn.tools);
    this.#known.begin(notedFor);
    const step = await this.session.step(messages, {
      ...options,
      least: foreign ? space.top : vouched,
      after: after && this.#place(after),
    });
    this.#known.answered(step.kind === 'replied' ? this.session.order.at(-1) : undefined);
    return step;
  }

  /**
   * It stands in memory no longer: its propagator forgets it, when no turn needs it any more. What
   * that cannot delete where it keeps it, it has to tell its own program.
   */
  leave(): void {
    const { propagator } = this.profile;
    this.inTurn(async () => propagator.forget?.(this.id)).catch(() => {});
  }

  /** The ids that the next calls get, in order. */
  mintNext(ids: readonly string[]): void {
    this.#nextIds = [...ids];
  }

  /** What the same body was answered with, where its client may have lost it on its way. */
  redelivery(bodyHash: string): Delivered | undefined {
    const delivered = this.#delivered;
    if (this.#isBroken || this.isErased || delivered?.bodyHash !== bodyHash) return undefined;
    return this.#surroundings.nowMs() < delivered.untilMs ? delivered : undefined;
  }

  /** Stores all that is new, and the names by which the run is to be found again. */
  async keep({ answerId, names: known, standsAt, delivered, answer }: Kept): Promise<void> {
    const order = answer && this.session.order.slice(answer.instructions);
    const lines = answer && order ? [this.answers.add(answerId, { ...answer, order })] : [];
    const kept = { names: known, lines, standsAt, delivered };
    await this.#keep({ answerId, questions: [], kind: 'answer', ...kept });
    // Until here a retry found the run by the question; from here on by the answer.
    if (!this.session.isHeld) this.askedBody = undefined;
  }

  /** Stores what was changed between turns or beside one: nothing was given out. */
  async keepChange(subject: string, more: Pick<Stored, 'lines' | 'happened'> = {}): Promise<void> {
    // Events that a turn has recorded until now are found by its answer.
    const answerId = this.#answerId || subject;
    await this.#keep({ answerId, questions: [], names: [], kind: 'change', ...more });
  }

  /** Lets no request name an answer any more; what it said stays in the conversation. */
  async deleteAnswer(id: string, event: EventDraft): Promise<void> {
    if (this.#delivered?.id === id) this.#delivered = undefined;
    await this.keepChange(id, { lines: [this.answers.deletion(id)], happened: [event] });
    this.answers.delete(id);
  }

  /** Where the conversation stood with an answer. Throws where there was none. */
  #place({ answerId, instructions }: After): { order: readonly number[]; at: number } {
    const known = this.answers.get(answerId);
    if (known !== undefined) return { order: known.order, at: instructions };
    throw unknownResponse();
  }

  /** One change after the other: some are made beside a turn. */
  async #keep(stored: Stored): Promise<void> {
    const mine = this.#keeping.then(() => this.#store(stored));
    this.#keeping = mine.catch(() => {});
    await mine;
  }

  async #store({
    answerId,
    questions,
    names: known,
    lines = [],
    happened = [],
    kind,
    ...given
  }: Stored): Promise<void> {
    if (this.isErased) throw erasedRun();
    if (this.#isBroken) throw new Error('a change before was not stored');
    const { store, nowMs } = this.#surroundings;
    const { log, head } = this.session.takeSaved();
    // Taken with it: beside a change a turn goes on, and what it reaches is stored by the next.
    const label = this.session.highWater.text;
    const askedBody = this.session.isHeld ? this.askedBody : undefined;
    this.#isBroken = true;
    const atMs = nowMs();
    const drafts = await eventDrafts(this.session.takeEvents(), answerId);
    if (drafts.some(({ subject }) => subject === answerId)) this.#notifiedOf = answerId;
    const isNotified = kind !== 'answer' || this.#notifiedOf === answerId;
    const now = { standsAt: this.standsAt, delivered: this.#delivered };
    const { standsAt, delivered } = kind === 'change' ? now : given;
    const events = [...drafts, ...happened, ...(isNotified ? [] : [answerGiven(answerId, atMs)])];
    const noted = this.#known.next(atMs);
    const logged = log.length === 0 ? [] : [...log, noted.line];
    const entries = await this.#written([...logged, ...lines]);
    const { id: run, tenant, profile } = this;
    const shadow = this.shadow !== undefined;
    const place = { profile: profile.name, shadow, askedBody, standsAt, delivered };
    const text = JSON.stringify({ ...place, session: head });
    const change = { tenant, run, atMs, events, entries, head: text };
    const hashes = [...known, ...noted.names].map((name) => scoped({ profile, shadow }, name));
    // INVARIANT (raised-lasts): a loss of power takes no label that a run has reached. What its
    // client then sends and the run no longer knows carries that label.
    const durable = label !== this.#lastingLabel || drafts.some(mustLast);
    try {
      await store.commit({ ...change, hashes, questions, durable });
    } catch (error) {
      // Who erases it tells this one afterwards.
      if (error instanceof StoreError && error.code === 'run-erased') this.isErased = true;
      throw this.isErased ? erasedRun() : error;
    }
    this.#isBroken = false;
    this.#known.stored(noted);
    this.#lastingLabel = label;
    this.hasBegun = true;
    // A client that goes on from an answer has had it: it is not given out again.
    if (kind === 'answer') [this.#delivered, this.standsAt] = [delivered, standsAt];
  }

  async #written(lines: readonly object[]): Promise<RunChange['entries']> {
    const pace = new Pace();
    const entries: RunChange['entries'][number][] = [];
    for (const line of lines) {
      entries.push({ id: (this.#lines += 1), json: await jsonText(line, pace) });
    }
    this.memory.bytes += bytesHeld(entries);
    return entries;
  }
}
