import { asSchema, type ToolSet } from 'ai';
import type { Decision } from '../../engine/decision.ts';
import { questionText, refusalOf } from '../shared/call-gate.ts';
import { memberOf } from '../../history/document.ts';

/** The AI SDK's word for a decision, with the reason that the person reads. */
export type ApprovalStatus =
  | { readonly type: 'not-applicable' }
  | { readonly type: 'approved'; readonly reason?: string }
  | { readonly type: 'user-approval'; readonly reason?: string }
  | { readonly type: 'denied'; readonly reason?: string };

/** A call as the AI SDK tells of it when it asks about it. */
export interface ProposedCall {
  readonly toolCall: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  };
  readonly messages?: unknown;
  readonly toolsContext?: unknown;
  readonly runtimeContext?: unknown;
}

/** The app's and the tools' own rules of approval: they still ask behind the guard. */
export interface OwnApproval {
  readonly tools: ToolSet;
  /** The app's `toolApproval`: a function, or a status or function for each tool. */
  readonly toolApproval?: unknown;
}

/** The stricter of the policy's decision and of what the app or the tool itself demands. */
export async function approvalOf(
  decision: Decision,
  proposed: ProposedCall,
  own: OwnApproval,
): Promise<ApprovalStatus> {
  if (decision.kind === 'deny') return { type: 'denied', reason: refusalOf(decision) };
  const demanded = await ownStatus(proposed, own);
  if (decision.kind === 'allow' || demanded.type === 'denied') return demanded;
  return { type: 'user-approval', reason: questionText(decision) };
}

/** As the AI SDK decides it without a guard: the app's settings come before the tool's own. */
async function ownStatus(
  proposed: ProposedCall,
  { tools, toolApproval }: OwnApproval,
): Promise<ApprovalStatus> {
  const { toolCall, messages, toolsContext, runtimeContext } = proposed;
  const { toolCallId, toolName, input } = toolCall;
  if (isFunction(toolApproval)) return statusFrom(await toolApproval(proposed));
  const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
  const context = await contextOf(tool, memberOf(toolsContext, toolName));
  const forTool = memberOf(toolApproval, toolName);
  if (forTool !== undefined && forTool !== null) {
    const options = { toolCallId, messages, toolContext: context, runtimeContext };
    return statusFrom(isFunction(forTool) ? await forTool(input, options) : forTool);
  }
  const needs: unknown = tool?.needsApproval;
  const asks = isFunction(needs) ? await needs(input, { toolCallId, messages, context }) : needs;
  return asks ? { type: 'user-approval' } : { type: 'not-applicable' };
}

/** Throws where the context is not what the tool declares, as the AI SDK does. */
async function contextOf(tool: ToolSet[string] | undefined, context: unknown): Promise<unknown> {
  if (tool?.contextSchema === undefined) return context;
  const parsed = await asSchema(tool.contextSchema).validate?.(context);
  if (parsed?.success === false) throw parsed.error;
  return parsed === undefined ? context : parsed.value;
}

/** A status that we do not know asks the person. */
function statusFrom(status: unknown): ApprovalStatus {
  if (status === undefined) return { type: 'not-applicable' };
  const type = typeof status === 'string' ? status : memberOf(status, 'type');
  if (type === 'not-applicable') return { type };
  const said = memberOf(status, 'reason');
  const reason = typeof said === 'string' ? { reason: said } : {};
  return type === 'approved' || type === 'denied'
    ? { type, ...reason }
    : { type: 'user-approval', ...reason };
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}
