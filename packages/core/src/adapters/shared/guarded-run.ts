import type { Decision, CallExplanation } from '../../engine/decision.ts';
import type { MonitorEvent } from '../../engine/events.ts';
import { labelOpaqueResult } from '../../engine/labelling.ts';
import { enclosingCall, type EnclosingCall } from '../../engine/nested/enclosure.ts';
import { partsOf, type ToolOutput } from '../../engine/tool.ts';
import { SluiceError } from '../../errors.ts';
import type { PlainMessage, PlainTool } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import {
  type ChatModel,
  type GenerateOptions,
  type ModelReply,
  type ModelRequest,
  textOf,
} from '../../model/chat-model.ts';
import type { FrameworkAnswer } from '../../session/call-state.ts';
import type { SessionStep } from '../../session/session-options.ts';
import { Session } from '../../session/session.ts';
import {
  type CallGate,
  type Executed,
  type ExecuteInput,
  noSession,
  refusalOf,
  withRounded,
} from './call-gate.ts';
import type { Conversation } from './conversation.ts';
import { answerWithheld, modelFailed } from './errors.ts';
import {
  addedLabelOf,
  approverClearanceOf,
  type GuardOptions,
  loopDefaults,
  requirePropagator,
} from './guard-options.ts';
import { HandedIn, KnownTurns } from './handed-in.ts';
import { ReaderView } from './reader-view.ts';
import { Recent } from './recent.ts';
import { choiceLimits, type ChoiceLimits } from './tool-choice.ts';

/** A framework's model. `params` are those of the framework's own call: temperature, headers. */
export interface ModelPort<Params> {
  readonly name: string;
  readonly generate: (
    request: ModelRequest & ChoiceLimits,
    options: GenerateOptions,
    params: Params,
  ) => Promise<ModelReply>;
}

/** One model call of a framework. */
export interface FrameworkCall<Params> {
  readonly messages: readonly PlainMessage[];
  /** The tools that the framework declares in this call. */
  readonly tools: readonly PlainTool[];
  /**
   * The calls whose result is one that a tool gave, where the framework tells it from words of its
   * own (a refusal, an error). Each must have come through the gate.
   */
  readonly ran?: ReadonlySet<string> | undefined;
  /** The framework itself keeps conversations apart, so this call belongs to this one. */
  readonly isSeparate?: boolean | undefined;
  readonly params: Params;
  readonly signal?: AbortSignal | undefined;
  readonly onText?: ((delta: string) => void) | undefined;
}

export type Replied = Extract<SessionStep, { readonly kind: 'replied' }>;

/**
 * Shared by the adapters: one conversation of a framework on top of a `Session`. It translates and
 * asks; labels, rules and limits are the session's. Model calls of one conversation wait for each
 * other, because each depends on what the one before was shown.
 */
