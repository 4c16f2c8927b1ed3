import {
  type ChatModel,
  ownTurn,
  Session,
  type SessionOptions,
  type SessionStep,
} from '@sluice/core';
import { limits } from '../limits.ts';
import { Pace } from '../protocol/shared/pace.ts';
import type { Profile } from '../settings/profile.ts';
import { newIdIn } from '../store/ids.ts';
import type { EventDraft, SavedRun } from '../store/store.ts';
import { RunFiles } from '../files/run-files.ts';
import { Answers } from './answers.ts';
import { type Draft, withoutText } from './ask/without-text.ts';
import { StoreAsker } from './ask/store-asker.ts';
import { askedAbout } from './ask/asked-about.ts';
import { toolFor } from './ask/tool-for.ts';
import { type RunMemory, RunUse } from './run-memory.ts';
import { names } from './find/find-run.ts';
import { InOrder } from './in-order.ts';
import { erasedRun, unknownResponse } from './run-errors.ts';
import { type Delivered, readHead, Standing } from './run-head.ts';
import type { RunDependencies, RunPlace } from './run-place.ts';
import { RunWriter } from './run-writer.ts';
import { Shadow } from './shadow.ts';
import type { After, Kept, Stored, Turn } from './turn.ts';

/** A run in memory: its session, and what has to be stored of it. One turn at a time. */
export class LiveRun {
  readonly id: string;
  readonly tenant: string;
  readonly profile: Profile;
  readonly session: Session;
  /** The answers that a client may continue from by id alone. */
  readonly answers: Answers = new Answers();
  /** Replaces the profile's policy where nothing is stopped (`log` mode). */
  readonly shadow: Shadow | undefined;
  readonly use: RunUse = new RunUse();
  /** The parts of its requests that were left out or kept unread, as its record has them. */
  readonly reduced: Set<string> = new Set();
  readonly memory: RunMemory;
  readonly #standing = new Standing();
  readonly #writer: RunWriter;
  readonly #asker: StoreAsker;
  readonly #files: RunFiles | undefined;
  readonly #dependencies: RunDependencies;
  readonly #turns = new InOrder();
  /** The request that is served, or was last. */
  #turn: Pick<Turn, 'bodyHash' | 'answerId'> = { bodyHash: '', answerId: '' };
  /** The model of the last request. */
  #model: ChatModel | undefined;
  #nextIds: string[] = [];
  #beginsAs: ReadonlySet<string> = new Set();

