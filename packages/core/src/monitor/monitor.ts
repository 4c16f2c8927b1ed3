import { History } from '../history/history.ts';
import { labelOfHistory, labelOfMessage } from '../history/regions.ts';
import type { PlainPart } from '../history/plain.ts';
import { limits } from '../limits.ts';
import { lineage } from '../propagate/lineage.ts';
import { atOnce, beforeLong, inTurns, type Slices } from '../history/slices.ts';
import { lengthOf } from '../model/chat-model.ts';
import { SluiceError } from '../errors.ts';
import { ambient } from './ambient.ts';
import { decideAnswer } from './answer.ts';
import { decideCall, settleCall } from './calls.ts';
import type { MonitorEvent, Outcome } from './events.ts';
import { explainCalls, unexplained } from './explain.ts';
import { isLazy } from './lazy-reads.ts';
import { contentsOf, knownAgain } from './known-again.ts';
import { lower, type Lowering } from './lower.ts';
import { raisedMessage } from './raised-message.ts';
import { Run } from './run.ts';
import { requireKnownOptions } from './known-options.ts';
import { runOptionNames, type RunOptions } from './run-options.ts';
import { startedEvent } from './start.ts';
import { takeStep, type Generation } from './step.ts';
import type { Tool } from './tool.ts';
import type { TurnResult } from './turn.ts';

export interface MonitorOptions extends Omit<
  RunOptions,
  'tools' | 'runId' | 'nowMs' | 'newId' | 'onEvent' | 'explainer'
> {
  readonly tools: readonly Tool[];
  /** The system prompt, if there is one. */
  readonly system?: string | undefined;
  readonly runId?: string | undefined;
  readonly nowMs?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  readonly onEvent?: ((event: MonitorEvent, run: string) => void) | undefined;
}

const monitorOptionNames: Readonly<Record<keyof MonitorOptions, true>> = {
  ...runOptionNames,
  confirm: true,
  system: true,
};

export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the answer as it comes, where the label of what the model sees allows it. */
  readonly onText?: ((delta: string) => void) | undefined;
}

/**
 * The one stateful component: runs the guarded loop (RTBAS alg. 4, design.md section 3), asks the
 * policy, asks the person, and keeps the record. One monitor is one agent run; turns follow each
 * other, one at a time.
 */
export class Monitor {
  readonly runId: string;
  readonly #run: Run;
  readonly #tools: ReadonlyMap<string, Tool>;
  #history: History;
  #busy = false;

