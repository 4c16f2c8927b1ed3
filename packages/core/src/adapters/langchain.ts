import { BaseMessage } from '@langchain/core/messages';
import { createMiddleware, type AgentMiddleware } from 'langchain';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { ambient } from '../monitor/ambient.ts';
import type { Decision } from '../monitor/decision.ts';
import type { CallGate } from './call-gate.ts';
import { requireOptions } from './check-options.ts';
import { CheckedCalls } from './checked-calls.ts';
import {
  approverClearanceOf,
  callCheckOptionNames,
  guardOptionNames,
  promptLabelOf,
  type CallCheckOptions,
} from './guard-options.ts';
import { requireKnownOptions } from '../monitor/known-options.ts';
import type { Conversation } from './conversation.ts';
import { GuardedRun } from './guarded-run.ts';
import { ReaderView, type IsHidden } from './reader-view.ts';
import { checkBehind } from './langchain-behind.ts';
import { answerAt, askedCalls, reviewOf, runThrough } from './langchain-approval.ts';
import { replyMessage, transcriptOf } from './langchain-messages.ts';
import { CallerInput, type LangChainOptions } from './langchain-input.ts';
import {
  generateWith,
  modelNameOf,
  passedSettings,
  plainToolsOf,
  type LangChainRequest,
} from './langchain-model.ts';
import { Recent } from './recent.ts';
import { unsupported } from './unsupported.ts';

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
} {
  requireOptions(options, 'guard({ policy, approver })');
  const clearance = approverClearanceOf(options);
  requireKnownOptions(options, { ...guardOptionNames, systemPrompt: true }, '`guard`');
  const runs = new Recent<ThreadRun>({ entriesMax: limits.conversationsMax });
  const input = new CallerInput(options);
  const view = new ReaderView(options.policy, clearance, hiddenIn(runs, input));
  const runFor = (state: State, model: string): GuardedRun<LangChainRequest> => {
    const known = runs.getOrMake(keyOf(state), () => {
      const port = { name: options.modelName ?? model, generate: generateWith(options) };
      return { run: new GuardedRun<LangChainRequest>(options, port, view), model };
    });
    if (known.model !== model) throw unsupported('a second model in one conversation');
    return known.run;
  };
  const find: FindCalls = (state) => {
    const run = runs.get(keyOf(state))?.run;
    return run && { gate: run, decide: ({ callId }) => run.decisionOf(callId) };
  };
  const hooks = callHooks(find, (thread, { messages }) => input.began(thread, messages));
  const middleware = createMiddleware({
    name: 'SluiceGuard',
    stateSchema,
    ...hooks,
    wrapModelCall: async (request, handler) => {
      if (runs.get(keyOf(request.state)) === undefined) await checkBehind(request, handler);
      if (request.responseFormat !== undefined) throw unsupported('a structured response');
      const { systemMessage, messages, runtime, state } = request;
      const system = input.systemTurn(systemMessage);
      passedSettings(request, {});
      const run = runFor(state, modelNameOf(request.model));
      run.handIn(input.own, { all: true });
      run.handIn(input.take(keyOf(state)));
      input.saw(keyOf(state), state.messages);
      const replied = await run.step({
        messages: [...system, ...transcriptOf(messages)],
        tools: plainToolsOf(request.tools),
        isSeparate: true,
        params: request,
        signal: runtime.signal,
      });
      return replyMessage(replied);
    },
  });
  const forReader: Conversation['forReader'] = (stream, reading) => view.stream(stream, reading);
  return Object.assign(middleware, { guarantee: 'full' as const, forReader });
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

/** A message that was added, or that no guard gave as a reply: seen by those who are cleared. */
function hiddenIn(runs: Recent<ThreadRun>, input: CallerInput): IsHidden {
  return (value, maySee) => {
    if (!BaseMessage.isInstance(value)) return false;
    const from = { isCallers: input.isCallers(value) };
    return transcriptOf([value]).some((message) => {
      const text = message.role === 'assistant' ? message.text : JSON.stringify(message);
      return !runs.values().some(({ run }) => maySee(run.labelOf(message, from), text));
    });
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

type Hooks = Pick<AgentMiddleware<RunState>, 'beforeAgent' | 'afterModel' | 'wrapToolCall'>;

/** What holds with and without a wrapped model: asking, and running what was decided. */
function callHooks(
  find: FindCalls,
  began: (thread: string, state: State) => void = () => undefined,
): Hooks {
  const said = new Recent<string>({ entriesMax: limits.conversationsMax });
  return {
    beforeAgent: (state) => {
      const thread = keyOf(state) || ambient.newId();
      began(thread, state);
      return keyOf(state) === '' ? { _sluiceRun: thread } : undefined;
    },
    afterModel: (state, runtime) => {
      const calls = find(state);
      const asked = askedCalls(state.messages, ({ id, name, args }) =>
        calls === undefined ? nobodyKnows : calls.decide({ callId: id, tool: name, given: args }),
      );
      if (calls === undefined || asked.length === 0) return;
      const response: unknown = runtime.interrupt?.(reviewOf(asked));
      for (const [index, { id }] of asked.entries()) {
        const { words, ...answer } = answerAt(response, index);
        calls.gate.settle(id, { ...answer, by: 'langchain', reason: words });
        said.getOrMake(id, () => words);
      }
    },
    wrapToolCall: (request, handler) => {
      const words = said.get(request.toolCall.id ?? '') ?? '';
      return runThrough(find(request.state)?.gate, { request, words }, handler);
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
