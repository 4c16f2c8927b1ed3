import {
  pinTools,
  Session,
  type ChatModel,
  type Label,
  type PlainMessage,
  type PlainTool,
  type SessionStep,
} from '@sluice/core';
import type { Profile } from '../settings/profile.ts';
import { StoreAsker } from '../ask/store-asker.ts';
import type { Bell } from '../ask/bell.ts';
import type { NewQuestion, SavedRun, Store } from '../store/store.ts';
import type { StoredAnswer } from '../protocol/responses/references.ts';
import { Answers, type AnswerLine } from './answers.ts';
import { eventDraft } from './event-draft.ts';
import { names, scoped } from './find-run.ts';
import { newIdIn } from './ids.ts';
import { Shadow } from './shadow.ts';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import { readHead, type Delivered } from './run-head.ts';

export interface RunSurroundings {
  readonly store: Store;
  readonly bell: Bell;
  readonly nowMs: () => number;
  readonly announce: (question: NewQuestion, run: LiveRun) => void;
}

export interface RunPlace {
  readonly id: string;
  readonly tenant: string;
  readonly profile: Profile;
  /** Nothing is stopped: what would have happened is recorded (`log` mode). */
  readonly shadow?: boolean | undefined;
}

/** One request's turn in a run. */
export interface Turn {
  readonly messages: readonly PlainMessage[];
  readonly tools: readonly PlainTool[];
  readonly model: ChatModel;
  readonly signal: AbortSignal;
  readonly onText: ((delta: string) => void) | undefined;
  /** Nothing of what the client sent may be taken to be known or trusted. */
  readonly foreign: boolean;
  /** What new messages carry at least, besides what the profile says. */
  readonly least: Label | undefined;
  /** Until when, by `performance.now()`, the client waits for a person. */
  readonly waitUntilMs: number;
  /** The answer after which the messages come, where the client does not send what was before. */
  readonly after: After | undefined;
  readonly bodyHash: string;
  /** The name of the client whose request it is. */
  readonly client: string;
  /** Under which the events of the turn are found. */
  readonly answerId: string;
}

export interface After {
  readonly answerId: string;
  /** How many messages of the request stand before the conversation. */
  readonly instructions: number;
}

