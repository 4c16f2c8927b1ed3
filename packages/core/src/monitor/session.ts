import { SluiceError } from '../errors.ts';
import { Declarations } from './declarations.ts';
import type { Content } from '../history/content.ts';
import type { History } from '../history/history.ts';
import type { Message } from '../history/message.ts';
import type { Label } from '../label/label.ts';
import type { PlainMessage } from '../history/plain.ts';
import { limits } from '../limits.ts';
import { lineage } from '../propagate/lineage.ts';
import { inTurns } from '../history/slices.ts';
import { ambient } from './ambient.ts';
import type { Decision, Explanation } from './decision.ts';
import type { MonitorEvent } from './events.ts';
import { hold, openQuestions, refusedText, release, waitForAnswers, type Held } from './held.ts';
import { HeldBacks } from './held-back.ts';
import { lower, type Lowering } from './lower.ts';
import { startedEvent } from './start.ts';
import { ReleasedCalls, type FrameworkAnswer, type WantedCall } from './released-calls.ts';
import { Run } from './run.ts';
import { restore, saveHead } from './saved-session.ts';
import type { Restored, SavedHead, SavedRecord } from './saved-session.ts';
import { unreadable } from './saved-value.ts';
import { knownOptions, type SessionOptions } from './session-options.ts';
import type { SessionStep, StepOptions } from './session-step.ts';
import { SaidText } from './said-text.ts';
import { takeStep } from './step.ts';
import type { ToolOutput } from './tool.ts';
import { Transcript } from './transcript.ts';
import { usageBetween } from './usage.ts';
import { vouchedAnew } from './vouched-anew.ts';

type Gave =
  Exclude<SessionStep, { kind: 'failed' }> extends infer Step
    ? Step extends SessionStep
      ? Omit<Step, 'usage'>
      : never
    : never;

/**
 * The guarded step for frameworks that drive the loop themselves. The framework holds a transcript
 * of its own; the session keeps the model's, with the labels. A framework can only raise labels by
 * what it does to its history. Refused calls never reach the framework: the model is told and goes
 * on.
 */
export class Session {
  readonly runId: string;
  readonly #run: Run;
  readonly #options: SessionOptions;
  readonly #log: SavedRecord[] = [];
  readonly #transcript: Transcript;
  readonly #declarations: Declarations;
  readonly #released: ReleasedCalls;
  readonly #held: HeldBacks;
  #busy = false;
  /** `lost`: a saved run was taken over in part. */
  #stands: 'new' | 'begun' | 'lost' = 'new';

