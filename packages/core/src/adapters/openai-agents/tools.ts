import {
  getCurrentSpan,
  withFunctionSpan,
  type FunctionTool,
  type RunContext,
  type Tool,
} from '@openai/agents';
import { readsExactly } from '../../history/json/json.ts';
import { limits } from '../../limits.ts';
import type { Decision } from '../../engine/decision.ts';
import type { ToolOutput } from '../../engine/tool.ts';
import type { CallGate } from '../shared/call-gate.ts';
import { memberOf } from '../../history/document.ts';
import { checkNested } from './nested.ts';
import { Recent } from '../shared/recent.ts';
import { unsupported } from '../shared/errors.ts';

/** Decides the calls of wrapped tools. */
export interface Deciding {
  readonly decide: (callId: string, tool: string, given: unknown) => Decision;
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
  { decide }: Deciding,
): FunctionTool<Context> {
  // The SDK remembers "always approve" by tool. A yes counts for the call that was shown, so it
  // counts only for calls that the SDK was told to ask about.
  const asked = new Recent<true>({ entriesMax: limits.callsPerReplyMax });
  return {
    ...tool,
    // A copy, so that the model can tell the guarded tool from the one it was made of.
    parameters: { ...tool.parameters },
    // Where the policy allows a call, the tool's own approval still asks.
    needsApproval: async (context, input, callId = '') => {
      const { kind } = decide(callId, tool.name, argumentsIn(input));
      // It will not run, whoever says yes to it.
      if (kind === 'deny') return false;
      if (kind === 'ask') {
        asked.set(callId, true);
        gate.asked?.(callId, () => {
          if (context.isToolApproved({ toolName: tool.name, callId }) !== false) return;
          const reason = context.getRejectionMessage(tool.name, callId);
          return { approved: false, by: 'openai-agents', reason };
        });
        return true;
      }
      return tool.needsApproval(context, input, callId);
    },
    invoke: async (context: RunContext<Context>, input, details) => {
      const callId = details?.toolCall?.callId ?? '';
      if (details?.resumeState !== undefined) {
        throw unsupported(`a question of the agent behind tool \`${tool.name}\``);
      }
      const wasAsked = asked.get(callId) === true;
      if (wasAsked && context.isToolApproved({ toolName: tool.name, callId }) === true) {
        gate.settle(callId, { approved: true, by: 'openai-agents' });
      }
      const executed = await gate.execute(
        { callId, tool: tool.name, given: argumentsIn(input), parse: (args) => args },
        (args) => watched(tool.name, () => tool.invoke(context, JSON.stringify(args), details)),
        outputOf,
      );
      return executed.kind === 'ran' ? executed.result.result : executed.text;
    },
  };
}

/**
 * Text that is no JSON was never checked as a call, so it comes out as something that none equals.
 * So does a number that would become another one, because the text may have been edited since.
 */
function argumentsIn(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return readsExactly(input) ? JSON.parse(input) : input;
  } catch {
    return input;
  }
}

interface Watched {
  readonly result: unknown;
  readonly failed: boolean;
}

/**
 * Runs a tool. What it throws the SDK turns into a result, by the tool's `errorFunction`: that it
 * threw is told to the span of the call alone.
 */
async function watched(name: string, run: () => unknown): Promise<Watched> {
  const span = getCurrentSpan();
  if (memberOf(span?.spanData, 'type') !== 'function' || span === null) {
    // Without tracing all calls of an agent share its span.
    return withFunctionSpan(() => watched(name, run), { data: { name } });
  }
  let failed = false;
  const report = span.setError.bind(span);
  span.setError = (error) => {
    failed = true;
    report(error);
  };
  try {
    const result = await run();
    return { result, failed };
  } finally {
    span.setError = report;
  }
}

function outputOf({ result, failed }: Watched): ToolOutput {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'undefined');
  const isError = memberOf(result, 'isError') === true;
  return { parts: [{ kind: 'text', text }], failed: failed || isError };
}