/** What is stored when a turn ends. */
export interface Kept {
  readonly answerId: string;
  /** By which the run is to be found again. */
  readonly names: readonly string[];
  /** The name of the transcript that it stands at now; not given where the turn failed. */
  readonly standsAt?: string | undefined;
  readonly delivered?: Delivered | undefined;
  /**
   * The answer, where its client may go on from it by its id. `instructions`: how many messages at
   * the beginning belonged to the request alone.
   */
  readonly answer?: (StoredAnswer & { readonly instructions: number }) | undefined;
}

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
  /** A request is about to be served in it. */
  isTaken = false;
  /** Whether anything of it has been stored. */
  hasBegun = false;
  /** Its key is destroyed: nothing of it is stored any more, so nothing of it is given out. */
  isErased = false;
  /** Turns that wait or run. */
  pending = 0;
  #body = '';
  #answerId = '';
  /** A change was not stored: the store knows less than this. */
  #isBroken = false;
  #nextIds: string[] = [];
  readonly #asker: StoreAsker;
  readonly #surroundings: RunSurroundings;
  #lines = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ id, tenant, profile, shadow }: RunPlace, surroundings: RunSurroundings) {
    this.id = id;
    this.tenant = tenant;
    this.profile = profile;
    this.shadow = shadow === true ? new Shadow(profile) : undefined;
    const { policy, propagator } = this.shadow ?? profile;
    this.#surroundings = surroundings;
    const { store, bell, nowMs } = surroundings;
    this.#asker = new StoreAsker({
      tenant,
      run: id,
      store,
      bell,
      nowMs,
      profile: profile.name,
      clearance: profile.askable,
      lifeMs: profile.questionLifeMs,
      keep: (questions) => {
        this.askedBody = this.#body;
        const { standsAt } = this;
        const body = [names.body(this.#body)];
        return this.#keep({ answerId: this.#answerId, questions, names: body, standsAt });
      },
      announce: (question) => surroundings.announce(question, this),
    });
    this.session = new Session({
      policy,
      model: noModel,
      propagator,
      tools: [],
      structure: 'keep',
      shortcuts: { allowedDraft: true, lazyReads: true },
      approval: { by: 'asker', asker: this.#asker },
      // The model cannot go on from a refusal of a call that its client has had already.
      refusals: this.shadow === undefined ? profile.refusals : 'error',
      modelTimeoutMs: limits.modelMsMax,
      runId: id,
      nowMs,
      newId: () => this.#nextIds.shift() ?? newIdIn(id),
    });
  }

  /** Goes on where a stored run stood. Throws where it cannot be read under today's policy. */
  restore({ head, entries }: SavedRun): void {
    const { profile, shadow, askedBody, session, standsAt, delivered } = readHead(head);
    if (profile !== this.profile.name) throw new Error('it was labelled under another profile');
    if (shadow !== (this.shadow !== undefined))
      throw new Error('it was only recorded, or is only to be');
    const lines = entries.map(({ json }): unknown => JSON.parse(json));
    const own = lines.filter((line) => !this.answers.restore(line));
    // What another policy decided is not given out under this one.
    const isSamePolicy = this.session.restore(own, session);
    this.#delivered = isSamePolicy ? delivered : undefined;
    this.askedBody = isSamePolicy ? askedBody : undefined;
    this.standsAt = standsAt;
    this.#lines = entries.length;
    this.hasBegun = true;
  }

  /** Runs `turn` when the turns before it are done. */
  async inTurn<Result>(turn: () => Promise<Result>): Promise<Result> {
    this.pending += 1;
    const before = this.#last;
    const mine = before.then(turn, turn);
    this.#last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      this.pending -= 1;
      this.isTaken = false;
    }
  }

  async step({
    foreign,
    least,
    waitUntilMs,
    after,
    bodyHash,
    answerId,
    client,
    ...turn
  }: Turn): Promise<SessionStep> {
    if (this.#isBroken) throw new Error('the turn before was not stored');
    this.#asker.waitUntilMs = waitUntilMs;
    this.#asker.client = client;
    this.#body = bodyHash;
    this.#answerId = answerId;
    if (this.session.isHeld) this.askedBody = bodyHash;
    const { space } = this.profile.policy;
    const vouched = space.join(this.profile.least, least ?? space.bottom);
    const { messages, ...options } = turn;
    await pinTools(this.profile.policy, turn.tools);
    return this.session.step(messages, {
      ...options,
      least: foreign ? space.top : vouched,
      after: after && this.#place(after),
    });
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
    const order = this.session.order.slice(answer?.instructions ?? 0);
    const lines = answer === undefined ? [] : [this.answers.add(answerId, { ...answer, order })];
    await this.#keep({ answerId, questions: [], names: known, lines, standsAt, delivered });
    // Who goes on from an answer has had it: it is not given out again.
    this.#delivered = delivered;
    this.standsAt = standsAt;
    // Until here a retry found the run by the question; from here on by the answer.
    if (!this.session.isHeld) this.askedBody = undefined;
  }

  /** Stores what was changed between turns: nothing was given out. */
  async keepChange(subject: string): Promise<void> {
    const { standsAt } = this;
    const delivered = this.#delivered;
    await this.#keep({ answerId: subject, questions: [], names: [], standsAt, delivered });
  }

  /** Where the conversation stood with an answer. Throws where there was none. */
  #place({ answerId, instructions }: After): { order: readonly number[]; at: number } {
    const known = this.answers.get(answerId);
    if (known !== undefined) return { order: known.order, at: instructions };
    throw new RequestError('unknown_response', 'there is no such response in this run', {
      hint: 'leave out `previous_response_id` and send the whole conversation',
      status: 404,
    });
  }

  async #keep({
    answerId,
    questions,
    names: known,
    lines = [],
    standsAt,
    delivered,
  }: Omit<Kept, 'answer'> & {
    readonly questions: readonly NewQuestion[];
    readonly lines?: readonly AnswerLine[];
  }): Promise<void> {
    if (this.isErased) throw new Error('the run was erased');
    if (this.#isBroken) throw new Error('a change before was not stored');
    const { store, nowMs } = this.#surroundings;
    const { log, head } = this.session.takeSaved();
    const events = this.session.takeEvents().map((event) => eventDraft(event, answerId));
    const entries = [...log, ...lines].map((line) => {
      this.#lines += 1;
      return { id: this.#lines, json: JSON.stringify(line) };
    });
    const { id: run, tenant, profile } = this;
    const shadow = this.shadow !== undefined;
    const askedBody = this.session.isHeld ? this.askedBody : undefined;
    const place = { profile: profile.name, shadow, askedBody, standsAt, delivered };
    const text = JSON.stringify({ ...place, session: head });
    const change = { tenant, run, atMs: nowMs(), events, entries, head: text };
    const hashes = known.map((name) => scoped({ profile, shadow }, name));
    this.#isBroken = true;
    await store.commit({ ...change, hashes, questions });
    this.#isBroken = false;
    this.hasBegun = true;
  }
}

/** A session is given its model with each request. */
const noModel: ChatModel = {
  name: 'none',
  generate: () => Promise.reject(new Error('no request has named a model')),
};
