import { regions, type History, type SpecWorld } from '@sluice/core/spec';
import type { Findings } from '../findings.ts';
import type { OwnLabel } from '../lattice/lattice.ts';
import { Cursor, Lost } from '../log/cursor.ts';
import { isOf, type EventOf, type LogEvent } from '../log/event.ts';
import type { PolicyReading, Ruled } from '../policy-reading.ts';
import { CallBook, type AllowedCall } from './call-book.ts';
import { OpenOutput } from './open-output.ts';
import { settle } from './settle.ts';
import { GenerationFailed, StepTrace } from './step-trace.ts';
import { Transcript } from './transcript.ts';
import { declaredIn, worldOf } from './world.ts';

export interface RunOptions {
  readonly reading: PolicyReading;
  readonly findings: Findings;
  /**
   * The highest label that a person may see, where the record does not say it: a
   * gateway's sessions.
   */
  readonly askable: OwnLabel;
  readonly allowed: (call: AllowedCall) => void;
}

/**
 * Follows the record of one run and holds it against what the specification derives. It keeps the
 * specification's history; of the record it takes what came from outside: turns, replies,
 * relevance,
 * answers of the person, results.
 */
export class RunCheck {
  readonly #run: string;
  readonly #log: Cursor;
  readonly #options: RunOptions;
  /** The run's own loop closes its turns, and is told of refusals; a client is not. */
  readonly #isClient: boolean;
  readonly #transcript: Transcript;
  readonly #calls: CallBook;
  readonly #structured: Map<string, boolean | undefined> = new Map();
  #world: SpecWorld<OwnLabel>;
  #open: OpenOutput | undefined;
  /** The end of the last output of the current turn. */
  #ended: { readonly label: OwnLabel; readonly refused: string | undefined } | undefined;

