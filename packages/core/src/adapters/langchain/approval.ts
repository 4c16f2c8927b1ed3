import {
  AIMessage,
  ToolMessage,
  coerceMessageLikeToMessage,
  type BaseMessage,
  type BaseMessageLike,
} from '@langchain/core/messages';
import type { HITLRequest, ToolCallHandler, ToolCallRequest } from 'langchain';
import type { Decision } from '../../engine/decision.ts';
import type { ToolOutput } from '../../engine/tool.ts';
import { questionText, type CallGate } from '../shared/call-gate.ts';
import type { Written } from './input.ts';
import { partsOf, transcriptOf } from './messages.ts';
import { noteDepth } from './step.ts';
import { memberOf } from '../../history/document.ts';
import { copied } from '../shared/reader-view.ts';

type ToolResult = Awaited<ReturnType<ToolCallHandler>>;

/** A call of the last generation about which the policy wants a person to decide. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly decision: Decision;
}

/** A person's answer to one call. */
export interface PersonsAnswer {
  readonly approved: boolean;
  /** The reason that they gave with a no. */
  readonly words: string;
  /** It is neither a yes nor a no. */
  readonly unanswered?: true;
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
  const type = memberOf(decision, 'type');
  if (type === 'approve') return { approved: true, words: '' };
  if (type !== 'reject') return { approved: false, words: '', unanswered: true };
  const words = memberOf(decision, 'message');
  return { approved: false, words: typeof words === 'string' ? words : '' };
}

interface RunningTool {
  readonly request: ToolCallRequest;
  readonly words: string;
  /** Told of what the tool gives beside its result. */
  readonly beside: (written: Written) => void;
}

/** Runs a call through the gate; a refused one becomes a message that says so. */
export async function runThrough(
  gate: CallGate | undefined,
  { request, words, beside }: RunningTool,
  handler: (request: ToolCallRequest) => Promise<ToolResult> | ToolResult,
): Promise<ToolResult> {
  const { id = '', name, args } = request.toolCall;
  const executed = await gate?.execute(
    {
      callId: id,
      tool: name,
      given: args,
      parse: (checked) => checked,
    },
    async () => {
      noteDepth();
      return withMessages(await handler(request));
    },
    (result) => {
      const { output, others } = apart(result, id);
      beside({ messages: others, keys: keysIn(result) });
      const turns = others.filter(({ type }) => type !== 'remove');
      gate?.handInResult?.(id, transcriptOf(turns));
      return output;
    },
  );
  if (executed?.kind === 'ran') return executed.result;
  const text = executed?.text ?? 'The call was not made.';
  const content = words === '' ? text : `${text} The person wrote: ${words}`;
  return new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
}

/**
 * A `Command` changes the graph's state. What it adds to the messages beside the call's result
 * comes of the tool, whoever it says that it is from.
 */
function apart(
  result: ToolResult,
  callId: string,
): { readonly output: ToolOutput; readonly others: readonly BaseMessage[] } {
  if (ToolMessage.isInstance(result)) return { output: messageOutput(result), others: [] };
  const messages = messagesIn(result);
  const isResult = (message: BaseMessage): message is ToolMessage =>
    ToolMessage.isInstance(message) && message.tool_call_id === callId;
  const own = messages.find(isResult);
  const others = messages.filter((message) => !isResult(message));
  return { output: own === undefined ? '' : messageOutput(own), others };
}

function messageOutput(message: ToolMessage): ToolOutput {
  return { parts: partsOf(message.content), failed: message.status === 'error' };
}

/** The same command with its messages read: their ids then are those that the graph will hold. */
function withMessages(result: ToolResult): ToolResult {
  if (ToolMessage.isInstance(result)) return result;
  const update = pairsIn(result).map(([key, member]) => [
    key,
    key === 'messages' ? messagesOf(member) : member,
  ]);
  if (update.length === 0) return result;
  const isList = Array.isArray(memberOf(result, 'update'));
  return copied(result, new Map([['update', isList ? update : Object.fromEntries(update)]]));
}

function messagesIn(result: ToolResult): BaseMessage[] {
  return pairsIn(result).flatMap(([key, member]) => (key === 'messages' ? messagesOf(member) : []));
}

/** The members of a state that a command writes, or sends to a node, beside the messages. */
function keysIn(result: ToolResult): readonly string[] {
  const sent = [memberOf(result, 'goto')].flat().flatMap((to) => {
    const args = memberOf(to, 'args');
    return typeof args === 'object' && args !== null ? Object.keys(args) : [];
  });
  return [...pairsIn(result).map(([key]) => key), ...sent].filter((key) => key !== 'messages');
}

/** A command's update is an object, or a list of keys with values. */
function pairsIn(result: ToolResult): readonly (readonly [string, unknown])[] {
  const update = memberOf(result, 'update');
  if (typeof update !== 'object' || update === null) return [];
  if (!Array.isArray(update)) return Object.entries(update);
  return update.map((pair: unknown) => [String(memberOf(pair, '0')), memberOf(pair, '1')]);
}

function messagesOf(member: unknown): BaseMessage[] {
  return [member].flat().filter(isMessageLike).map(coerceMessageLikeToMessage);
}

function isMessageLike(value: unknown): value is BaseMessageLike {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
