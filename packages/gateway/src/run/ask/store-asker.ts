import { randomBytes } from 'node:crypto';
import type { Asked, Asker, AskerAnswer, ConfirmRequest, Label, Standing } from '@sluice/core';
import { limits } from '../../limits.ts';
import type { WaitingFor } from '../../protocol/shared/notice.ts';
import type { NewQuestion, Question, Store } from '../../store/store.ts';
import type { AskedAbout } from './asked-about.ts';
import type { Notifier } from './notifier.ts';

export interface StoreAskerOptions {
  readonly tenant: string;
  readonly run: string;
  /** The profile's name: it says in which lattice the question's labels are read. */
  readonly profile: string;
  readonly clearance: Label;
  readonly store: Store;
  readonly notifier: Notifier;
  readonly nowMs: () => number;
  readonly lifeMs: number;
  /** Makes questions survive: they are stored with the run's state, which waits for them. */
  readonly keep: (questions: readonly NewQuestion[]) => Promise<void>;
  /** Tells those outside that there is a question. */
  readonly announce: (question: NewQuestion) => void;
  /** The messages that a question is about. */
  readonly aboutOf: (request: ConfirmRequest) => AskedAbout;
  /** True if the policy that asked decides still. */
  readonly isInForce: () => boolean;
  /** The tool that a question is about, if whoever reads the answer may know it. */
  readonly toolFor: (question: Question) => string | undefined;
}

/** Questions that a request waits for. */
export interface Awaited {
  readonly questions: readonly WaitingFor[];
  /** The response is held until they are answered, or the time is up. */
  readonly isHeld: boolean;
}

/** The client of the request being served. */
export interface AskingClient {
  readonly name: string;
  /** Until when, by `performance.now()`, it waits for a person. */
  readonly waitUntilMs: number;
  /** How it waits: somebody may need what it holds meanwhile. */
  readonly idle: (wait: (giveWay: AbortSignal) => Promise<void>) => Promise<void>;
  readonly onAwaited: (awaited: Awaited) => void;
  /** It reads a text of ours where an answer would stand. */
  readonly readsText: boolean;
  /** True if its key still holds: an approved call is given to no other. */
  readonly isKnown: () => Promise<boolean>;
}

const nobody: AskingClient = {
  name: '',
  waitUntilMs: 0,
  idle: (wait) => wait(new AbortController().signal),
  onAwaited: () => {},
  readsText: true,
  isKnown: async () => true,
};

/**
 * Asks through the store: the questions of a generation are kept, all at once and with the
 * generation, before anyone waits for them, and an operator answers them out of the client's reach.
 * No answer before it expires is no.
 */
export class StoreAsker implements Asker {
  readonly clearance: Label;
  #client: AskingClient = nobody;
  /** Somebody needs what the request holds, or it may have nothing more: it waits no longer. */
  #isOver = false;
  #mayRead = true;
  /** Questions that a client was told with an error to come back for: it waited for them before. */
  readonly #toldOf: Set<string> = new Set();
  readonly #options: StoreAskerOptions;
  readonly #ids: Map<string, string> = new Map();
  #unkept: NewQuestion[] = [];
  #keeping: Promise<void> = Promise.resolve();

  constructor(options: StoreAskerOptions) {
    this.#options = options;
    this.clearance = options.clearance;
  }

