import type { Agent, AgentOutputType, Tool } from '@openai/agents';
import { SluiceError } from '../../errors.ts';

/** Tools that are guarded agents: made by `asTool` of an agent that a guard gave back. */
const guardedAgents = new WeakSet<object>();

/** The same agent; the tools that it and its clones are turned into are known to be guarded. */
export function knownAsTool<Context, Output extends AgentOutputType>(
  agent: Agent<Context, Output>,
): Agent<Context, Output> {
  const asTool = agent.asTool.bind(agent);
  const clone = agent.clone.bind(agent);
  Object.defineProperty(agent, 'asTool', {
    value: (...given: Parameters<typeof asTool>) => {
      const tool = asTool(...given);
      guardedAgents.add(tool);
      return tool;
    },
  });
  // A clone with another model or other tools is guarded no more.
  Object.defineProperty(agent, 'clone', {
    value: (config: Parameters<typeof clone>[0]) => {
      const copy = clone(config);
      const isSame = copy.model === agent.model && copy.tools === agent.tools;
      return isSame ? knownAsTool(heardBy(agent, copy)) : copy;
    },
  });
  return agent;
}

type Hook = 'agent_start' | 'agent_end' | 'agent_handoff' | 'agent_tool_start' | 'agent_tool_end';

/** The copy, whose events the listeners of the agent hear too: the SDK leaves them behind. */
export function heardBy<Context, Output extends AgentOutputType>(
  agent: Agent<Context, Output>,
  copy: Agent<Context, Output>,
): Agent<Context, Output> {
  const forward = (name: Hook): void => {
    copy.on(name, (...told) => {
      agent.emit(name, ...told);
    });
  };
  forward('agent_start');
  forward('agent_end');
  forward('agent_handoff');
  forward('agent_tool_start');
  forward('agent_tool_end');
  return copy;
}

/**
 * Throws `tools-invalid` for an agent as a tool that is not guarded itself: nothing would check
 * what it does with what it is told.
 */
export function checkNested<Context>(tool: Tool<Context>): void {
  const isAgent = 'on' in tool && typeof tool.on === 'function';
  if (!isAgent || guardedAgents.has(tool)) return;
  throw new SluiceError('tools-invalid', `the agent behind tool \`${tool.name}\` is not guarded`, {
    hint: 'guard it too: `guard(inner, { policy, approver }).agent.asTool({ ... })`',
  });
}
