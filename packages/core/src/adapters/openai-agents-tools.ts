import type { FunctionTool, RunContext, Tool } from '@openai/agents';
import type { Decision } from '../monitor/decision.ts';
import type { ToolOutput } from '../monitor/tool.ts';
import type { CallGate } from './call-gate.ts';
import { memberOf } from './member-of.ts';
import { checkNested } from './openai-agents-nested.ts';
import { unsupported } from './unsupported.ts';

/** Decides the calls of wrapped tools, and is told where a person's no can be looked up. */
export interface Deciding {
  readonly decide: (callId: string, tool: string, given: unknown) => Decision;
  readonly asks?: (callId: string, isRejected: () => boolean) => void;
}

/** The same tools: the SDK asks for approval where the policy does, and the gate runs the call. */
export function guardAgentTools<Context>(
  tools: readonly Tool<Context>[],
  gate: CallGate,
  deciding: Deciding,
): FunctionTool<Context>[] {
  return tools.map((tool) => {
    if (tool.type !== 'function') throw unsupported(`the hosted tool \`${tool.name}\``);
    checkNested(tool);
    return guardTool(tool, gate, deciding);
  });
}

function guardTool<Context>(
  tool: FunctionTool<Context>,
  gate: CallGate,
  { decide, asks: tellAsked }: Deciding,
): FunctionTool<Context> {
  // The SDK remembers "always approve" by tool. A yes counts for the call that was shown, so it
  // counts only for calls that the SDK was told to ask about.
  const asked = new Set<string>();
  return {
    ...tool,
    // A copy, so that the model can tell the guarded tool from the one it was made of.
    parameters: { ...tool.parameters },
    // Where the policy allows a call, the tool's own approval still asks.
    needsApproval: async (context, input, callId = '') => {
      const asks = decide(callId, tool.name, input).kind === 'ask';
      if (asks) {
        asked.add(callId);
        const call = { toolName: tool.name, callId };
        tellAsked?.(callId, () => context.isToolApproved(call) === false);
      }
      return asks || tool.needsApproval(context, input, callId);
    },
    invoke: async (context: RunContext<Context>, input, details) => {
      const callId = details?.toolCall?.callId ?? '';
      if (details?.resumeState !== undefined) {
        throw unsupported(`a question of the agent behind tool \`${tool.name}\``);
      }
      if (asked.has(callId) && context.isToolApproved({ toolName: tool.name, callId }) === true) {
        gate.settle(callId, { approved: true, by: 'openai-agents' });
      }
      const executed = await gate.execute(
        { callId, tool: tool.name, given: parseJson(input), parse: (args) => args },
        (args) => tool.invoke(context, JSON.stringify(args), details),
        outputOf,
      );
      return executed.kind === 'ran' ? executed.result : executed.text;
    },
  };
}

/** What is no JSON is no call that was checked, so it comes out as something that none equals. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The SDK's words for a tool that threw or ran out of time, unless the tool has an `errorFunction`
 * of its own. The SDK says it as a result: only the words tell it apart.
 */
const failures =
  /^(An error occurred while (running|parsing) |Tool '[^']*' timed out |Invalid JSON input for tool)/;

function outputOf(result: unknown): ToolOutput {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'undefined');
  const failed = failures.test(text) || memberOf(result, 'isError') === true;
  return { parts: [{ kind: 'text', text }], failed };
}
