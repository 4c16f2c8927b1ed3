import type { Decision } from '../engine/decision.ts';
import type { MonitorEvent, Outcome } from '../engine/events.ts';
import { requireKnownOptions, runOptionNames, type RunOptions } from '../engine/run-options.ts';
import { hasFailed, partsOf, type Tool } from '../engine/tool.ts';
import { SluiceError } from '../errors.ts';
import type { History } from '../history/history.ts';
import type { PlainCall, PlainMessage, PlainPart } from '../history/plain.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { Lowering } from '../session/lower.ts';
import type { SessionStep } from '../session/session-options.ts';
import { Session } from '../session/session.ts';

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

/** How a user turn ended. A refusal or a failure is a result, not an exception. */
export interface TurnResult {
  readonly outcome: Outcome;
  /** The answer, or a fixed sentence that says why there is none. */
  readonly text: string;
  readonly label: Label;
  /** On the answer as a sink; `undefined` where there was no answer. */
  readonly decision: Decision | undefined;
}

/**
 * The loop of an agent without a framework (RTBAS alg. 4): it takes the steps of a session, runs
 * its tools, and ends at an answer or a limit. It decides nothing. One monitor is one agent run;
 * turns follow each other, one at a time.
 */
export class Monitor {
  readonly runId: string;
  readonly #session: Session;
  readonly #options: MonitorOptions;
  readonly #tools: ReadonlyMap<string, Tool>;
  #busy = false;

  /** Throws `tools-invalid` where two tools have one name, `settings-invalid` for a wrong name. */
  constructor(options: MonitorOptions) {
    requireKnownOptions(options, monitorOptionNames, '`Monitor`');
    const { tools, confirm, ...rest } = options;
    this.#tools = byName(tools);
    this.#options = options;
    const declared = tools.map(({ name, description, parameters }) => {
      return { name, description, parameters };
    });
    this.#session = new Session({
      ...rest,
      tools: declared,
      approval: { by: 'confirm', confirm },
    });
    this.runId = this.#session.runId;
  }

  /** The labelled history: the model's transcript, refusals included. */
  get history(): History {
    return this.#session.history;
  }

  /** All that happened, in order; enough to decide everything again (`replay`). */
  get events(): readonly MonitorEvent[] {
    return this.#session.events;
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
      return await this.#session.turn(() => this.#turn(parts, options));
    } finally {
      this.#busy = false;
    }
  }

  /**
   * Raises trust in one region: the person vouches for it (integrity). Recorded, with the reason.
   */
  endorse(lowering: Lowering): void {
    this.#session.lower('endorse', lowering);
  }

  /** Lets one region reach more readers (confidentiality). Recorded, with the reason. */
  declassify(lowering: Lowering): void {
    this.#session.lower('declassify', lowering);
  }

  /**
   * The run is over, and no turn is running: its propagator forgets it. A turn that follows all the
   * same is read anew. Throws what the propagator throws.
   */
  async close(): Promise<void> {
    await this.#options.propagator.forget?.(this.runId);
  }

  async #turn(parts: readonly PlainPart[], options: TurnOptions): Promise<TurnResult> {
    await this.#session.hear([{ role: 'user', parts }]);
    const result = await this.#loop(options);
    this.#session.finished(result.outcome, result.label);
    return result;
  }

  async #loop({ signal = new AbortController().signal, onText }: TurnOptions): Promise<TurnResult> {
    let refused = 0;
    for (let step = 0; step < limits.stepsPerTurnMax; step += 1) {
      if (refused > limits.refusalsPerTurnMax) break;
      if (this.history.length + limits.callsPerReplyMax >= limits.historyMessagesMax) break;
      const took = await this.#session.advance({ signal, onText });
      if (took.kind !== 'replied') {
        return this.#stopped(took.kind === 'failed' ? took.because : 'limit-reached');
      }
      if (took.calls.length === 0) return answered(took);
      refused += await this.#carryOut(took.calls, signal);
    }
    return this.#stopped('limit-reached');
  }

  /** Settles the calls of a generation one by one. Counts those that were refused. */
  async #carryOut(calls: readonly PlainCall[], signal: AbortSignal): Promise<number> {
    const results: PlainMessage[] = [];
    let refused = 0;
    for (const { id: callId, tool } of calls) {
      const by = { tool: this.#tools.get(tool), signal };
      const { output, isRefused } = await this.#session.carryOut(callId, by);
      const failed = hasFailed(output);
      results.push({ role: 'tool', callId, tool, parts: partsOf(output), failed });
      if (isRefused) refused += 1;
    }
    await this.#session.hear(results);
    return refused;
  }

  #stopped(outcome: Exclude<Outcome, 'answered' | 'answer-refused'>): TurnResult {
    const label = labelOfHistory(this.#options.policy.space, this.history);
    return { outcome, text: stoppedText(outcome), label, decision: undefined };
  }
}

/** The generation that makes no call is the answer. */
function answered({
  text,
  label,
  decision,
  withheld,
}: Extract<SessionStep, { kind: 'replied' }>): TurnResult {
  return { outcome: withheld ? 'answer-refused' : 'answered', text, label, decision };
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
