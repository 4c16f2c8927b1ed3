import type { CarryOut } from '../engine/call/call.ts';
import type { CallExplanation, Decision } from '../engine/decision.ts';
import type { MonitorEvent, Outcome } from '../engine/events.ts';
import { Run } from '../engine/run.ts';
import { takeStep } from '../engine/step/step.ts';
import type { ToolOutput } from '../engine/tool.ts';
import { SluiceError } from '../errors.ts';
import type { Content } from '../history/content.ts';
import type { History } from '../history/history.ts';
import type { Message } from '../history/message.ts';
import type { PlainMessage } from '../history/plain.ts';
import { atOnce, inTurns } from '../history/slices.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import { usageBetween } from '../model/chat-model.ts';
import { lineage } from '../propagate/lineage.ts';
import { Declarations, startedEvent } from './declarations.ts';
import { failure, giveOut, SaidText } from './give-out.ts';
import { HeldBacks, type HeldPlace, nothingHeld } from './held-back.ts';
import { hold } from './held.ts';
import { lower, type Lowering } from './lower.ts';
import { ReleasedCalls } from './released-calls.ts';
import type { CarriedOut, FrameworkAnswer, WantedCall } from './call-state.ts';
import { restore, saveHead } from './saved/saved-session.ts';
import type { LogRecord, Restored, SavedHead, SavedRecord } from './saved/saved-session.ts';
import { unreadable } from './saved/saved-value.ts';
import { ambient, knownOptions } from './session-options.ts';
import type { SessionOptions, SessionStep, StepOptions } from './session-options.ts';
import { vouchedAnew } from './transcript/entries.ts';
import { Transcript } from './transcript/transcript.ts';

/**
 * The one stateful component: it takes guarded steps (docs/concepts.md), asks the policy, asks the
 * person, and keeps the record. A loop drives it. The loop of a framework holds a transcript of
 * its own (`step`, `execute`): the session keeps the model's, with the labels, and the framework
 * can only raise labels by what it does to its history; refused calls never reach it, for the model
 * is told and goes on. The run's own loop holds nothing (`hear`, `advance`, `carryOut`).
 */
