import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { canonicalJson } from '../../history/json/canonical.ts';
import type { PlainMessage, PlainPart, PlainTool, View } from '../../history/plain.ts';
import { base64Of } from '../../model/media.ts';
import { wireArgs } from '../../model/wire.ts';
import { passedProviderOptions } from './options.ts';
import type { OptionsCheck } from '../shared/provider-options.ts';
import { unsupported } from '../shared/errors.ts';

type Tools = LanguageModelV4CallOptions['tools'];
type ContentOutput = Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'];
type FileItem = Extract<ContentOutput[number], { type: 'file' }>;

/** The AI SDK's prompt as plain messages. Reasoning is left out: it belongs to no view. */
export function transcriptOf(prompt: LanguageModelV4Prompt): readonly PlainMessage[] {
  return prompt.flatMap(plainMessages);
}

/** The calls whose result came from a tool; the SDK's own refusals and errors are none. */
export function callsThatRan(prompt: LanguageModelV4Prompt): ReadonlySet<string> {
  const ran = new Set<string>();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result' && isOfTool(part.output)) ran.add(part.toolCallId);
    }
  }
  return ran;
}

/** A view as the AI SDK's prompt. */
export function promptOf({ messages }: View): LanguageModelV4Prompt {
  return messages.map(promptMessage);
}

/** Throws `tools-invalid` for a tool of the provider's own: it runs before anyone can decide. */
export function plainToolsOf(tools: Tools): readonly PlainTool[] {
  return functionTools(tools).map(({ name, description, inputSchema }) => ({
    name,
    description: description ?? '',
    parameters: { ...inputSchema },
  }));
}

/** The tools of a view, with the settings that the app gave them beside their text. */
export function promptTools(
  view: View,
  { tools: declared, check }: { readonly tools: Tools; readonly check: OptionsCheck },
): LanguageModelV4FunctionTool[] {
  const settings = new Map(functionTools(declared).map((tool) => [tool.name, tool]));
  return view.tools.map(({ name, description, parameters }) => {
    const set = settings.get(name);
    const providerOptions =
      set?.providerOptions && passedProviderOptions(set.providerOptions, check);
    // A provider refuses `strict` beside a hidden schema.
    const isShown = canonicalJson(set?.inputSchema) === canonicalJson(parameters);
    const strict = isShown ? set?.strict : undefined;
    return {
      type: 'function',
      name,
      description,
      inputSchema: parameters,
      ...(strict !== undefined && { strict }),
      ...(providerOptions !== undefined && { providerOptions }),
    };
  });
}

/** A tool result's parts, as the model reads them. */
export function partsOfOutput(output: LanguageModelV4ToolResultOutput): readonly PlainPart[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return [text(output.value)];
    case 'json':
    case 'error-json':
      return [text(JSON.stringify(output.value))];
    case 'execution-denied':
      return [text(output.reason ?? 'Tool call execution denied.')];
    case 'content':
      return output.value.map((item) => {
        if (item.type === 'text') return text(item.text);
        if (item.type === 'file') return filePart(item);
        throw unsupported('custom content in a tool result');
      });
  }
}

/** How a result was told to have failed makes no difference. */
export function hasFailed({ type }: { readonly type: string }): boolean {
  return type === 'error-text' || type === 'error-json' || type === 'execution-denied';
}

function isOfTool({ type }: LanguageModelV4ToolResultOutput): boolean {
  return type === 'text' || type === 'json' || type === 'content';
}

function plainMessages(message: LanguageModelV4Message): PlainMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', parts: [text(message.content)] }];
    case 'user': {
      const parts = message.content.map((part) =>
        part.type === 'text' ? text(part.text) : filePart(part),
      );
      return [{ role: 'user', parts }];
    }
    case 'assistant':
      return [assistantMessage(message)];
    case 'tool':
      return message.content.flatMap((part): PlainMessage[] =>
        part.type === 'tool-result'
          ? [
              {
                role: 'tool',
                callId: part.toolCallId,
                tool: part.toolName,
                parts: partsOfOutput(part.output),
                ...(hasFailed(part.output) && { failed: true }),
              },
            ]
          : [],
      );
  }
}

function assistantMessage({
  content,
}: Extract<LanguageModelV4Message, { role: 'assistant' }>): PlainMessage {
  const calls = content.flatMap((part) => {
    if (part.type === 'tool-result') throw unsupported('a tool that the provider ran');
    if (part.type !== 'tool-call') return [];
    return [{ id: part.toolCallId, tool: part.toolName, args: JSON.stringify(part.input) }];
  });
  const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { role: 'assistant', text: said, calls };
}

function promptMessage(message: PlainMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.parts.map(textOfPart).join('') };
    case 'user':
      return {
        role: 'user',
        content: message.parts.map((part) =>
          part.kind === 'text' ? { type: 'text', text: part.text } : fileOf(part),
        ),
      };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...message.calls.map(({ id, tool, args }) => ({
            type: 'tool-call' as const,
            toolCallId: id,
            toolName: tool,
            input: wireArgs(args),
          })),
        ],
      };
    case 'tool': {
      const { callId: toolCallId, tool: toolName } = message;
      const output = resultOutput(message);
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
  }
}

/** In this form of messages only a text can be marked as an error. */
function resultOutput({
  parts,
  failed,
}: Extract<PlainMessage, { role: 'tool' }>): LanguageModelV4ToolResultOutput {
  const [first, ...rest] = parts;
  const type = failed === true ? 'error-text' : 'text';
  if (first?.kind === 'text' && rest.length === 0) return { type, value: first.text };
  const value: ContentOutput = parts.map((part) =>
    part.kind === 'text' ? { type: 'text', text: part.text } : fileOf(part),
  );
  return { type: 'content', value };
}

/** A file as the AI SDK gave it, in a form in which different files are different values. */
interface CarriedFile {
  readonly file: LanguageModelV4FilePart;
  /** `URL` objects have no members of their own, so two of them would look alike. */
  readonly href: string | undefined;
}

function filePart(part: LanguageModelV4FilePart | FileItem): PlainPart {
  const { data } = part;

  const carried: CarriedFile = {
    file:
      data.type === 'data'
        ? { ...part, data: { type: 'data', data: base64Text(data.data) } }
        : part,
    href: data.type === 'url' ? data.url.href : undefined,
  };
  return { kind: 'opaque', mediaType: part.mediaType, data: carried };
}

function base64Text(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : base64Of(data);
}

function fileOf(part: Extract<PlainPart, { kind: 'opaque' }>): LanguageModelV4FilePart {
  if (isCarried(part.data)) return part.data.file;
  throw unsupported('a part that did not come from the AI SDK');
}

function isCarried(data: unknown): data is CarriedFile {
  return typeof data === 'object' && data !== null && 'file' in data && 'href' in data;
}

function functionTools(tools: Tools): readonly LanguageModelV4FunctionTool[] {
  return (tools ?? []).map((tool) => {
    if (tool.type === 'function') return tool;
    throw unsupported(`the provider's own tool \`${tool.name}\``);
  });
}

function text(value: string): PlainPart {
  return { kind: 'text', text: value };
}

function textOfPart(part: PlainPart): string {
  return part.kind === 'text' ? part.text : '';
}