  /** Throws `Lost` where the record does not begin as one under this policy. */
  constructor(run: string, events: readonly LogEvent[], options: RunOptions) {
    const { reading, findings, askable } = options;
    this.#run = run;
    this.#log = new Cursor(events);
    this.#options = options;
    const started = this.#log.expect('run-started');
    if (started.policy !== reading.hash) throw new Lost(started);
    const { approver } = started;
    this.#isClient = started.loop === 'client';
    this.#transcript = new Transcript(reading.lattice, { isClient: this.#isClient });
    const { allowed } = options;
    this.#calls = new CallBook({ run, transcript: this.#transcript, reading, findings, allowed });
    const nobody = this.#isClient ? askable : undefined;
    this.#world = worldOf(started, {
      reading,
      ruleAnswer: (text) => this.#ruleAnswer(text),
      inert: (text) => this.#inert(text),
      clearance: approver === undefined ? nobody : reading.lattice.read(approver),
    });
    if (started.run !== run) this.#differs(started, 'the run');
    this.#declare(started);
  }

  /** Where the record has been followed to. */
  get at(): LogEvent | undefined {
    return this.#log.last;
  }

  /** Throws `Lost`, or what a label throws that cannot be read: the rest is not followed. */
  follow(): void {
    for (let event = this.#log.next; event !== undefined; event = this.#log.next) {
      if (isStepBegin(event)) this.#step();
      else this.#event(this.#log.take() ?? event);
    }
    this.#close({ isOver: true });
  }

  /** The reported executions that were not checked. */
  get unfollowed(): readonly EventOf<'call-executed'>[] {
    const open = this.#open?.calls.flatMap(({ executed }) => executed) ?? [];
    return [...open, ...this.#log.rest.filter((event) => isOf(event, 'call-executed'))];
  }

  #declare(event: EventOf<'run-started' | 'tools-declared'>): void {
    this.#world = declaredIn(this.#world, event, this.#options.reading);
    this.#compare(event, this.#joined(this.#world, []));
  }

  #ruleAnswer(text: string): Ruled {
    return this.#options.reading.ruleAnswer(text, this.#structured.get(text));
  }

  /** Rulings are asked of it as of the text that it stands for. */
  #inert(text: string): string | undefined {
    const structured = this.#structured.get(text);
    const inert = this.#options.reading.inertAnswer(text, structured);
    if (inert !== undefined) this.#structured.set(inert, structured);
    return inert;
  }

  #event(event: LogEvent): void {
    switch (event.type) {
      case 'tools-declared':
        this.#close({ isOver: false });
        return this.#declare(event);
      case 'turn-started':
        this.#close({ isOver: false });
        return this.#turn(event);
      case 'turn-finished':
        return this.#finished(event);
      case 'call-executed':
      case 'call-refused':
        return this.#result(event);
      case 'call-decided':
      case 'question-asked':
      case 'question-answered':
      case 'answer-decided':
        if (this.#open === undefined) return this.#differs(event, 'no step is open');
        return this.#open.note(event);
      case 'label-lowered':
        return this.#differs(event, 'labels that a person lowers are not followed');
      case 'run-started':
      case 'generation-finished':
      case 'generation-failed':
      case 'relevance-found':
      case 'step-labelled':
      case 'read-replayed':
        throw new Lost(event);
    }
  }

  #turn(event: EventOf<'turn-started'>): void {
    const { role, parts } = event;
    const entry = { role, ...this.#options.reading.turn(role, parts) };
    this.#transcript.append(entry, { message: this.#transcript.newMessage(), results: [] });
    this.#transcript.keep();
    this.#ended = undefined;
    this.#compare(event, this.#joined({ ...this.#world, tools: [] }, [entry]));
  }

  #step(): void {
    this.#close({ isOver: true });
    const { reading, findings } = this.#options;
    const trace = new StepTrace({
      run: this.#run,
      log: this.#log,
      lattice: reading.lattice,
      findings,
      world: this.#world,
      slots: this.#transcript.slots,
      replied: ({ text, structured }) => void this.#structured.set(text, structured),
      exchangeOf: (callIds) => this.#calls.exchangeOf(callIds),
    });
    try {
      const { output, kind } = trace.take(this.#transcript.history);
      const event = this.#log.expect('step-labelled');
      this.#transcript.lowered(output.history);
      this.#compare(event, output.data ?? output.label);
      const { control } = event;
      const { read } = reading.lattice;
      const told = output.data === undefined ? undefined : output.label;
      if ((control === undefined ? undefined : read(control)) !== told) {
        this.#differs(event, 'the label of what is acted on');
      }
      if (event.kind !== kind) this.#differs(event, 'the kind of the step');
      this.#open = new OpenOutput(output, event);
      findings.steps += 1;
    } catch (error) {
      if (!(error instanceof GenerationFailed)) throw error;
      // The step and the labels that it lowered are forgotten, but these reads are not tried again.
      for (const at of trace.tried) this.#transcript.tried(at);
      this.#transcript.failed();
    }
  }

  /** A result stands behind its generation, in the order in which results come. */
  #result(event: EventOf<'call-executed' | 'call-refused'>): void {
    const open = this.#open;
    const item = open?.find(event.callId);
    if (open !== undefined && item !== undefined) {
      open.message ??= this.#transcript.newMessage();
      item.message ??= this.#transcript.newMessage();
      return open.note(event);
    }
    if (isOf(event, 'call-refused')) return this.#differs(event, 'no such call is open');
    this.#calls.returned(event, this.#transcript.newMessage());
  }

  /**
   * Decides on the open output. While it waits for a person the client may say more; what still
   * waits when the run goes on without it is dropped.
   */
  #close({ isOver }: { readonly isOver: boolean }): void {
    const open = this.#open;
    if (open === undefined || (open.isWaiting && !isOver)) return;
    const { reading, findings } = this.#options;
    const { entry, refused } = settle(open, {
      run: this.#run,
      reading,
      lattice: reading.lattice,
      findings,
      world: this.#world,
      ruleAnswer: (text) => this.#ruleAnswer(text),
      isClient: this.#isClient,
    });
    this.#open = undefined;
    this.#calls.decided(open);
    if (open.isWaiting) return this.#calls.dropped(open);
    const at = this.#transcript.length;
    const message = open.message ?? this.#transcript.newMessage();
    this.#transcript.append(entry, { message, results: open.calls.map((item) => item.message) });
    const { label, reply } = open.output;
    this.#ended = open.answer && { label, refused: refused[0] };
    this.#calls.know(open, at, refused);
    const isGiven = refused.includes(undefined) || open.answer !== undefined || reply.truncated;
    if (isGiven) this.#transcript.keep();
    else this.#transcript.hide();
  }

  /** Only the run's own loop says how a turn ended. */
  #finished(event: EventOf<'turn-finished'>): void {
    this.#close({ isOver: true });
    const ended = this.#ended;
    this.#ended = undefined;
    if (ended === undefined) {
      if (event.outcome.startsWith('answer')) this.#differs(event, 'the outcome');
      return this.#compare(event, this.#joined(this.#world, this.#transcript.history));
    }
    const outcome = ended.refused === undefined ? 'answered' : 'answer-refused';
    if (event.outcome !== outcome) this.#differs(event, 'the outcome');
    this.#compare(event, ended.label);
  }

  #joined(world: SpecWorld<OwnLabel>, history: History<OwnLabel>): OwnLabel {
    const { join, bottom } = this.#options.reading.lattice;
    return regions(world, history).reduce((all, { label }) => join(all, label), bottom);
  }

  #compare(event: LogEvent & { readonly label: string }, derived: OwnLabel): void {
    const { read } = this.#options.reading.lattice;
    if (read(event.label) !== derived) this.#differs(event, 'the label');
  }

  #differs({ seq, type }: LogEvent, what: string): void {
    this.#options.findings.differs({ run: this.#run, seq, type }, what);
  }
}

function isStepBegin({ type }: LogEvent): boolean {
  return (
    type === 'generation-finished' || type === 'generation-failed' || type === 'relevance-found'
  );
}