export class GuardedRun<Params> implements CallGate, Conversation {
  readonly #options: GuardOptions;
  readonly #port: ModelPort<Params>;
  readonly #view: ReaderView;
  readonly #replies: Set<string> = new Set();
  #session: Session | undefined;
  #declared: ReadonlySet<string> = new Set();
  readonly #turns: KnownTurns = new KnownTurns();
  readonly #handedIn: HandedIn;
  readonly #given: Map<string, { readonly tool: string; readonly label: Label }> = new Map();
  /** Calls that reached a guarded tool, whether it ran or not. */
  readonly #reached: Set<string> = new Set();
  /** Calls that a person was asked about and that have no result yet. */
  readonly #asked: Recent<() => FrameworkAnswer | undefined> = new Recent({
    entriesMax: limits.callsPerReplyMax,
  });
  #last: Promise<unknown> = Promise.resolve();

  /** Throws as `approverClearanceOf`, `addedLabelOf` and `requirePropagator` do. */
  constructor(options: GuardOptions, port: ModelPort<Params>, view?: ReaderView) {
    requirePropagator(options.propagator);
    this.#view = view ?? new ReaderView(options.policy, approverClearanceOf(options));
    this.#handedIn = new HandedIn(options.policy.space, addedLabelOf(options));
    this.#options = options;
    this.#port = port;
  }

  readonly forReader: Conversation['forReader'] = (stream, options) =>
    this.#view.stream(stream, options);

  /** The label of a message of the framework's; top for an answer that is none of ours. */
  labelOf(message: PlainMessage, from: { readonly isCallers: boolean }): Label {
    if (message.role !== 'assistant') return this.#handedIn.labelOf(message, from);
    const { space } = this.#options.policy;
    return this.#replies.has(message.text) ? this.#view.labelOfText(message.text) : space.top;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /**
   * The caller wrote these system and user turns; what else comes is text that was added. `all`:
   * those of earlier turns are among them.
   */
  handIn(
    messages: readonly PlainMessage[],
    { all = false }: { readonly all?: boolean } = {},
  ): void {
    this.#handedIn.add(messages, { all });
  }

  /** A tool handed these turns in beside its result: they carry what its result carries. */
  readonly handInResult = (callId: string, messages: readonly PlainMessage[]): void => {
    const { policy } = this.#options;
    const known = this.#given.get(callId);
    const floor =
      known && policy.space.join(known.label, policy.labelOpaqueResult(known.tool, false));
    this.#handedIn.add(messages, { floor: floor ?? policy.space.top });
  };

  /**
   * Takes one guarded step. Throws what the model threw where the model failed, the signal's reason
   * where the call was aborted, `tools-invalid` for a tool that the first call did not declare and
   * for a result that came from a tool without its guard, and `history-invalid` where a second
   * conversation begins.
   */
  async step(call: FrameworkCall<Params>): Promise<Replied> {
    const turn = this.#last.then(() => this.#stepAlone(call));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  decisionOf(callId: string): Decision {
    return this.#session?.decisionOf(callId) ?? noSession;
  }

  readonly explanationOf = (callId: string): CallExplanation => {
    if (this.#session !== undefined && this.#isGiven(callId)) {
      return this.#session.explanationOf(callId);
    }
    throw new SluiceError('history-invalid', `this conversation has no call \`${callId}\``, {
      hint:
        "give the call's own id, not that of the approval: `toolCall.toolCallId` of the AI SDK, " +
        '`rawItem.callId` of OpenAI Agents, the `id` of a tool call of LangChain',
    });
  };

  /** Takes over the answer of the framework's own approval. */
  readonly settle = (callId: string, answer: FrameworkAnswer): void => {
    this.#session?.settle(callId, answer);
  };

  readonly asked: NonNullable<CallGate['asked']> = (callId, answer) => {
    this.#asked.set(callId, answer);
  };

  /**
   * Runs a call, if it may run: with the arguments that were checked, once. `parse` is what the
   * framework does to the arguments on their way to the tool. The result says what the tool gave
   * back, or why it did not run.
   */
  readonly execute = async <Args, Result>(
    { callId, tool, given, parse }: ExecuteInput<Args>,
    run: (args: Args) => Promise<Result> | Result,
    toOutput: (result: Result) => Promise<ToolOutput> | ToolOutput,
  ): Promise<Executed<Result>> => {
    this.#reached.add(callId);
    if (this.#session === undefined) return { kind: 'refused', text: refusalOf(noSession) };
    const ran: { result: Result }[] = [];
    const output = await this.#session.execute(callId, { given, parse }, async (args) => {
      this.#handedIn.begin(callId);
      const call = enclosingCall();
      const result = await (async () => run(args))().catch((error: unknown) => {
        this.#stopped(tool, call);
        throw error;
      });
      const label = call?.labelIn(this.#options.policy.space);
      if (label !== undefined) this.#given.set(callId, { tool, label });
      ran.push({ result });
      return toOutput(result);
    });
    this.#handedIn.addResult(callId, partsOf(output));
    const [first] = ran;
    return first === undefined
      ? { kind: 'refused', text: textOf(partsOf(output)) }
      : { kind: 'ran', result: first.result };
  };

  /** Words that a tool throws, or asks as it stops, carry what its result would. */
  #stopped(tool: string, call: EnclosingCall | undefined): void {
    const { space } = this.#options.policy;
    const failed = labelOpaqueResult(this.#options.policy, tool, true);
    this.#view.noteLabel(space.join(call?.labelIn(space) ?? space.top, failed));
  }

  async #stepAlone(call: FrameworkCall<Params>): Promise<Replied> {
    const { messages, onText } = call;
    const signal = call.signal ?? new AbortController().signal;
    if (call.isSeparate !== true) this.#turns.check(messages);
    const session = this.#sessionFor(call);
    this.#checkGuarded(call);
    for (const message of messages) {
      if (message.role === 'tool') this.#settleReturned(session, message.callId);
    }
    const step = await session.step(this.#handedIn.marked(messages), {
      signal,
      model: this.#modelFor(call),
      ...(onText && { onText }),
    });
    if (step.kind === 'replied') {
      this.#turns.add(messages);
      this.#replies.add(step.text);
      for (const { id, tool } of step.calls) this.#given.set(id, { tool, label: step.label });
      return step;
    }
    signal.throwIfAborted();
    if (step.kind === 'refused') throw answerWithheld();
    // The framework knows its own errors: it retries, falls back or reports them as it always does.
    const { because, cause } = step.kind === 'failed' ? step : noStep;
    throw cause instanceof Error ? cause : modelFailed(this.#port.name, because);
  }

  /** A result for a call that nobody approved is what the framework writes in its place. */
  #settleReturned(session: Session, callId: string): void {
    const unanswered = { approved: false, by: 'framework', unanswered: true } as const;
    session.settle(callId, this.#asked.get(callId)?.() ?? unanswered);
    this.#asked.delete(callId);
  }

  /** True if the session gave the framework this call to run. */
  #isGiven(callId: string): boolean {
    return this.decisionOf(callId).kind !== 'deny';
  }

  /** With the model guarded and the tools not, every call would run whatever was decided. */
  #checkGuarded({ messages, ran }: FrameworkCall<Params>): void {
    for (const message of messages) {
      if (message.role !== 'tool' || ran?.has(message.callId) !== true) continue;
      const { callId, tool } = message;
      if (!this.#isGiven(callId) || this.#reached.has(callId)) continue;
      const named = this.#declared.has(tool) ? `\`${tool}\`` : 'a tool';
      throw new SluiceError('tools-invalid', `${named} ran without its guard`, {
        hint: 'use all that `guard` gave back: `generateText({ ...guarded, prompt })`',
      });
    }
  }

  #sessionFor(call: FrameworkCall<Params>): Session {
    const { tools } = call;
    if (this.#session === undefined) {
      const model = this.#modelFor(call);
      const { policy, within } = this.#options;
      const approval = { by: 'framework', clearance: approverClearanceOf(this.#options) } as const;
      const loop = loopDefaults(this.#options);
      const onEvent = (event: MonitorEvent, run: string): void => {
        this.#view.note(event);
        this.#options.onEvent?.(event, run);
      };
      this.#session = new Session({ policy, onEvent, within, approval, ...loop, model, tools });
      this.#declared = new Set(tools.map((tool) => tool.name));
    }
    const late = tools.find((tool) => !this.#declared.has(tool.name));
    if (late === undefined) return this.#session;
    throw new SluiceError('tools-invalid', `\`${late.name}\` was not declared in the first call`, {
      hint: 'declare every tool from the first model call on; later calls may leave some out',
    });
  }

  /** The model as it is called in one call of the framework's. */
  #modelFor({ tools: given, messages, params }: FrameworkCall<Params>): ChatModel {
    const active = new Set(given.map((tool) => tool.name));
    const generate: ChatModel['generate'] = async ({ view, mustCall }, options) => {
      const tools = view.tools.filter((tool) => active.has(tool.name));
      const request = { view: { ...view, tools }, mustCall };
      const limited = choiceLimits(request, { messages, tools: active });
      const reply = await this.#port.generate({ ...request, ...limited }, options, params);
      return withRounded(reply);
    };
    return { name: this.#port.name, generate };
  }
}

const noStep = { because: 'model-failed', cause: undefined } as const;
