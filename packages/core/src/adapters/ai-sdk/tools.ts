import { asSchema, type ToolExecutionOptions, type ToolSet } from 'ai';
import { SluiceError } from '../../errors.ts';
import type { PlainPart } from '../../history/plain.ts';
import type { ToolOutput } from '../../engine/tool.ts';
import { placeholder } from '../../redact/redact-content.ts';
import type { CallGate } from '../shared/call-gate.ts';
import { hasFailed } from './prompt.ts';
import { memberOf } from '../../history/document.ts';
import { unsupported } from '../shared/errors.ts';

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
    const said = approvalAnswers(options.messages).get(callId);
    if (said?.approved === true) gate.settle(callId, { approved: true, by: 'ai-sdk' });
    const executed = await gate.execute(
      { callId, tool: name, given: input, parse: (args) => parseInput(tool, args) },
      async (args) => lastOf(await execute(args, options)),
      (output) => outputOf(tool, { toolCallId: callId, input, output }),
    );
    if (executed.kind === 'ran') return executed.result;
    throw new RefusedCall(executed.text);
  };
  const { toModelOutput } = tool;
  const guardedOutput = (result: ShownResult): unknown =>
    result.output === placeholder ? { type: 'text', value: placeholder } : toModelOutput?.(result);
  return Object.assign(
    { ...tool },
    { execute: guardedExecute },
    toModelOutput && { toModelOutput: guardedOutput },
  );
}

interface ShownResult {
  readonly toolCallId: string;
  readonly input: unknown;
  /** The placeholder, where an app sends back what a reader's stream held in its stead. */
  readonly output: unknown;
}

/**
 * As an error a refusal never passes for what the tool gives back: neither its `toModelOutput` nor
 * the app reads it as such. The AI SDK tells the model of it as a text or as JSON.
 */
class RefusedCall extends Error {
  override readonly name = 'RefusedCall';

  override toString(): string {
    return this.message;
  }

  toJSON(): string {
    return this.message;
  }
}

/** A person's answer to a question about a call. */
interface PersonsWord {
  readonly approved: boolean;
  readonly reason: string | undefined;
}

/**
 * The person's answers by call, from the messages that the SDK runs on: the first answer to the
 * last question about it. That the SDK runs a call is no proof: `toolApproval` may be overridden.
 */
export function approvalAnswers(messages: readonly unknown[]): ReadonlyMap<string, PersonsWord> {
  const calls = new Map<unknown, string>();
  const answers = new Map<string, PersonsWord>();
  const content = messages.flatMap((message) => memberOf(message, 'content'));
  for (const part of content) {
    const type = memberOf(part, 'type');
    const approvalId = memberOf(part, 'approvalId');
    const callId = memberOf(part, 'toolCallId');
    if (type === 'tool-approval-request' && typeof callId === 'string') {
      for (const [id, asked] of calls) if (asked === callId) calls.delete(id);
      calls.set(approvalId, callId);
      answers.delete(callId);
    }
    const asked = calls.get(approvalId);
    if (type !== 'tool-approval-response' || asked === undefined || answers.has(asked)) continue;
    const reason = memberOf(part, 'reason');
    const approved = memberOf(part, 'approved') === true;
    answers.set(asked, { approved, reason: typeof reason === 'string' ? reason : undefined });
  }
  return answers;
}

/** Parses a model's arguments as the SDK does before a tool sees them: defaults, transforms. */
async function parseInput(tool: AnyTool, args: unknown): Promise<unknown> {
  const schema = asSchema(tool.inputSchema);
  if (schema.validate === undefined) return args;
  const parsed = await schema.validate(args);
  return parsed.success ? parsed.value : undefined;
}

/** The last result counts where a tool yields some on the way. */
async function lastOf(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const item of result) last = item;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The output as the model will read it. */
async function outputOf(
  tool: AnyTool,
  result: { readonly toolCallId: string; readonly input: unknown; readonly output: unknown },
): Promise<ToolOutput> {
  const { output } = result;
  if (tool.toModelOutput !== undefined) {
    const told = await tool.toModelOutput(result);
    return { parts: partsOf(told), failed: hasFailed(told) || isErrorResult(output) };
  }
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? 'null');
  return { parts: [{ kind: 'text', text }], failed: isErrorResult(output) };
}

/** As tools of MCP say that they failed. */
function isErrorResult(output: unknown): boolean {
  return memberOf(output, 'isError') === true;
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
