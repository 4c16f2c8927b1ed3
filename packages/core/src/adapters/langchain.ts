import type { BaseMessage } from '@langchain/core/messages';
import { type AgentMiddleware, createMiddleware } from 'langchain';
import { z } from 'zod';
import type { Decision } from '../engine/decision.ts';
import { requireKnownOptions } from '../engine/run-options.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import { ambient } from '../session/session-options.ts';
import { answerAt, askedCalls, reviewOf, runThrough } from './langchain/approval.ts';
import { checkBehind } from './langchain/behind.ts';
import { findHidden, type MessageLabels } from './langchain/hidden.ts';
import {
  CallerInput,
  type HandIn,
  type LangChainOptions,
  type Written,
} from './langchain/input.ts';
import { replyMessage, transcriptOf } from './langchain/messages.ts';
import {
  generateWith,
  type LangChainRequest,
  modelNameOf,
  passedSettings,
  plainToolsOf,
} from './langchain/model.ts';
import type { CallGate } from './shared/call-gate.ts';
import {
  requireOptions,
  requirePropagator,
  approverClearanceOf,
  callCheckOptionNames,
  type CallCheckOptions,
  guardOptionNames,
  promptLabelOf,
} from './shared/guard-options.ts';
import { CheckedCalls } from './shared/checked-calls.ts';
import type { Conversation } from './shared/conversation.ts';
import { GuardedRun } from './shared/guarded-run.ts';
import { ReaderView } from './shared/reader-view.ts';
import { Recent } from './shared/recent.ts';
import { unsupported } from './shared/errors.ts';

/** LangGraph keeps it with the thread, so that each thread has a conversation of its own. */
type RunState = z.ZodObject<{ _sluiceRun: z.ZodOptional<z.ZodString> }>;

const stateSchema: RunState = z.object({ _sluiceRun: z.string().optional() });

interface ThreadRun {
  readonly run: GuardedRun<LangChainRequest>;
  readonly model: string;
}

interface State {
  readonly _sluiceRun?: string | undefined;
  readonly messages: readonly BaseMessage[];
}

/**
 * Guards an agent of LangChain: `createAgent({ model, tools, middleware: [guard({ policy, approver
 * })] })`. It must stand last, next to the model: what stands behind it would see what it hides.
 * What the policy wants a person to decide becomes LangChain's review interrupt, which needs a
 * checkpointer. Gives the full guarantee. The model call throws `tools-invalid` for provider tools,
 * `returnDirect`, `responseFormat`, a change of model within one conversation, and
 * middleware behind it that wraps model calls.
 */
export function guard(options: LangChainOptions): AgentMiddleware<RunState> & {
  readonly guarantee: 'full';
  readonly forReader: Conversation['forReader'];
  readonly handIn: HandIn;
} {
  requireOptions(options, 'guard({ policy, approver })');
  const clearance = approverClearanceOf(options);
  requirePropagator(options.propagator);
  requireKnownOptions(options, { ...guardOptionNames, systemPrompt: true }, '`guard`');
  const runs = new Recent<ThreadRun>({ entriesMax: limits.conversationsMax });
  const input = new CallerInput(options);
  const labels = labelsIn({ runs, input, top: options.policy.space.top });
  const view = new ReaderView(options.policy, clearance, findHidden(labels));
  const runFor = (state: State, model: string): ThreadRun['run'] => {
    const known = runs.getOrMake(keyOf(state), () => {
      const port = { name: options.modelName ?? model, generate: generateWith(options) };
      return { run: new GuardedRun<LangChainRequest>(options, port, view), model };
    });
    if (known.model !== model) throw unsupported('a second model in one conversation');
    return known.run;
  };
  const hooks = callHooks(callsIn(runs), input);
  const middleware = createMiddleware({
    name: 'SluiceGuard',
    stateSchema,
    ...hooks,
    wrapModelCall: async (request, handler) => {
      if (runs.get(keyOf(request.state)) === undefined) await checkBehind(request, handler);
      if (request.responseFormat !== undefined) throw unsupported('a structured response');
      const { messages, state } = request;
      const system = input.systemTurn(request.systemMessage);
      passedSettings(request, {});
      const thread = keyOf(state);
      const run = runFor(state, modelNameOf(request.model));
      run.handIn(input.own, { all: true });
      run.handIn(input.take(thread, state.messages));
      const replied = await run.step({
        messages: [...system, ...transcriptOf(messages)],
        tools: input.declared(plainToolsOf(request.tools)),
        isSeparate: true,
        params: request,
        signal: request.runtime.signal,
      });
      return input.replied(thread, replyMessage(replied));
    },
  });
  const forReader: Conversation['forReader'] = (stream, reading) => view.stream(stream, reading);
  const guarantee = 'full' as const;
  return Object.assign(middleware, { guarantee, forReader, handIn: input.handIn });
}

