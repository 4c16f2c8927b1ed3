import type { Agent, AgentOutputType, Model, Tool } from '@openai/agents';
import { SluiceError } from '../errors.ts';
import { requireOptions, requireToolList } from './check-options.ts';
import { CheckedCalls } from './checked-calls.ts';
import type { CallCheckOptions, GuardOptions } from './guard-options.ts';
import { GuardedRun, type Conversation } from './guarded-run.ts';
import { GuardedModel, generate, type AgentsCall } from './openai-agents-model.ts';
import { guardAgentTools } from './openai-agents-tools.ts';
import { unsupported } from './unsupported.ts';

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
} {
  requireOptions(options, 'guard(agent, { policy, approver })');
  checkAgent(agent);
  const name = options.modelName ?? nameOf(agent.model);
  const run = new GuardedRun<AgentsCall>(options, { name, generate });
  const tools = guardAgentTools(agent.tools, run, (callId) => run.decisionOf(callId));
  const model = new GuardedModel(run, agent.model, tools);
  return { agent: agent.clone({ model, tools }), guarantee: 'full', conversation: run };
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
  const calls = new CheckedCalls(options);
  const decide = (callId: string, tool: string, given: unknown) =>
    calls.decide({ callId, tool, given });
  return { tools: guardAgentTools(tools, calls, decide), guarantee: 'call-checks' };
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
