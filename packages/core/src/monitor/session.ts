import { SluiceError } from '../errors.ts';
import { History } from '../history/history.ts';
import type { Message } from '../history/message.ts';
import type { PlainCall, PlainMessage, PlainTool } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { ModelReply, Usage } from '../model/chat-model.ts';
import { lineage } from '../propagate/lineage.ts';
import { ambient } from './ambient.ts';
import { decideAnswer, textBeside } from './answer.ts';
import { decideCall, refuse } from './calls.ts';
import type { Decision, Explanation, RefusalReason } from './decision.ts';
import type { FailReason, MonitorEvent } from './events.ts';
import { explainCalls, unexplained } from './explain.ts';
import { labelTools, startedEvent } from './start.ts';
import { ReleasedCalls, type FrameworkAnswer, type WantedCall } from './released-calls.ts';
import { Run, type PendingCall, type RunOptions } from './run.ts';
import { takeStep, type Generation } from './step.ts';
import type { ToolOutput } from './tool.ts';
import { Transcript } from './transcript.ts';

export interface SessionOptions extends Omit<
  RunOptions,
  'runId' | 'nowMs' | 'newId' | 'onEvent' | 'explainer' | 'confirm'
> {
  readonly tools: readonly PlainTool[];
  /**
   * What the person behind the framework's own approval may be shown; above it a call is refused.
   */
  readonly approverClearance: Label;
  readonly runId?: string | undefined;
  readonly nowMs?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  readonly onEvent?: ((event: MonitorEvent) => void) | undefined;
}

/** What a framework gets back for one of its model calls. */
export type SessionStep =
  | {
      readonly kind: 'replied';
      readonly text: string;
      /** Allowed calls, and calls that wait for the framework's approval (`decisionOf`). */
      readonly calls: readonly PlainCall[];
      readonly label: Label;
      /** `truncated`: the model stopped in the middle of its answer. */
      readonly stop: ModelReply['stop'];
      /** Summed over the generations that the framework does not see. */
      readonly usage: Usage;
    }
  | { readonly kind: 'failed'; readonly because: FailReason | 'limit-reached' };

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
  readonly #transcript: Transcript;
  readonly #released: ReleasedCalls;
  #busy = false;

  constructor(options: SessionOptions) {
    this.#options = options;
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
    this.#released = new ReleasedCalls(this.#run);
    const tools = labelTools(options.policy, options.tools);
    this.#transcript = new Transcript(this.#run, History.of(tools));
    this.#run.record(startedEvent(this.#run.options, tools));
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
   * `history-invalid` where two calls have one id, or while another step is running.
   */
  async step(
    messages: readonly PlainMessage[],
    options: { readonly signal: AbortSignal; readonly onText?: (delta: string) => void },
  ): Promise<SessionStep> {
    if (this.#busy) {
      throw new SluiceError('history-invalid', 'a step is already running', {
        hint: 'await the step before, or use one `Session` for each run',
      });
    }
    this.#busy = true;
    try {
      return await this.#steps(messages, options);
    } finally {
      this.#busy = false;
    }
  }

  async #steps(
    messages: readonly PlainMessage[],
    options: { readonly signal: AbortSignal; readonly onText?: (delta: string) => void },
  ): Promise<SessionStep> {
    this.#transcript.reconcile(messages, (id) => this.#released.find(id));
    const hidden: Message[] = [];
    const from = this.#run.events.length;
    for (let attempt = 0; attempt <= limits.refusalsPerTurnMax; attempt += 1) {
      const history = this.#transcript.history.append(...hidden);
      const result = await takeStep(this.#run, { history, ...options });
      if (result.kind === 'failed') return { kind: 'failed', because: result.because };
      const kept = this.#transcript.replaceLowered(result.history);
      hidden.splice(0, hidden.length, ...kept);
      const reply = await this.#settle(result, hidden, options.signal);
      if (reply !== undefined) return { ...reply, usage: usageOf(this.#run.events.slice(from)) };
    }
    return { kind: 'failed', because: 'limit-reached' };
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
    return this.#released.execute(callId, wanted, run);
  }

  async #settle(
    generation: Generation,
    hidden: Message[],
    signal: AbortSignal,
  ): Promise<Omit<Extract<SessionStep, { kind: 'replied' }>, 'usage'> | undefined> {
    const { reply, label, history } = generation;
    if (reply.calls.length === 0) {
      const message = this.#run.generationMessage(reply.text, [], label);
      const { text } = await decideAnswer(this.#run, { history, reply, label, signal });
      this.#transcript.replied({ text, calls: [] }, [...hidden, message]);
      return { kind: 'replied', text, calls: [], label, stop: reply.stop };
    }
    const { messages, calls } = await this.#settleCalls(generation, signal);
    hidden.push(...messages);
    if (calls.length === 0) return undefined;
    const text = textBeside(this.#run, reply, label);
    this.#transcript.replied({ text, calls }, hidden);
    return { kind: 'replied', text, calls, label, stop: reply.stop };
  }

  /** The exchange as the model will see it, and the calls that the framework is to run. */
  async #settleCalls(
    { reply, label, history, how }: Generation,
    signal: AbortSignal,
  ): Promise<{ readonly messages: readonly Message[]; readonly calls: readonly PlainCall[] }> {
    const pending = reply.calls.map((call) => this.#run.mint(call));
    const explain =
      how === 'draft-lazy'
        ? unexplained
        : await explainCalls(this.#run, { history, reply, label, signal });
    const generation = this.#run.generationMessage(reply.text, pending, label);
    const messages = [generation];
    const calls: PlainCall[] = [];
    for (const [index, call] of pending.entries()) {
      const one = { call, label, explanation: explain(index) };
      const { decision } = decideCall(this.#run, one, {
        truncated: reply.stop === 'truncated',
        index,
      });
      const reason = this.#reasonNotToAsk(decision, label);
      if (reason === undefined) {
        this.#released.add(one, decision);
        calls.push(plainCall(call));
      } else {
        messages.push(refuse(this.#run, one, { ...decision, reason }));
      }
    }
    if (how === 'draft-lazy') this.#run.readLazily(generation);
    return { messages, calls };
  }

  /** The framework's approval is one unnamed person: it cannot separate duties. */
  #reasonNotToAsk(decision: Decision, label: Label): RefusalReason | undefined {
    if (decision.kind === 'allow') return undefined;
    if (decision.kind === 'deny') return decision.reason;
    const { policy, approverClearance } = this.#options;
    if (!policy.space.flowsTo(label, approverClearance)) return 'approver-not-cleared';
    return policy.dutyOf(label)?.length === 0 ? undefined : 'duty-not-separated';
  }
}

function plainCall({ id, tool, args }: PendingCall): PlainCall {
  return { id, tool, args };
}

function usageOf(events: readonly MonitorEvent[]): Usage {
  let [inputTokens, outputTokens, cachedInputTokens] = [0, 0, 0];
  for (const event of events) {
    if (event.type !== 'generation-finished') continue;
    inputTokens += event.reply.usage?.inputTokens ?? 0;
    outputTokens += event.reply.usage?.outputTokens ?? 0;
    cachedInputTokens += event.reply.usage?.cachedInputTokens ?? 0;
  }
  return { inputTokens, outputTokens, cachedInputTokens };
}