/**
 * Wraps the tool calls of an agent alone, for a model that cannot be wrapped. Only call checks
 * hold: nothing is redacted, and each call carries the label of all results before it.
 */
export function guardTools(
  options: CallCheckOptions,
): AgentMiddleware<RunState> & { readonly guarantee: 'call-checks' } {
  requireOptions(options, 'guardTools({ policy, prompt })');
  promptLabelOf(options);
  requireKnownOptions(options, callCheckOptionNames, '`guardTools`');
  const all = new Recent<CheckedCalls>({ entriesMax: limits.conversationsMax });
  const hooks = callHooks((state) => {
    const calls = all.getOrMake(keyOf(state), () => new CheckedCalls(options));
    return { gate: calls, decide: calls.decide };
  });
  const middleware = createMiddleware({ name: 'SluiceCallChecks', stateSchema, ...hooks });
  return Object.assign(middleware, { guarantee: 'call-checks' as const });
}

/** The labels of what a graph's stream shows. */
function labelsIn({
  runs,
  input,
  top,
}: {
  readonly runs: Recent<ThreadRun>;
  readonly input: CallerInput;
  readonly top: Label;
}): MessageLabels {
  return {
    top,
    labelOf: (message, plain) => {
      // Another thread may hold the same words at another label.
      const run = runs.get(input.threadOf(message) ?? '')?.run;
      return run?.labelOf(plain, { isCallers: input.isCallers(message) });
    },
    stateKeys: input.stateKeys,
    toolNames: input.toolNames,
    isReview: (value) => input.isReview(value),
  };
}

type FindCalls = (state: State) =>
  | {
      readonly gate: CallGate;
      readonly decide: (call: {
        readonly callId: string;
        readonly tool: string;
        readonly given: unknown;
      }) => Decision;
    }
  | undefined;

function callsIn(runs: Recent<ThreadRun>): FindCalls {
  return (state) => {
    const run = runs.get(keyOf(state))?.run;
    return run && { gate: run, decide: ({ callId }) => run.decisionOf(callId) };
  };
}

type Hooks = Pick<AgentMiddleware<RunState>, 'beforeAgent' | 'afterModel' | 'wrapToolCall'>;

/** Shared by guards with and without a wrapped model: asking, and running what was decided. */
function callHooks(find: FindCalls, input?: CallerInput): Hooks {
  const said = new Recent<string>({ entriesMax: limits.conversationsMax });
  return {
    beforeAgent: (state) => {
      const key = keyOf(state);
      const thread = input?.began(key, state.messages) ?? (key || ambient.newId());
      return key === '' ? { _sluiceRun: thread } : undefined;
    },
    afterModel: (state, runtime) => {
      const calls = find(state);
      const asked = askedCalls(state.messages, ({ id, name, args }) =>
        calls === undefined ? nobodyKnows : calls.decide({ callId: id, tool: name, given: args }),
      );
      if (calls === undefined || asked.length === 0) return;
      const review = reviewOf(asked);
      const response: unknown = runtime.interrupt?.(input?.asks(review) ?? review);
      for (const [index, { id }] of asked.entries()) {
        const { words, ...answer } = answerAt(response, index);
        calls.gate.settle(id, { ...answer, by: 'langchain', reason: words });
        said.getOrMake(id, () => words);
      }
    },
    wrapToolCall: (request, handler) => {
      const words = said.get(request.toolCall.id ?? '') ?? '';
      const beside = (written: Written): void => input?.given(keyOf(request.state), written);
      return runThrough(find(request.state)?.gate, { request, words, beside }, handler);
    },
  };
}

/** Without a key, which only a broken graph lacks, all share one conversation: labels rise. */
function keyOf({ _sluiceRun: key = '' }: State): string {
  return key;
}

const nobodyKnows: Decision = {
  kind: 'deny',
  rule: 'monitor',
  reason: 'tool-unknown',
  violations: [],
};
