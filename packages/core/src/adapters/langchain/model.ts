import { AIMessage } from '@langchain/core/messages';
import { convertToOpenAITool, isLangChainTool } from '@langchain/core/utils/function_calling';
import type { ModelRequest } from 'langchain';
import type { PlainTool } from '../../history/plain.ts';
import type { ModelPort } from '../shared/guarded-run.ts';
import { messagesOf, replyOf } from './messages.ts';
import { memberOf } from '../../history/document.ts';
import { passedOptions, requirePassing, type OptionsCheck } from '../shared/provider-options.ts';
import { choiceWithin } from '../shared/tool-choice.ts';
import { unsupported } from '../shared/errors.ts';

/** The request that the framework was about to send. */
export type LangChainRequest = Pick<
  ModelRequest,
  'model' | 'messages' | 'systemMessage' | 'toolChoice' | 'tools' | 'modelSettings'
>;

type Runner = LangChainRequest['model'];

/** How the session calls the model inside. */
export function generateWith(check: OptionsCheck): ModelPort<LangChainRequest>['generate'] {
  return async ({ view, mustCall, ...limits }, { signal }, request) => {
    const { model, toolChoice } = request;
    const tools = view.tools.map((tool) => ({ type: 'function', function: tool }));
    const { tool_choice: setting, toolChoice: spelled, ...passed } = passedSettings(request, check);
    const asked = toolChoice ?? setting ?? spelled;
    const choice = mustCall ?? choiceWithin(asked, limits, 'none');
    const settings = { ...passed, ...(choice !== undefined && { tool_choice: choice }) };
    const runner = tools.length === 0 ? model : bindTools(model, tools, settings);
    // A draft is generated from a wider view than the answer: callbacks of the run would hand it
    // on to the app's token stream.
    const message = await runner.invoke(messagesOf(view.messages), { signal, callbacks: [] });
    if (!AIMessage.isInstance(message)) throw unsupported('a reply that is no message');
    return replyOf(message);
  };
}

/**
 * Throws `tools-invalid` for a setting of the call, or of the model itself, that brings the model
 * what has no label.
 */
export function passedSettings(
  { model, modelSettings = {} }: LangChainRequest,
  check: OptionsCheck,
): Readonly<Record<string, unknown>> {
  for (const name of ['modelKwargs', 'invocationKwargs', 'kwargs', 'defaultOptions']) {
    requirePassing(memberOf(model, name), { at: `model.${name}`, check });
  }
  return passedOptions(modelSettings, { at: 'modelSettings', check });
}

/** Throws `tools-invalid` for a tool of the provider's own, and for one that ends the run. */
export function plainToolsOf(tools: LangChainRequest['tools']): readonly PlainTool[] {
  return tools.map((tool) => {
    if (!isLangChainTool(tool)) throw unsupported("a provider's own tool");
    if ('returnDirect' in tool && tool.returnDirect) {
      throw unsupported(`the result of \`${tool.name}\` as the answer`);
    }
    const { name, description = '', parameters } = convertToOpenAITool(tool).function;
    return { name, description, parameters: { ...parameters } };
  });
}

/** The name by which a policy's clearances know a model, such as `openai:gpt-4o`. */
export function modelNameOf(model: Runner): string {
  const typeOf: unknown = Reflect.get(model, '_llmType');
  const provider = isFunction(typeOf) ? typeOf.call(model) : undefined;
  const name = 'model' in model ? model.model : undefined;
  return [provider, name].filter((part) => typeof part === 'string').join(':') || 'langchain';
}

function bindTools(
  model: Runner,
  tools: readonly unknown[],
  settings: Readonly<Record<string, unknown>>,
): Runner {
  if (canBindTools(model)) return model.bindTools(tools, settings);
  throw unsupported('tools of a model that has no `bindTools`');
}

function canBindTools(model: Runner): model is Runner & {
  readonly bindTools: (tools: readonly unknown[], settings: object) => Runner;
} {
  return 'bindTools' in model && isFunction(model.bindTools);
}

function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function';
}
