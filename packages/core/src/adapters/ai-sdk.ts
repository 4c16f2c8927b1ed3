import type {
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from '@ai-sdk/provider';
import {
  type LanguageModelMiddleware,
  type ToolApprovalConfiguration,
  type ToolSet,
  wrapLanguageModel,
} from 'ai';
import { requireKnownOptions } from '../engine/run-options.ts';
import { approvalOf, type ApprovalStatus, type ProposedCall } from './ai-sdk/approval.ts';
import { CallerInput, type StartedCall } from './ai-sdk/input.ts';
import { callOptions, warningsOf } from './ai-sdk/options.ts';
import {
  callsThatRan,
  plainToolsOf,
  promptOf,
  promptTools,
  transcriptOf,
} from './ai-sdk/prompt.ts';
import { contentOf, finishOf, replyOf, replyOfStream } from './ai-sdk/reply.ts';
import { ReplyStreams } from './ai-sdk/stream.ts';
import { guardToolSet } from './ai-sdk/tools.ts';
import {
  requireModel,
  requireOptions,
  requireToolsByName,
  callCheckOptionNames,
  type CallCheckOptions,
  guardOptionNames,
  type GuardOptions,
} from './shared/guard-options.ts';
import { CheckedCalls } from './shared/checked-calls.ts';
import type { Conversation } from './shared/conversation.ts';
import { GuardedRun, type ModelPort, type Replied } from './shared/guarded-run.ts';
import { GuardedRuns } from './shared/guarded-runs.ts';
import type { OptionsCheck } from './shared/provider-options.ts';
import { choiceWithin } from './shared/tool-choice.ts';

interface Params {
  readonly model: LanguageModelV4;
  readonly options: LanguageModelV4CallOptions;
}

export interface GuardedModelAndTools<Tools extends ToolSet> extends GuardedTools<Tools> {
  readonly model: LanguageModelV4;
  /** Tells the guard what the caller handed in. An `onStart` of the app's own calls it too. */
  readonly onStart: (started: StartedCall) => void;
  /** The same for agents. A `prepareCall` of the app's own begins with it. */
  readonly prepareCall: <Settings extends object>(settings: Settings) => Settings;
}

export interface GuardedTools<Tools extends ToolSet> {
  readonly tools: Tools;
  /**
   * Calls that the policy wants a person to decide become the AI SDK's own approval requests; those
   * that the app or the tool itself wants approved stay such requests.
   */
  readonly toolApproval: (proposed: ProposedCall) => Promise<ApprovalStatus>;
}

/** The app's own rules of approval, as `generateText` takes them: give them to the guard. */
export interface OwnApprovalOptions<Tools extends ToolSet> {
  readonly toolApproval?: ToolApprovalConfiguration<NoInfer<Tools>, unknown> | undefined;
}

/**
 * Guards one conversation of the AI SDK. Spread the result into `generateText`, `streamText` or
 * `ToolLoopAgent`. Each conversation needs a guard of its own, kept for all its turns. Gives the
 * full guarantee. Throws `tools-invalid` for a tool without `execute` and for a provider's own, and
 * in a model call where the model is used without the guarded tools.
 */
export function guard<Tools extends ToolSet>(
  given: GuardOptions &
    OwnApprovalOptions<Tools> & {
      readonly model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4;
      readonly tools: Tools;
    },
): GuardedModelAndTools<Tools> & {
  readonly guarantee: 'full';
  readonly conversation: Conversation;
} {
  requireOptions(given, guardForm);
  const { model: inner, tools, toolApproval, ...options } = given;
  requireModel(inner, 'doGenerate', modelHint);
  requireToolsByName(tools, guardForm);
  requireKnownOptions(options, guardOptionNames, '`guard`');
  const name = options.modelName ?? `${inner.provider.replace(/\..*$/, '')}:${inner.modelId}`;
  const generate = generateWith(options);
  const run = new GuardedRuns(() => new GuardedRun<Params>(options, { name, generate }));
  const input = new CallerInput(run);
  return {
    model: wrapLanguageModel({ model: inner, middleware: middlewareOf(run, options) }),
    onStart: input.started,
    prepareCall: input.prepared,
    tools: guardToolSet(tools, run),
    toolApproval: (proposed) => {
      const decision = run.decisionOf(proposed.toolCall.toolCallId);
      return approvalOf(decision, proposed, { tools, toolApproval });
    },
    guarantee: 'full',
    conversation: run,
  };
}

/**
 * Wraps tools alone, for a model that cannot be wrapped. Only call checks hold: nothing is
 * redacted, and each call carries the label of all that these tools gave back before.
 */
export function guardTools<Tools extends ToolSet>(
  tools: Tools,
  options: CallCheckOptions & OwnApprovalOptions<Tools>,
): GuardedTools<Tools> & { readonly guarantee: 'call-checks' } {
  requireOptions(options, guardToolsForm);
  requireToolsByName(tools, guardToolsForm);
  const { toolApproval, ...checks } = options;
  requireKnownOptions(checks, callCheckOptionNames, '`guardTools`');
  const calls = new CheckedCalls(checks);
  return {
    tools: guardToolSet(tools, calls),
    toolApproval: (proposed) => {
      const { toolCallId: callId, toolName: tool, input: given } = proposed.toolCall;
      return approvalOf(calls.decide({ callId, tool, given }), proposed, { tools, toolApproval });
    },
    guarantee: 'call-checks',
  };
}

const guardForm = 'guard({ model, tools, policy, approver })';

const guardToolsForm = 'guardTools(tools, { policy, prompt })';

const modelHint =
  "give the model itself, such as `openai('NAME')` of `@ai-sdk/openai` or `gateway('NAME')` of `ai`";

function middlewareOf(run: GuardedRuns<Params>, check: OptionsCheck): LanguageModelMiddleware {
  const streams = new ReplyStreams();
  const step = (params: Params, onText?: (delta: string) => void): Promise<Replied> => {
    // An option that cannot pass stops the call before any of it is taken over.
    callOptions(params.options, {});
    return run.step({
      messages: streams.asReplied(transcriptOf(params.options.prompt)),
      tools: plainToolsOf(params.options.tools),
      ran: callsThatRan(params.options.prompt),
      params,
      signal: params.options.abortSignal,
      onText,
    });
  };
  return {
    specificationVersion: 'v4',
    wrapGenerate: async ({ params: options, model }) => {
      const replied = await step({ options, model });
      const warnings = warningsOf(options, check);
      return { content: contentOf(replied), ...finishOf(replied), warnings };
    },
    wrapStream: async ({ params: options, model }) => ({
      stream: await streams.open((onText) => step({ options, model }, onText), {
        warnings: warningsOf(options, check),
      }),
    }),
  };
}

/** Only the view is sent, and no raw chunk of a draft comes back. */
function generateWith(check: OptionsCheck): ModelPort<Params>['generate'] {
  return async ({ view, mustCall, ...limits }, { signal, onText }, { model, options }) => {
    const { toolChoice: asked, ...settings } = callOptions(options, check);
    const toolChoice = choiceWithin(asked, limits, { type: 'none' as const });
    const call: LanguageModelV4CallOptions = {
      ...settings,
      ...(toolChoice !== undefined && { toolChoice }),
      prompt: promptOf(view),
      abortSignal: signal,
      includeRawChunks: false,
      ...(options.tools !== undefined && {
        tools: promptTools(view, { tools: options.tools, check }),
      }),
      ...(mustCall !== undefined && { toolChoice: { type: 'tool', toolName: mustCall } }),
    };
    const structured = options.responseFormat?.type === 'json';
    if (onText === undefined) return { ...replyOf(await model.doGenerate(call)), structured };
    const { stream } = await model.doStream(call);
    return { ...(await replyOfStream(stream, onText)), structured };
  };
}
