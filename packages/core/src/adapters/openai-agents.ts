import type { Agent, AgentInputItem, AgentOutputType, Model, Tool } from '@openai/agents';
import { requireKnownOptions } from '../engine/run-options.ts';
import { SluiceError } from '../errors.ts';
import { CallerInput } from './openai-agents/input.ts';
import { type AgentsCall, generateWith, GuardedModel } from './openai-agents/model.ts';
import { heardBy, knownAsTool } from './openai-agents/nested.ts';
import { guardAgentTools } from './openai-agents/tools.ts';
import {
  requireOptions,
  requireToolList,
  callCheckOptionNames,
  type CallCheckOptions,
  guardOptionNames,
  type GuardOptions,
} from './shared/guard-options.ts';
import { CheckedCalls } from './shared/checked-calls.ts';
import type { Conversation } from './shared/conversation.ts';
import { GuardedRun } from './shared/guarded-run.ts';
import { GuardedRuns } from './shared/guarded-runs.ts';
import { unsupported } from './shared/errors.ts';

/**
 * Says that all turns of an input are the caller's, and gives it back: `run(agent, handIn(input))`.
 * Needed for a list, and for any input where a session is used.
 */
export type HandIn = <Input extends string | readonly AgentInputItem[]>(input: Input) => Input;

/**
 * Guards one conversation of an agent of the OpenAI Agents SDK: run the agent that comes back. Each
 * conversation needs a guard of its own, kept for all its turns. What the policy wants a person to
 * decide becomes the SDK's interruption. Gives the full guarantee. Throws `tools-invalid` for
 * hosted tools, MCP servers, handoffs, and agents that take a tool's result for their answer; the
 * model call throws it where the guarded model is given tools that are not the guarded ones.
 */
export function guard<Context, Output extends AgentOutputType>(
  agent: Agent<Context, Output>,
  options: GuardOptions,
): {
  readonly agent: Agent<Context, Output>;
  readonly guarantee: 'full';
  readonly conversation: Conversation;
  readonly handIn: HandIn;
} {
  requireOptions(options, 'guard(agent, { policy, approver })');
  checkAgent(agent);
  requireKnownOptions(options, guardOptionNames, '`guard`');
  const name = options.modelName ?? nameOf(agent.model);
  const generate = generateWith(options);
  const { instructions } = agent;
  const run = new GuardedRuns(() => {
    const made = new GuardedRun<AgentsCall>(options, { name, generate });
    // A function makes instructions of the run's context, which may come from anywhere.
    if (typeof instructions === 'string') {
      made.handIn([{ role: 'system', parts: [{ kind: 'text', text: instructions }] }]);
    }
    return made;
  });
  const tools = guardAgentTools(agent.tools, run, {
    decide: (callId) => run.decisionOf(callId),
  });
  const input = new CallerInput(run, options);
  const begin = (): void => input.check();
  const model = new GuardedModel(run, agent.model, { tools, begin });
  const inputGuardrails = [input.guardrail, ...agent.inputGuardrails];
  const guarded = knownAsTool(heardBy(agent, agent.clone({ model, tools, inputGuardrails })));
  return { agent: guarded, guarantee: 'full', conversation: run, handIn: input.handIn };
}

/**
 * Wraps tools alone, for a model that cannot be wrapped. Only call checks hold: nothing is
 * redacted, and each call carries the label of all that these tools gave back before.
 */
export function guardTools<Context>(
  tools: readonly Tool<Context>[],
  options: CallCheckOptions,
): { readonly tools: Tool<Context>[]; readonly guarantee: 'call-checks' } {
  requireOptions(options, guardToolsForm);
  requireToolList(tools, guardToolsForm);
  requireKnownOptions(options, callCheckOptionNames, '`guardTools`');
  const calls = new CheckedCalls(options);
  const guarded = guardAgentTools(tools, calls, {
    decide: (callId, tool, given) => calls.decide({ callId, tool, given }),
  });
  return { tools: guarded, guarantee: 'call-checks' };
}

const guardToolsForm = 'guardTools(tools, { policy, prompt })';

function checkAgent(agent: AgentLike): void {
  requireAgent(agent);
  if (agent.mcpServers.length > 0) throw unsupported('tools of an MCP server of the agent');
  if (agent.handoffs.length > 0) throw unsupported('a handoff to another agent');
  if (agent.toolUseBehavior !== 'run_llm_again') throw unsupported('a result that is the answer');
}

function requireAgent(agent: unknown): void {
  if (typeof agent === 'object' && agent !== null && 'clone' in agent) return;
  throw new SluiceError('tools-invalid', 'the first argument is no agent', {
    hint: 'write `guard(new Agent({ ... }), { policy, approver })`',
  });
}

interface AgentLike {
  readonly mcpServers: readonly unknown[];
  readonly handoffs: readonly unknown[];
  readonly toolUseBehavior: unknown;
}

function nameOf(model: string | Model): string {
  return typeof model === 'string' && model !== '' ? `openai:${model}` : 'openai-agents';
}
