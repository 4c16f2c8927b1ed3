import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { HITLRequest, ToolCallHandler, ToolCallRequest } from 'langchain';
import type { Decision } from '../monitor/decision.ts';
import type { ToolOutput } from '../monitor/tool.ts';
import { questionText, type CallGate } from './call-gate.ts';
import { partsOf } from './langchain-messages.ts';
import { memberOf } from './member-of.ts';

type ToolResult = Awaited<ReturnType<ToolCallHandler>>;

/** A call of the last generation about which the policy wants a person to decide. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly decision: Decision;
}

/** What a person answered to one call. */
export interface PersonsAnswer {
  readonly approved: boolean;
  /** What they wrote with a no. */
  readonly words: string;
}

/** The calls of the last message that the policy wants a person to decide. */
export function askedCalls(
  messages: readonly BaseMessage[],
  decide: (call: {
    readonly id: string;
    readonly name: string;
    readonly args: unknown;
  }) => Decision,
): readonly AskedCall[] {
  const last = messages.at(-1);
  if (!AIMessage.isInstance(last)) return [];
  return (last.tool_calls ?? [])
    .map(({ id = '', name, args }) => ({ id, name, args, decision: decide({ id, name, args }) }))
    .filter(({ decision }) => decision.kind === 'ask');
}

/** LangChain's own request for human review: the user interfaces for it work as they are. */
export function reviewOf(calls: readonly AskedCall[]): HITLRequest {
  return {
    actionRequests: calls.map(({ name, args, decision }) => {
      return { name, args: { ...args }, description: questionText(decision) };
    }),
    reviewConfigs: calls.map(({ name }) => {
      return { actionName: name, allowedDecisions: ['approve', 'reject'] };
    }),
  };
}

/** Reads the answer to a review. What is not clearly a yes to the call at `index` is a no. */
export function answerAt(response: unknown, index: number): PersonsAnswer {
  const decisions = memberOf(response, 'decisions');
  const decision: unknown = Array.isArray(decisions) ? decisions[index] : undefined;
  const words = memberOf(decision, 'message');
  return {
    approved: memberOf(decision, 'type') === 'approve',
    words: typeof words === 'string' ? words : '',
  };
}

/** Runs a call through the gate; a refused one becomes a message that says so. */
export async function runThrough(
  gate: CallGate | undefined,
  { request, words }: { readonly request: ToolCallRequest; readonly words: string },
  handler: (request: ToolCallRequest) => Promise<ToolResult> | ToolResult,
): Promise<ToolResult> {
  const { id = '', name, args } = request.toolCall;
  const executed = await gate?.execute(
    { callId: id, tool: name, given: args, parse: (checked) => checked },
    () => handler(request),
    outputOf,
  );
  if (executed?.kind === 'ran') return executed.result;
  const text = executed?.text ?? 'The call was not made.';
  const content = words === '' ? text : `${text} The person wrote: ${words}`;
  return new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
}

/** A `Command` changes the graph's state; what the model reads of it comes with the messages. */
function outputOf(result: ToolResult): ToolOutput {
  if (!ToolMessage.isInstance(result)) return '';
  return { parts: partsOf(result.content), failed: result.status === 'error' };
}