  readonly open = async (request: ConfirmRequest): Promise<void> => {
    const { store, nowMs, lifeMs, profile, aboutOf } = this.#options;
    if (!(await this.#isRoom())) {
      // Questions that nobody waits for end here, so that they do not keep others from being asked.
      await store.questions.expire(nowMs());
      if (!(await this.#isRoom())) throw new RangeError('too many open questions');
    }
    const client = this.#client.name;
    const question: NewQuestion = {
      id: `ap_${randomBytes(16).toString('hex')}`,
      callId: request.callId,
      hash: request.hash,
      label: request.label.text,
      request: JSON.stringify({ ...request, profile, client, about: aboutOf(request) }),
      expiresMs: nowMs() + lifeMs,
    };
    this.#ids.set(request.callId, question.id);
    this.#unkept.push(question);
  };

  /** Asks for this client from now on. */
  serve(client: AskingClient): void {
    this.#client = client;
    this.#isOver = false;
    this.#mayRead = client.readsText;
  }

  readonly awaited = async (asked: readonly Asked[]): Promise<void> => {
    const { notifier, nowMs, toolFor } = this.#options;
    // Somebody may have answered a new one by the time that it is found.
    const fresh = new Set(this.#unkept.map(({ id }) => id));
    await this.#keepOpened();
    const found = await Promise.all(asked.map(({ callId }) => this.#find(callId)));
    const isOpen = ({ id, state, expiresMs }: Question): boolean =>
      fresh.has(id) || (state === 'open' && expiresMs > nowMs());
    const open = found.flatMap((question) => (question && isOpen(question) ? [question] : []));
    for (const { id } of open) notifier.back(id);
    if (open.length === 0) return;
    const questions = open.map((question) => {
      return { question: question.id, tool: toolFor(question) };
    });
    this.#client.onAwaited({ questions, isHeld: this.#leftMs() > 0 && !notifier.isClosed });
  };

  readonly answer = async ({ callId }: Asked, signal: AbortSignal): Promise<AskerAnswer> => {
    const { store, notifier, nowMs } = this.#options;
    await this.#keepOpened();
    for (;;) {
      const since = notifier.rings;
      const question = await this.#find(callId);
      if (question === undefined) return { kind: 'none' };
      if (!(await this.#client.isKnown())) return this.#unknown();
      const answer = await this.#settled(question);
      if (answer !== undefined) return answer;
      if (signal.aborted) return this.#gone(question);
      const isTold = !this.#client.readsText && this.#toldOf.has(callId);
      const left = isTold ? 0 : Math.min(this.#leftMs(), question.expiresMs - nowMs());
      if (left <= 0 || notifier.isClosed) return { kind: 'later' };
      let isNeeded = false;
      await this.#client.idle(async (giveWay) => {
        if (!giveWay.aborted) {
          const until = { ms: left, since };
          await notifier.wait(question.id, until, AbortSignal.any([signal, giveWay]));
        }
        isNeeded = giveWay.aborted;
      });
      if (isNeeded) this.#isOver = true;
      if (question.expiresMs <= nowMs()) await store.questions.expire(nowMs());
    }
  };

  #leftMs(): number {
    return this.#isOver ? 0 : this.#client.waitUntilMs - performance.now();
  }

  /** What was decided for a key is not given to one that no longer holds, and is not used up. */
  #unknown(): AskerAnswer {
    this.#mayRead = false;
    return { kind: 'later' };
  }

  /** Nobody is to decide for nobody: a client that does not come back soon is not waited for. */
  #gone({ id }: Question): AskerAnswer {
    const { store, notifier, nowMs } = this.#options;
    const withdraw = async (): Promise<void> => {
      // A yes that came meanwhile stays for the one that comes back.
      if ((await store.questions.get(id))?.state === 'open') {
        await store.questions.withdraw(id, nowMs());
      }
    };
    // A store that cannot write keeps the question until it expires.
    notifier.left(id, () => void withdraw().catch(() => {}));
    return { kind: 'later' };
  }

  readonly standing = async ({ callId }: Asked): Promise<Standing> => {
    const question = await this.#find(callId);
    const { nowMs, isInForce } = this.#options;
    if (question?.state === 'withdrawn') return 'gone';
    if (question === undefined || question.expiresMs <= nowMs()) return 'no';
    if (question.state === 'approved') return isInForce() ? 'yes' : 'open';
    return question.state === 'open' ? 'open' : 'no';
  };

  readonly withdraw = async ({ callId }: Asked): Promise<void> => {
    const question = await this.#find(callId);
    if (question !== undefined) {
      await this.#options.store.questions.withdraw(question.id, this.#options.nowMs());
    }
  };

  readonly notice = (asked: readonly Asked[]): string | undefined => {
    if (!this.#client.readsText) for (const { callId } of asked) this.#toldOf.add(callId);
    if (!this.#mayRead) return undefined;
    const ids = asked.map(({ callId }) => this.#ids.get(callId) ?? callId);
    return `Waiting for a person to decide: ${ids.join(', ')}. Send a message to go on afterwards.`;
  };

  async #isRoom(): Promise<boolean> {
    const { tenant, run, store } = this.#options;
    const unkept = this.#unkept.length;
    const ofRun = unkept + (await store.questions.countOpen(tenant, run));
    const ofTenant = unkept + (await store.questions.countOpen(tenant));
    return ofRun < limits.questionsPerRunMax && ofTenant < limits.questionsPerTenantMax;
  }

  /** Those who wait for several answers at once wait for one change of the store. */
  async #keepOpened(): Promise<void> {
    const opened = this.#unkept.splice(0);
    if (opened.length > 0) this.#keeping = this.#options.keep(opened);
    await this.#keeping;
    for (const question of opened) this.#options.announce(question);
  }

  async #find(callId: string): Promise<Question | undefined> {
    const { store, tenant, run } = this.#options;
    const question = await store.questions.ofCall(tenant, run, callId);
    if (question !== undefined) this.#ids.set(callId, question.id);
    return question;
  }

  /** The outcome of a closed question. Uses up an approval, once. */
  async #settled(question: Question): Promise<AskerAnswer | undefined> {
    const { store, nowMs, isInForce } = this.#options;
    switch (question.state) {
      case 'open':
        return question.expiresMs <= nowMs() ? { kind: 'none' } : undefined;
      case 'approved':
        // Another policy decides on it anew, with the next request.
        if (!isInForce()) return { kind: 'later' };
        return (await store.questions.use(question.id, nowMs()))
          ? { kind: 'yes', by: question.approvedBy, hash: question.hash }
          : { kind: 'none' };
      case 'denied': {
        const by = question.deniedBy === undefined ? [] : [question.deniedBy];
        return { kind: 'no', by, reason: question.words };
      }
      case 'used':
        // The client that still waits did not get the call: the record of the use was never stored.
        await store.questions.lose(question.id, nowMs());
        return { kind: 'none' };
      case 'lost':
      case 'expired':
      case 'withdrawn':
        return { kind: 'none' };
    }
  }
}