  constructor(options: SessionOptions) {
    this.#options = knownOptions(options);
    this.#held = new HeldBacks(options.approval);
    this.runId = options.runId ?? ambient.newId();
    this.#run = new Run({
      ...options,
      onEvent: options.onEvent,
      confirm: undefined,
      runId: this.runId,
      nowMs: options.nowMs ?? ambient.nowMs,
      newId: options.newId ?? ambient.newId,
      explainer: lineage(),
    });
    const log = (line: SavedRecord): void => void this.#log.push(line);
    this.#released = new ReleasedCalls(this.#run, log);
    this.#transcript = new Transcript(this.#run, log);
    this.#declarations = new Declarations(this.#run, this.#transcript, log);
    this.#run.record(startedEvent(this.#run, this.#declarations.declare(options)));
  }

  /** The model's transcript, labelled. */
  get history(): History {
    return this.#transcript.history;
  }

  get events(): readonly MonitorEvent[] {
    return this.#run.events;
  }

  /**
   * Labels the framework's transcript and takes guarded steps until one gives it something. Throws
   * `history-invalid` where two calls have one id, while another step is running, or where a saved
   * run could not be restored.
   */
  async step(messages: readonly PlainMessage[], options: StepOptions): Promise<SessionStep> {
    if (this.#busy) {
      throw new SluiceError('history-invalid', 'a step is already running', {
        hint: 'await the step before, or use one `Session` for each run',
      });
    }
    this.#begin();
    this.#busy = true;
    try {
      return await this.#run.enclosure.during(() => this.#steps(messages, options));
    } finally {
      this.#busy = false;
    }
  }

  /** Names the client's transcript as it stands now, for `StepOptions.after`. */
  get order(): readonly number[] {
    return this.#transcript.place.order;
  }

  /** What the model said to the newest answer: behind what the client was not told, too. */
  get answered(): readonly Content[] {
    return this.#transcript.answered;
  }

  /** All that the client says of its tools, with the label that it has for what it repeats. */
  get declared(): readonly Content[] {
    return this.#declarations.said;
  }

  /** The join of everything that the run has seen. */
  get highWater(): Label {
    return this.#transcript.highWater;
  }

  /** Whether a generation waits for a person. */
  get isHeld(): boolean {
    return this.#held.isWaiting;
  }

  /** What was decided on a call that `step` returned; a call that never was is denied. */
  decisionOf(callId: string): Decision {
    return this.#released.decisionOf(callId);
  }

  /** What a person should see before they approve: which region reached which argument. */
  explanationOf(callId: string): Explanation {
    return this.#released.explanationOf(callId);
  }

  /** Records the answer of the framework's own approval. No question, nothing changed. */
  settle(callId: string, answer: FrameworkAnswer): void {
    this.#released.settle(callId, answer);
  }

  /** Runs a call that was allowed or approved: the arguments that were checked, once. */
  async execute<Args>(
    callId: string,
    wanted: WantedCall<Args>,
    run: (args: Args) => Promise<ToolOutput> | ToolOutput,
  ): Promise<ToolOutput> {
    this.#begin();
    return this.#run.enclosure.during(() => this.#released.execute(callId, wanted, run));
  }

  #begin(): void {
    if (this.#stands === 'lost') throw unreadable();
    this.#stands = 'begun';
  }

  /**
   * Lowers one region's label: the person vouches for it. Recorded, with the reason. Whatever runs
   * or waits, it holds from the next step on.
   */
  lower(kind: 'endorse' | 'declassify', lowering: Lowering): void {
    this.#transcript.replaceLowered(lower(this.#run, this.history, { kind, lowering }));
  }

  async #steps(messages: readonly PlainMessage[], options: StepOptions): Promise<SessionStep> {
    const { signal } = options;
    const begins = this.#transcript.place.nextId === 0;
    this.#declarations.redeclare(options);
    const { custom = new Set(), callable, least = this.#run.space.bottom, after } = options;
    this.#held.declare({ tools: this.#run.options.tools, custom, callable });
    const { elsewhere = { known: [], answered: [], labels: [] } } = options;
    const given = this.#released;
    await inTurns(this.#transcript.reconcile(messages, { given, least, after, elsewhere }));
    await this.#declarations.hear({ begins, elsewhere });
    const before = this.#run.usage;
    const said = new SaidText(options.onText);
    const hidden: Message[] = [];
    let held = await this.#held.goOn(this.#transcript.conversation);
    for (let attempt = 0; attempt <= limits.refusalsPerTurnMax; attempt += 1) {
      if (held === undefined) {
        const stood = this.#transcript.history;
        const history = stood.append(...hidden);
        const step = await takeStep(this.#run, { history, signal, onText: said.onText });
        if (step.kind === 'failed') return { kind: 'failed', because: step.because };
        hidden.splice(0, hidden.length, ...this.#transcript.replaceLowered(step.history, stood));
        held = await hold(this.#run, step, { approval: this.#options.approval, signal });
      }
      const gave = await this.#giveOut(held, { hidden, said, signal });
      if (gave !== undefined) return { ...gave, usage: usageBetween(before, this.#run.usage) };
      held = undefined;
    }
    return { kind: 'failed', because: 'limit-reached' };
  }

  /** Gives the client what a generation came to; `undefined` where the model is to go on. */
  async #giveOut(
    held: Held,
    { hidden, said, signal }: { hidden: Message[]; said: SaidText; signal: AbortSignal },
  ): Promise<Gave | undefined> {
    const { approval } = this.#options;
    // Whoever saves the session while a person is asked saves what it is held for.
    await this.#held.keep(held);
    const settled =
      approval.by === 'asker'
        ? await waitForAnswers(this.#run, held, { asker: approval.asker, signal })
        : held;
    const open = openQuestions(settled);
    await this.#held.keep(settled);
    if (open.length > 0 && approval.by === 'asker') {
      const text = said.before(approval.asker.notice(open));
      // A client that is gone does not hold the notice: it comes back with what stood before.
      const notice = signal.aborted ? undefined : { text, calls: [] };
      if (notice !== undefined) this.#held.noticed(this.#transcript.replied(notice, hidden));
      return { kind: 'waiting', text, callIds: open.map(({ callId }) => callId) };
    }
    const { messages, given, withheld, ...released } = release(this.#run, settled);
    const { label, stop } = settled;
    const beside = withheld ? { provider: settled.beside.provider } : settled.beside;
    for (const call of given) {
      this.#released.add(call, { approved: approval.by === 'asker' });
    }
    hidden.push(...messages);
    const calls = given.map(({ call: { id, tool, args } }) => ({ id, tool, args }));
    // What broke off would break off again: the client is told that it did, as a provider does.
    const brokeOff = stop === 'truncated';
    if (settled.calls.length > 0 && calls.length === 0 && !brokeOff) {
      return this.#allRefused(settled, { hidden, said });
    }
    const text = said.before(released.text);
    this.#held.passedBy(this.#transcript.replied({ text, calls }, hidden));
    return { kind: 'replied', text, withheld, calls, label, stop, beside };
  }

  #allRefused(
    held: Held,
    { hidden, said }: { hidden: readonly Message[]; said: SaidText },
  ): Gave | undefined {
    const { refusals = 'hidden' } = this.#options;
    if (refusals === 'hidden') return undefined;
    const refused = refusedText(held);
    if (refusals === 'error') return { kind: 'refused', text: refused };
    const text = said.before(refused);
    const { label, stop } = held;
    const beside = { provider: held.beside.provider };
    this.#held.passedBy(this.#transcript.replied({ text, calls: [] }, hidden));
    return { kind: 'replied', text, withheld: true, calls: [], label, stop, beside };
  }

  /** What has been added to the session since it was last taken, and where it stands now. */
  takeSaved(): { readonly log: readonly SavedRecord[]; readonly head: SavedHead } {
    const log = this.#log.splice(0);
    const { place } = this.#run;
    const { policy } = this.#options;
    const head = saveHead(policy, { ...this.#transcript.place, place, held: this.#held.all });
    return { log, head };
  }

  /** The events since they were last taken; they are not kept here any longer. */
  takeEvents(): readonly MonitorEvent[] {
    return this.#run.takeEvents();
  }

  /**
   * Goes on with a session that another process saved, by the shortcuts that its record names.
   * `false`: another policy decided: nothing is held, and what has not run is decided again.
   * Throws `history-invalid` or `label-invalid` where nothing may be taken to be known, and in a
   * session that has begun: what it has run would be there to be run again.
   */
  restore(log: readonly unknown[], head: unknown): boolean {
    if (this.#stands !== 'new') {
      throw new SluiceError('history-invalid', 'a session that has begun cannot be restored', {
        hint: 'make a new `Session`, and restore it before anything else',
      });
    }
    this.#stands = 'lost';
    const isSame = this.#goOn(restore(this.#options.policy, log, head));
    this.#stands = 'begun';
    return isSame;
  }

  #goOn(restored: Restored): boolean {
    this.#released.restore(restored.calls);
    this.#transcript.restore({ ...restored, entries: vouchedAnew(this.#run, restored.entries) });
    this.#declarations.restore(restored.declared);
    this.#run.takeEvents();
    const isSame = restored.policy === this.#options.policy.hash;
    this.#run.resumeAt(isSame ? restored.place : { ...restored.place, shortcuts: undefined });
    this.#held.restore(isSame ? restored.held : []);
    this.#log.splice(0);
    if (isSame) return true;
    this.#run.record(startedEvent(this.#run, this.history.tools));
    this.#released.decideAnew(this.#options.approval);
    return false;
  }
}