  /** Throws `tools-invalid` where two tools have one name, `settings-invalid` for a wrong name. */
  constructor(options: MonitorOptions) {
    requireKnownOptions(options, monitorOptionNames, '`Monitor`');
    const { tools, system, runId, nowMs, newId, ...rest } = options;
    this.runId = runId ?? ambient.newId();
    this.#tools = byName(tools);
    const declared = tools.map(({ name, description, parameters }) => {
      return { name, description, parameters };
    });
    this.#run = new Run({
      ...rest,
      onEvent: options.onEvent,
      tools: declared,
      runId: this.runId,
      nowMs: nowMs ?? ambient.nowMs,
      newId: newId ?? ambient.newId,
      explainer: lineage(),
    });
    const { labelled } = this.#run.tools;
    this.#history = History.of(labelled);
    this.#run.record(startedEvent(this.#run, labelled));
    if (system !== undefined) atOnce(this.#appendTurn('system', [{ kind: 'text', text: system }]));
  }

  /** The labelled history: the model's transcript, refusals included. */
  get history(): History {
    return this.#history;
  }

  /** All that happened, in order; enough to decide everything again (`replay`). */
  get events(): readonly MonitorEvent[] {
    return this.#run.events;
  }

  /** One user turn to its answer. Throws `history-invalid` while another turn is running. */
  async turn(user: string | readonly PlainPart[], options: TurnOptions = {}): Promise<TurnResult> {
    if (this.#busy) {
      throw new SluiceError('history-invalid', 'a turn is already running', {
        hint: 'await the turn before, or use one `Monitor` for each run',
      });
    }
    this.#busy = true;
    try {
      const parts = typeof user === 'string' ? [{ kind: 'text' as const, text: user }] : user;
      return await this.#run.enclosure.during(() => this.#turn(parts, options), { begins: true });
    } finally {
      this.#busy = false;
    }
  }

  /**
   * Raises trust in one region: the person vouches for it (integrity). Recorded, with the reason.
   */
  endorse(lowering: Lowering): void {
    this.#history = lower(this.#run, this.#history, { kind: 'endorse', lowering });
  }

  /** Lets one region reach more readers (confidentiality). Recorded, with the reason. */
  declassify(lowering: Lowering): void {
    this.#history = lower(this.#run, this.#history, { kind: 'declassify', lowering });
  }

  /**
   * The run is over, and no turn is running: its propagator forgets it. A turn that follows all the
   * same is read anew. Throws what the propagator throws.
   */
  async close(): Promise<void> {
    await this.#run.options.propagator.forget?.(this.runId);
  }

  async #turn(parts: readonly PlainPart[], options: TurnOptions): Promise<TurnResult> {
    await inTurns(this.#appendTurn('user', parts));
    const result = await this.#loop(options);
    this.#run.record({ type: 'turn-finished', outcome: result.outcome, label: result.label });
    return result;
  }

  *#appendTurn(role: 'system' | 'user', parts: readonly PlainPart[]): Slices<void> {
    const { handed, handedLeast } = this.#run.enclosure;
    const said = raisedMessage(this.#run.space, this.#run.turnMessage(role, parts), handed);
    const known = this.#history.messages.flatMap(contentsOf);
    const message = yield* knownAgain(this.#run.space, said, known);
    this.#history = this.#history.append(message);
    const label = labelOfMessage(this.#run.space, message);
    this.#run.record({ type: 'turn-started', role, parts, label, ...handedLeast });
  }

  async #loop({ signal = new AbortController().signal, onText }: TurnOptions): Promise<TurnResult> {
    let refused = 0;
    for (let step = 0; step < limits.stepsPerTurnMax; step += 1) {
      if (refused > limits.refusalsPerTurnMax) break;
      if (this.#history.length + limits.callsPerReplyMax >= limits.historyMessagesMax) break;
      const result = await takeStep(this.#run, { history: this.#history, signal, onText });
      if (result.kind === 'failed') return this.#stopped(result.because);
      this.#history = result.history;
      if (result.reply.calls.length === 0) return this.#answer(result, signal);
      refused += await this.#settleAll(result, signal);
    }
    return this.#stopped('limit-reached');
  }

  /** Appends a generation and, call by call, what became of it. Counts the calls refused. */
  async #settleAll(generation: Generation, signal: AbortSignal): Promise<number> {
    const { reply, label, how } = generation;
    const history = this.#history;
    await beforeLong(lengthOf(reply));
    const calls = reply.calls.map((call) => this.#run.mint(call, label));
    const message = this.#run.generationMessage(reply, calls, label);
    this.#history = history.append(message);
    const explain = isLazy(how)
      ? unexplained
      : await explainCalls(this.#run, { history, reply, label, signal });
    let refused = 0;
    for (const [index, call] of calls.entries()) {
      const one = { call, label, explanation: explain(index) };
      const decided = decideCall(this.#run, one, { truncated: reply.stop === 'truncated', index });
      const settled = await settleCall(this.#run, one, { decided, tools: this.#tools, signal });
      this.#history = this.#history.append(settled.message);
      if (settled.refused) refused += 1;
    }
    if (isLazy(how)) this.#run.readLazily(message);
    return refused;
  }

  /** The generation that makes no call is the answer, and the answer is a sink. */
  async #answer({ reply, label }: Generation, signal: AbortSignal): Promise<TurnResult> {
    const history = this.#history;
    this.#history = history.append(this.#run.generationMessage(reply, [], label));
    return decideAnswer(this.#run, { history, reply, label, signal });
  }

  #stopped(outcome: Exclude<Outcome, 'answered' | 'answer-refused'>): TurnResult {
    const label = labelOfHistory(this.#run.space, this.#history);
    return { outcome, text: stoppedText(outcome), label, decision: undefined };
  }
}

function stoppedText(outcome: Exclude<Outcome, 'answered' | 'answer-refused'>): string {
  switch (outcome) {
    case 'model-failed':
      return 'Stopped: the model gave no usable reply.';
    case 'timed-out':
      return 'Stopped: the model did not reply in time.';
    case 'aborted':
      return 'Stopped: the turn was aborted.';
    case 'limit-reached':
      return 'Stopped: a limit on steps or refusals was reached.';
  }
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const named = new Map(tools.map((tool) => [tool.name, tool]));
  if (named.size < tools.length) {
    throw new SluiceError('tools-invalid', 'two tools have one name', {
      hint: 'give each tool a name of its own: a policy knows a tool by its name',
    });
  }
  return named;
}
