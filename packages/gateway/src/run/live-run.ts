import {
  Session,
  type ChatModel,
  type PlainMessage,
  type PlainTool,
  type SessionStep,
} from '@sluice/core';
import type { Profile } from '../settings/profile.ts';
import { StoreAsker } from '../ask/store-asker.ts';
import type { Bell } from '../ask/bell.ts';
import type { NewQuestion, SavedRun, Store } from '../store/store.ts';
import { eventDraft } from './event-draft.ts';
import { names } from './find-run.ts';
import { newIdIn } from './ids.ts';
import { shadowPolicy } from './shadow-policy.ts';
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
  /** Until when the client waits for a person. */
  readonly waitUntilMs: number;
  /** The answer after which the messages come, where the client does not send what was before. */
  readonly after: After | undefined;
  readonly bodyHash: string;
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
  readonly delivered?: Delivered | undefined;
  /** How many messages at the beginning belong to the request alone. */
  readonly instructions: number;
}

/** A run in memory: its session, and what has to be stored of it. One turn at a time. */
export class LiveRun {
  readonly id: string;
  readonly tenant: string;
  readonly profile: Profile;
  readonly session: Session;
  /** The answer that held approved calls, for the client that lost it on its way. */
  delivered: Delivered | undefined;
  /** The body that a question was opened or waited for. */
  askedBody: string | undefined;
  /** Whether anything of it has been stored. */
  hasBegun = false;
  /** Turns that wait or run. */
  pending = 0;
  readonly #answers: Map<string, readonly number[]> = new Map();
  #body = '';
  #nextIds: string[] = [];
  readonly #asker: StoreAsker;
  readonly #surroundings: RunSurroundings;
  #lines = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ id, tenant, profile, shadow }: RunPlace, surroundings: RunSurroundings) {
    this.id = id;
    this.tenant = tenant;
    this.profile = profile;
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
      keep: (question) => {
        this.askedBody = this.#body;
        const body = [names.body(this.#body)];
        return this.#keep({ answerId: '', questions: [question], names: body });
      },
      announce: (question) => surroundings.announce(question, this),
    });
    this.session = new Session({
      policy: shadow === true ? shadowPolicy(profile.policy) : profile.policy,
      model: noModel,
      propagator: profile.propagator,
      tools: [],
      structure: 'keep',
      shortcuts: { allowedDraft: true, lazyReads: true },
      approval: { by: 'asker', asker: this.#asker },
      refusals: profile.refusals,
      runId: id,
      nowMs,
      newId: () => this.#nextIds.shift() ?? newIdIn(id),
    });
  }

  /** Goes on where a stored run stood. Throws where it cannot be read under today's policy. */
  restore({ head, entries }: SavedRun): void {
    const { session, delivered, answers } = readHead(head);
    this.session.restore(
      entries.map(({ json }): unknown => JSON.parse(json)),
      session,
    );
    this.delivered = delivered;
    for (const [answerId, order] of answers) this.#answers.set(answerId, order);
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
    }
  }

  async step({ foreign, waitUntilMs, after, bodyHash, ...turn }: Turn): Promise<SessionStep> {
    this.#asker.waitUntilMs = waitUntilMs;
    this.#body = bodyHash;
    if (this.session.isHeld) this.askedBody = bodyHash;
    const { policy, least } = this.profile;
    const { messages, ...options } = turn;
    return this.session.step(messages, {
      ...options,
      least: foreign ? policy.space.top : least,
      after: after && this.#place(after),
    });
  }

  /** The ids that the next calls get, in order. */
  mintNext(ids: readonly string[]): void {
    this.#nextIds = [...ids];
  }

  /** Stores all that is new, and the names by which the run is to be found again. */
  async keep({ answerId, names: known, delivered, instructions }: Kept): Promise<void> {
    if (delivered !== undefined) this.delivered = delivered;
    this.#answers.set(answerId, this.session.order.slice(instructions));
    await this.#keep({ answerId, questions: [], names: known });
  }

  /** Where the conversation stood with an answer. Throws where there was none. */
  #place({ answerId, instructions }: After): { order: readonly number[]; at: number } {
    const order = this.#answers.get(answerId);
    if (order !== undefined) return { order, at: instructions };
    throw new RequestError('unknown_response', 'there is no such response in this run', {
      hint: 'leave out `previous_response_id` and send the whole conversation',
      status: 404,
    });
  }

  async #keep({
    answerId,
    questions,
    names: known,
  }: Pick<Kept, 'answerId' | 'names'> & {
    readonly questions: readonly NewQuestion[];
  }): Promise<void> {
    const { store, nowMs } = this.#surroundings;
    const { log, head } = this.session.takeSaved();
    const events = this.session.takeEvents().map((event) => eventDraft(event, answerId));
    const entries = log.map((line) => {
      this.#lines += 1;
      return { id: this.#lines, json: JSON.stringify(line) };
    });
    const answers = [...this.#answers].slice(-limits.answersKeptMax);
    const text = JSON.stringify({ session: head, delivered: this.delivered, answers });
    const { id: run, tenant } = this;
    this.hasBegun = true;
    const change = { tenant, run, atMs: nowMs(), events, entries, head: text };
    await store.commit({ ...change, hashes: known, questions });
  }
}

/** A session is given its model with each request. */
const noModel: ChatModel = {
  name: 'none',
  generate: () => Promise.reject(new Error('no request has named a model')),
};
