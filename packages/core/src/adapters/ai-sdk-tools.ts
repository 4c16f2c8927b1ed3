import { asSchema, type ModelMessage, type ToolExecutionOptions, type ToolSet } from 'ai';
import { SluiceError } from '../errors.ts';
import type { PlainPart } from '../history/plain.ts';
import type { ToolOutput } from '../monitor/tool.ts';
import type { CallGate } from './call-gate.ts';
import { unsupported } from './unsupported.ts';

type AnyTool = ToolSet[string];
type ModelOutput = Awaited<ReturnType<NonNullable<AnyTool['toModelOutput']>>>;

/** The same tools, whose `execute` asks the gate first. */
export function guardToolSet<Tools extends ToolSet>(tools: Tools, gate: CallGate): Tools {
  const guarded: ToolSet = {};
  for (const [name, tool] of Object.entries(tools)) guarded[name] = guardTool(name, tool, gate);
  return Object.assign({ ...tools }, guarded);
}

function guardTool(name: string, tool: AnyTool, gate: CallGate): AnyTool {
  const { execute } = tool;
  if (tool.type === 'provider') throw unsupported(`the provider's own tool \`${name}\``);
  if (execute === undefined) {
    throw new SluiceError('tools-invalid', `tool \`${name}\` has no \`execute\``, {
      hint: 'give it one: a call that runs elsewhere cannot be held back',
    });
  }
  const guardedExecute = async (
    input: unknown,
    options: ToolExecutionOptions<never>,
  ): Promise<unknown> => {
    const callId = options.toolCallId;
    if (isApproved(options.messages, callId)) gate.settle(callId, { approved: true, by: 'ai-sdk' });
    const executed = await gate.execute(
      { callId, tool: name, given: input, parse: (args) => parseInput(tool, args) },
      async (args) => lastOf(await execute(args, options)),
      (output) => outputOf(tool, { toolCallId: callId, input, output }),
    );
    return executed.kind === 'ran' ? executed.result : executed.text;
  };
  return Object.assign({ ...tool }, { execute: guardedExecute });
}

/**
 * Whether the person said yes, by the messages that the SDK runs on: the first answer to the last
 * question about this call. That the SDK runs it is no proof: `toolApproval` may be overridden.
 */
function isApproved(messages: readonly ModelMessage[], callId: string): boolean {
  let question: string | undefined;
  let answer: boolean | undefined;
  for (const message of messages) {
    if (typeof message.content === 'string') continue;
    for (const part of message.content) {
      if (part.type === 'tool-approval-request' && part.toolCallId === callId) {
        question = part.approvalId;
        answer = undefined;
      }
      if (part.type === 'tool-approval-response' && part.approvalId === question) {
        answer ??= part.approved;
      }
    }
  }
  return answer === true;
}

/** What the SDK does to a model's arguments before a tool sees them: defaults, transforms. */
async function parseInput(tool: AnyTool, args: unknown): Promise<unknown> {
  const schema = asSchema(tool.inputSchema);
  if (schema.validate === undefined) return args;
  const parsed = await schema.validate(args);
  return parsed.success ? parsed.value : undefined;
}

/** Of a tool that yields results on the way, the last counts. */
async function lastOf(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const item of result) last = item;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** What the model will read of a result. */
async function outputOf(
  tool: AnyTool,
  result: { readonly toolCallId: string; readonly input: unknown; readonly output: unknown },
): Promise<ToolOutput> {
  const { output } = result;
  if (tool.toModelOutput !== undefined) {
    return { parts: partsOf(await tool.toModelOutput(result)) };
  }
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? 'null');
}

function partsOf(output: ModelOutput): readonly PlainPart[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return [{ kind: 'text', text: output.value }];
    case 'json':
    case 'error-json':
      return [{ kind: 'text', text: JSON.stringify(output.value) }];
    case 'execution-denied':
      return [{ kind: 'text', text: output.reason ?? '' }];
    case 'content':
      return output.value.map((item) =>
        item.type === 'text'
          ? { kind: 'text', text: item.text }
          : { kind: 'opaque', mediaType: 'application/octet-stream', data: item },
      );
  }
}