export class Session {
  readonly runId: string;
  readonly #run: Run;
  readonly #options: SessionOptions;
  readonly #log: (() => SavedRecord)[] = [];
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
      confirm: options.approval.by === 'confirm' ? options.approval.confirm : undefined,
      runId: this.runId,
      nowMs: options.nowMs ?? ambient.nowMs,
      newId: options.newId ?? ambient.newId,
      explainer: lineage(),
    });
    const log: LogRecord = (line) => void this.#log.push(line);
    this.#released = new ReleasedCalls(this.#run, log);
    this.#transcript = new Transcript(this.#run, log);
    this.#declarations = new Declarations(this.#run, this.#transcript, log);
    this.#run.record(
      startedEvent(this.#run, this.#declarations.declare(options), options.approval),
    );
    const { system } = options;
    if (system === undefined) return;
    const turn = { role: 'system', parts: [{ kind: 'text', text: system }] } as const;
    atOnce(this.#transcript.extend([turn], this.#released));
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
    return this.#alone(() => this.#steps(messages, options));
  }

  /**
   * Does all that belongs to one turn of the run's own loop, which the code around it decided to
   * take now.
   */
  async turn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#run.enclosure.during(work, { begins: true });
  }

  /** Adds what the run's own loop has to the transcript: turns, and results of calls. */
  async hear(messages: readonly PlainMessage[]): Promise<void> {
    this.#begin();
    await inTurns(this.#transcript.extend(messages, this.#released));
  }

  /** Takes the next guarded step of the run's own loop. Throws as `step` does. */
  async advance({ signal, onText }: Pick<StepOptions, 'signal' | 'onText'>): Promise<SessionStep> {
    // A reader who reads along reads drafts; the answer stands for itself.
    const said = { onText, before: (text: string) => text };
    return this.#alone(() => this.#advance(nothingHeld, { said, signal }));
  }

  /** Settles a call of the last step, when the run's own loop comes to it. */
  async carryOut(callId: string, by: Omit<CarryOut, 'confirm'>): Promise<CarriedOut> {
    this.#begin();
    const { confirm } = this.#run.options;
    return this.#run.enclosure.during(() => this.#released.carryOut(callId, { ...by, confirm }));
  }

  /** Records how a turn of the run's own loop ended. */
  finished(outcome: Outcome, label: Label): void {
    this.#run.record({ type: 'turn-finished', outcome, label });
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy) {
      throw new SluiceError('history-invalid', 'a step is already running', {
        hint: 'await the step before, or use one `Session` for each run',
      });
    }
    this.#begin();
    this.#busy = true;
    try {
      return await this.#run.enclosure.during(work);
    } finally {
      this.#busy = false;
    }
  }

  /** Names the client's transcript as it stands now, for `StepOptions.after`. */
  get order(): readonly number[] {
    return this.#transcript.place.order;
  }

  /** The model's words for the newest answer: behind what the client was not told, too. */
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

  /** True if a generation waits for a person. */
  get isHeld(): boolean {
    return this.#held.isWaiting;
  }

  /** The decision on a call that `step` returned; a call that never was is denied. */
  decisionOf(callId: string): Decision {
    return this.#released.decisionOf(callId);
  }

  /** Shown to a person before they approve: the rule, the labels, what reached the arguments. */
  explanationOf(callId: string): CallExplanation {
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
    const begins = this.#transcript.place.nextId === 0;
    this.#declarations.redeclare(options);
    const { custom = new Set(), callable, signal } = options;
    const { least = this.#run.space.bottom, after } = options;
    const { elsewhere = { known: [], answered: [], labels: [] }, movesMedia = false } = options;
    const among = { given: this.#released, least, after, elsewhere, movesMedia };
    await inTurns(this.#transcript.reconcile(messages, among));
    await this.#declarations.hear({ begins, elsewhere });
    // An acting answer is recorded before any of it goes out.
    const acts = this.#options.policy.answerActs === true;
    const said = new SaidText(acts ? undefined : options.onText);
    const declared = { tools: this.#run.options.tools, custom, callable };
    const place = await this.#held.goOn(this.#transcript.conversation, declared);
    return this.#advance(place, { said, signal });
  }

  /** Takes steps until one gives its loop something; the first may have been made before. */
  async #advance(
    place: HeldPlace,
    { said, signal }: { said: Pick<SaidText, 'onText' | 'before'>; signal: AbortSignal },
  ): Promise<SessionStep> {
    const [run, transcript, released] = [this.#run, this.#transcript, this.#released];
    const outlets = { run, options: this.#options, held: this.#held, released, transcript };
    const { approval } = this.#options;
    const before = run.usage;
    const hidden: Message[] = [];
    let { held } = place;
    for (let attempt = 0; attempt <= limits.refusalsPerTurnMax; attempt += 1) {
      if (held === undefined) {
        const stood = transcript.history;
        const history = stood.append(...hidden);
        const step = await takeStep(run, { history, signal, onText: said.onText });
        if (step.kind === 'failed') return failure(step);
        hidden.splice(0, hidden.length, ...transcript.replaceLowered(step.history, stood));
        const isAsked = this.#held.isAsked(place, run.space);
        held = await hold(run, step, { approval, signal, isAsked });
      }
      const gave = await giveOut(outlets, held, { place, hidden, said, signal });
      if (gave !== undefined) return { ...gave, usage: usageBetween(before, run.usage) };
      held = undefined;
    }
    return { kind: 'failed', because: 'limit-reached' };
  }

  /** All that was added to the session since it was last taken, and where it stands now. */
  takeSaved(): { readonly log: readonly SavedRecord[]; readonly head: SavedHead } {
    const log = this.#log.splice(0).map((line) => line());
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
    this.#run.record(startedEvent(this.#run, this.history.tools, this.#options.approval));
    this.#released.decideAnew(this.#options.approval);
    return false;
  }
}
