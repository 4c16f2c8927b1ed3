import {
  OpenAIProvider,
  Usage,
  type Model,
  type ModelRequest as AgentsRequest,
  type ModelResponse,
  type SerializedTool,
  type StreamEvent,
} from '@openai/agents';
import { SluiceError } from '../../errors.ts';
import type { PlainMessage, PlainTool, View } from '../../history/plain.ts';
import {
  type GenerateOptions,
  type ModelReply,
  type Usage as PlainUsage,
  untilBroken,
} from '../../model/chat-model.ts';
import { canonicalJson } from '../../history/json/canonical.ts';
import type { ModelPort, Replied } from '../shared/guarded-run.ts';
import type { GuardedRuns } from '../shared/guarded-runs.ts';
import { itemsOf, outputOf, replyOf, transcriptOf } from './items.ts';
import { passedOptions, type OptionsCheck } from '../shared/provider-options.ts';
import { TextChannel } from './text-channel.ts';
import { choiceWithin } from '../shared/tool-choice.ts';
import { unsupported } from '../shared/errors.ts';

type SerializedFunctionTool = Extract<SerializedTool, { readonly type: 'function' }>;

interface GuardedTool {
  readonly name: string;
  readonly parameters: object;
}

interface Guarded {
  readonly tools: readonly GuardedTool[];
  /** Called before each step; may throw. */
  readonly begin: () => void;
}

/**
 * The guarded tools by name, each with its own schema object. A tool without its guard has another
 * one, even under the same name.
 */
type GuardedSchemas = ReadonlyMap<string, object>;

export interface AgentsCall {
  readonly model: Model;
  readonly request: AgentsRequest;
}

/** Our own model behind the SDK's port: what an input filter returns would become history. */
export class GuardedModel implements Model {
  readonly #run: GuardedRuns<AgentsCall>;
  readonly #inner: string | Model;
  readonly #guarded: GuardedSchemas;
  readonly #begin: () => void;
  #resolved: Promise<Model> | undefined;

  constructor(run: GuardedRuns<AgentsCall>, inner: string | Model, { tools, begin }: Guarded) {
    this.#run = run;
    this.#inner = inner;
    this.#guarded = new Map(tools.map(({ name, parameters }) => [name, parameters]));
    this.#begin = begin;
  }

  async getResponse(request: AgentsRequest): Promise<ModelResponse> {
    const replied = await this.#step(request);
    return { usage: usageFor(replied), output: outputOf(replied) };
  }

  async *getStreamedResponse(request: AgentsRequest): AsyncIterable<StreamEvent> {
    yield { type: 'response_started' };
    const channel = new TextChannel<Replied>((onText) => this.#step(request, onText));
    for await (const delta of channel.deltas()) yield { type: 'output_text_delta', delta };
    const replied = await channel.result;
    const { inputTokens, outputTokens, totalTokens } = usageFor(replied);
    const usage = { inputTokens, outputTokens, totalTokens };
    yield { type: 'response_done', response: { id: 'guarded', usage, output: outputOf(replied) } };
  }

  async #step(request: AgentsRequest, onText?: (delta: string) => void): Promise<Replied> {
    checkRequest(request, this.#guarded);
    // A setting that cannot pass stops the call before any of it is taken over.
    passedSettings(request, {});
    this.#begin();
    this.#resolved ??= resolveModel(this.#inner);
    const { systemInstructions: system, input, signal } = request;
    return this.#run.step({
      messages: [...systemMessage(system), ...transcriptOf(input)],
      tools: plainToolsOf(request),
      params: { model: await this.#resolved, request },
      signal,
      onText,
    });
  }
}

/** How the session calls the model inside. */
export function generateWith(check: OptionsCheck): ModelPort<AgentsCall>['generate'] {
  return async ({ view, mustCall, ...limits }, { signal, onText }, { model, request }) => {
    const { toolChoice: asked, ...settings } = passedSettings(request, check);
    const toolChoice = mustCall ?? choiceWithin(asked, limits, 'none');
    const call: AgentsRequest = {
      ...request,
      ...promptOf(view, request),
      signal,
      modelSettings: { ...settings, ...(toolChoice !== undefined && { toolChoice }) },
    };
    const structured = (request.outputType ?? 'text') !== 'text';
    if (onText !== undefined) {
      return { ...(await streamed(model.getStreamedResponse(call), onText)), structured };
    }
    const response = await model.getResponse(call);
    return { ...replyOf(response.output), usage: plainUsage(response.usage), structured };
  };
}