  constructor(place: RunPlace, dependencies: RunDependencies) {
    const { id, tenant, profile, shadow } = place;
    this.id = id;
    this.tenant = tenant;
    this.profile = profile;
    this.shadow = shadow === true ? new Shadow(profile) : undefined;
    const { policy, propagator } = this.shadow ?? profile;
    this.#files = runFiles(place, dependencies);
    this.#dependencies = dependencies;
    const { store, notifier, nowMs } = dependencies;
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
        const { bodyHash, answerId } = this.#turn;
        this.#standing.askedBody = bodyHash;
        const known = { names: [names.body(bodyHash)], standsAt: this.standsAt };
        return this.#writer.write({ answerId, questions, ...known, kind: 'question' });
      },
      announce: (question) => dependencies.announce(question, this),
      aboutOf: (request) => askedAbout(request, this.session.history),
      isInForce: () => dependencies.isInForce(profile),
      toolFor: (question) => toolFor(question, profile.policy),
    });
    this.session = new Session({
      policy,
      propagator,
      ...settingsOf(place),
      approval: { by: 'asker', asker: this.#asker },
      files: this.#files,
      runId: id,
      nowMs,
      newId: () => this.#nextIds.shift() ?? newIdIn(id),
    });
    const { session } = this;
    this.#writer = new RunWriter({ place, session, standing: this.#standing, dependencies });
    this.memory = this.#writer.memory;
  }

  /** The body that a question was opened or waited for. */
  get askedBody(): string | undefined {
    return this.#standing.askedBody;
  }

  /** The name of the transcript that it stands at (`names.answered`), where it has no ids. */
  get standsAt(): string | undefined {
    return this.#standing.standsAt;
  }

  /** The names of its beginning that were stored last, by this process. */
  get beginsAs(): ReadonlySet<string> {
    return this.#beginsAs;
  }

  /** Nothing of it is stored any more, so nothing of it is given out. */
  get isErased(): boolean {
    return this.#writer.isErased;
  }

  /** Its key is destroyed. */
  erased(): void {
    this.#writer.erased();
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
    await this.#files?.load();
    const { known } = this.#writer;
    const own = lines.filter((line) => !this.answers.restore(line) && !known.restore(line));
    // A decision made under another policy does not release anything under this one.
    const isSamePolicy = this.session.restore(own, session);
    this.#standing.moveTo({ standsAt, delivered: isSamePolicy ? delivered : undefined });
    this.#standing.askedBody = isSamePolicy ? askedBody : undefined;
    this.#writer.restored(entries);
  }

  /** Runs `turn` when the turns before it are done. */
  async inTurn<Result>(turn: () => Promise<Result>): Promise<Result> {
    return await this.use.during(() => this.#turns.do(turn));
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
    onAwaited = () => {},
    readsText = true,
    isKnown = async () => true,
    ...turn
  }: Turn): Promise<SessionStep> {
    if (this.isErased) throw erasedRun();
    if (this.#writer.isBroken) throw new Error('the turn before was not stored');
    this.#asker.serve({ name: client, waitUntilMs, idle, onAwaited, readsText, isKnown });
    this.#turn = { bodyHash, answerId };
    if (this.session.isHeld) this.#standing.askedBody = bodyHash;
    const { space } = this.profile.policy;
    const vouched = space.join(this.profile.least, least ?? space.bottom);
    const { messages, ...options } = turn;
    this.#model = turn.model;
    const { known } = this.#writer;
    known.begin(notedFor);
    await this.#files?.begin(resultsIn(messages));
    const { joined } = this.#dependencies;
    const step = await this.session.step(joined.heard(this, messages), {
      ...options,
      movesMedia: true,
      least: foreign ? space.top : vouched,
      after: after && this.#place(after),
    });
    await this.#files?.end();
    // Before the client has them: it makes them at once.
    if (step.kind === 'replied') joined.release(this, step.calls, notedFor?.client);
    known.answered(step.kind === 'replied' ? this.session.order.at(-1) : undefined);
    return step;
  }

  /** A draft without what is above a ceiling; `undefined`: no request has named a model yet. */
  async without(ceiling: string | undefined, signal: AbortSignal): Promise<Draft | undefined> {
    const { history } = this.session;
    const { policy } = this.profile;
    if (this.#model === undefined || this.isErased) return undefined;
    return await withoutText(this.#model, { history, policy, ceiling, signal });
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

  /** The earlier answer to the same body, which the client may have lost. */
  redelivery(bodyHash: string): Delivered | undefined {
    const { isBroken, isErased } = this.#writer;
    const { delivered } = this.#standing;
    if (isBroken || isErased || delivered?.bodyHash !== bodyHash) return undefined;
    return this.#dependencies.nowMs() < delivered.untilMs ? delivered : undefined;
  }

  /** Stores all that is new, and the names by which the run is to be found again. */
  async keep({ answer, begun = [], names: other, ...kept }: Kept): Promise<void> {
    const order = answer && this.session.order.slice(answer.instructions);
    const lines = answer && order ? [this.answers.add(kept.answerId, { ...answer, order })] : [];
    const known = { names: [...begun, ...other], lines };
    await this.#writer.write({ ...kept, ...known, questions: [], kind: 'answer' });
    if (begun.length > 0) this.#beginsAs = new Set(begun);
    // Until here a retry found the run by the question; from here on by the answer.
    if (!this.session.isHeld) this.#standing.askedBody = undefined;
  }

  /** Stores what was changed between turns or beside one: nothing was given out. */
  async keepChange(subject: string, more: Pick<Stored, 'lines' | 'happened'> = {}): Promise<void> {
    // Events that a turn has recorded until now are found by its answer.
    const answerId = this.#turn.answerId || subject;
    await this.#writer.write({ answerId, questions: [], names: [], kind: 'change', ...more });
  }

  /** Lets no request name an answer any more; what it said stays in the conversation. */
  async deleteAnswer(id: string, event: EventDraft): Promise<void> {
    this.#standing.withdraw(id);
    await this.keepChange(id, { lines: [this.answers.deletion(id)], happened: [event] });
    this.answers.delete(id);
  }

  /** Where the conversation stood with an answer. Throws where there was none. */
  #place({ answerId, instructions }: After): { order: readonly number[]; at: number } {
    const known = this.answers.get(answerId);
    if (known !== undefined) return { order: known.order, at: instructions };
    throw unknownResponse();
  }
}

/** Nothing is stopped in `log` mode, and calls run before anybody could look at the files. */
function runFiles(
  { id: run, tenant, profile: { policy }, shadow }: RunPlace,
  { files: known, nowMs }: RunDependencies,
): RunFiles | undefined {
  const { files } = policy;
  if (files === undefined || shadow === true) return undefined;
  return new RunFiles({ policy, files, known, tenant, run, nowMs });
}

/** The calls whose results a request holds. */
function resultsIn(messages: Turn['messages']): ReadonlySet<string> {
  return new Set(messages.flatMap((each) => (each.role === 'tool' ? [each.callId] : [])));
}

function settingsOf({
  profile,
  shadow,
}: RunPlace): Omit<SessionOptions, 'policy' | 'propagator' | 'approval'> {
  return {
    model: noModel,
    tools: [],
    structure: 'keep',
    explained: 'stopped',
    shortcuts: profile.shortcuts,
    // The model cannot go on from a refusal of a call that its client has had already.
    refusals: shadow === true ? 'error' : profile.refusals,
    modelTimeoutMs: limits.modelMsMax,
    propagatorTimeoutMs: profile.propagatorTimeoutMs,
  };
}

/** A session is given its model with each request. */
const noModel: ChatModel = {
  name: 'none',
  generate: () => Promise.reject(new Error('no request has named a model')),
};