/** Throws `tools-invalid` for a setting that brings the model what has no label. */
function passedSettings(
  { modelSettings: { providerData, ...settings } }: AgentsRequest,
  check: OptionsCheck,
): AgentsRequest['modelSettings'] {
  const passed = passedOptions(settings, { at: 'modelSettings', check });
  if (providerData === undefined) return passed;
  const at = 'modelSettings.providerData';
  return { ...passed, providerData: passedOptions(providerData, { at, check }) };
}

async function streamed(
  events: AsyncIterable<StreamEvent>,
  onText: NonNullable<GenerateOptions['onText']>,
): Promise<ModelReply> {
  let text = '';
  let done: ModelReply | undefined;
  let broken: { readonly error: unknown } | undefined;
  for await (const event of untilBroken(events, (error) => (broken = { error }))) {
    if (event.type === 'output_text_delta') {
      text += event.delta;
      onText(event.delta);
    }
    if (event.type === 'response_done') {
      const { output, usage } = event.response;
      done = { ...replyOf(output), usage: plainUsage(usage) };
    }
  }
  if (broken !== undefined && text === '') throw broken.error;
  return done ?? { text, calls: [], stop: 'truncated' };
}

function promptOf(
  view: View,
  { systemInstructions, tools }: AgentsRequest,
): Pick<AgentsRequest, 'systemInstructions' | 'input' | 'tools'> {
  const [first, ...rest] = view.messages;
  const isSystem = systemInstructions !== undefined && first?.role === 'system';
  const shown = new Map(view.tools.map((tool) => [tool.name, tool]));
  return {
    ...(isSystem && { systemInstructions: textOf(first) }),
    input: itemsOf(isSystem ? rest : view.messages),
    tools: tools.flatMap((tool) => {
      const text = shown.get(tool.name);
      if (tool.type !== 'function' || text === undefined) return [];
      return [declared(tool, text)];
    }),
  };
}

/** The tool as the view has it: of a hidden schema nothing is left but that it is an object. */
function declared(
  tool: SerializedFunctionTool,
  { description, parameters }: PlainTool,
): SerializedFunctionTool {
  if (canonicalJson(parameters) === canonicalJson(tool.parameters)) return { ...tool, description };
  const { type, name } = tool;
  const open: SerializedFunctionTool['parameters'] = {
    type: 'object',
    properties: {},
    required: [],
    additionalProperties: true,
  };
  return { type, name, description, parameters: { ...open, ...parameters }, strict: false };
}

function plainToolsOf({ tools }: AgentsRequest): readonly PlainTool[] {
  return tools.flatMap((tool) => {
    if (tool.type !== 'function') return [];
    const { name, description, parameters } = tool;
    return [{ name, description, parameters: { ...parameters } }];
  });
}

/** Anything that reaches the model besides the transcript has no label. */
function checkRequest(request: AgentsRequest, guarded: GuardedSchemas): void {
  const { previousResponseId, conversationId, prompt, handoffs, tools } = request;
  if (previousResponseId !== undefined || conversationId !== undefined) {
    throw unsupported('a conversation that the provider keeps');
  }
  if (prompt !== undefined) throw unsupported('a prompt that the provider keeps');
  if (handoffs.length > 0) throw unsupported('a handoff to another agent');
  const foreign = tools.find(
    (tool) => tool.type !== 'function' || guarded.get(tool.name) !== tool.parameters,
  );
  if (foreign === undefined) return;
  throw new SluiceError('tools-invalid', `tool \`${foreign.name}\` is without its guard`, {
    hint: 'run the agent that `guard` gave back, with the tools that it has',
  });
}

function systemMessage(text: string | undefined): readonly PlainMessage[] {
  return text === undefined ? [] : [{ role: 'system', parts: [{ kind: 'text', text }] }];
}

function textOf(message: Extract<PlainMessage, { readonly role: 'system' | 'user' }>): string {
  return message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

async function resolveModel(model: string | Model): Promise<Model> {
  if (typeof model !== 'string') return model;
  return new OpenAIProvider().getModel(model === '' ? undefined : model);
}

function usageFor({ usage }: Replied): Usage {
  const { inputTokens, outputTokens } = usage;
  return new Usage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
}

function plainUsage(usage: {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly inputTokensDetails?: unknown;
}): PlainUsage {
  const { inputTokens, outputTokens, inputTokensDetails } = usage;
  const details: unknown[] = [inputTokensDetails].flat();
  let cachedInputTokens = 0;
  for (const detail of details) {
    if (typeof detail !== 'object' || detail === null || !('cached_tokens' in detail)) continue;
    if (typeof detail.cached_tokens === 'number') cachedInputTokens += detail.cached_tokens;
  }
  return { inputTokens, outputTokens, cachedInputTokens };
}
