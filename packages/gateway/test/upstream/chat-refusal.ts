import type OpenAI from 'openai';
import { isBody, isNew, listOf, textOf, type Body } from './dialect.ts';

/** Why OpenAI refuses a Chat Completions request, nearly in its own words. */
export function chatRefusal(body: Body): string | undefined {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if (typeof body['model'] !== 'string') return 'you must provide a model parameter';
  if (listOf(body['messages']).length === 0) return "[] is too short - 'messages'";
  if (body['stream_options'] !== undefined && body['stream'] !== true) {
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  }
  if (body['metadata'] !== undefined && body['store'] !== true) {
    return "The 'metadata' parameter is only allowed when 'store' is enabled.";
  }
  return toolsRefusal(body) ?? messagesRefusal(listOf(body['messages'])) ?? formatRefusal(body);
}

/** Independent of the gateway's own table: each field of the SDK's type, and none else. */
const known: Readonly<Record<keyof OpenAI.ChatCompletionCreateParams, true>> = {
  audio: true,
  frequency_penalty: true,
  function_call: true,
  functions: true,
  logit_bias: true,
  logprobs: true,
  max_completion_tokens: true,
  max_tokens: true,
  messages: true,
  metadata: true,
  modalities: true,
  model: true,
  moderation: true,
  n: true,
  parallel_tool_calls: true,
  prediction: true,
  presence_penalty: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning_effort: true,
  response_format: true,
  safety_identifier: true,
  seed: true,
  service_tier: true,
  stop: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  user: true,
  verbosity: true,
  web_search_options: true,
};

const nameForm = /^[a-zA-Z0-9_-]{1,64}$/;
const idCharactersMax = 40;

function toolsRefusal(body: Body): string | undefined {
  const tools = body['tools'];
  if (tools === undefined) {
    const field = ['tool_choice', 'parallel_tool_calls'].find((name) => body[name] !== undefined);
    return field && `'${field}' is only allowed when 'tools' are specified.`;
  }
  if (listOf(tools).length === 0) return "[] is too short - 'tools'";
  const names = listOf(tools).map(nameOf);
  if (names.some((name) => !nameForm.test(name))) return "Invalid 'tools[].function.name'";
  if (new Set(names).size < names.length) return 'Tool names must be unique.';
  const loose = listOf(tools).find(isLooselyStrict);
  if (loose !== undefined) return "In context=(), 'additionalProperties' is required to be false";
  return choiceRefusal(body['tool_choice'], names);
}

function isLooselyStrict({ function: called }: Body): boolean {
  if (!isBody(called) || called['strict'] !== true) return false;
  return !isBody(called['parameters']) || called['parameters']['additionalProperties'] !== false;
}

function choiceRefusal(choice: unknown, names: readonly string[]): string | undefined {
  if (choice === undefined || typeof choice === 'string') return undefined;
  if (!isBody(choice)) return "Invalid value for 'tool_choice'";
  const allowed = choice['allowed_tools'];
  const chosen = isBody(allowed) ? listOf(allowed['tools']).map(nameOf) : [nameOf(choice)];
  return chosen.length > 0 && chosen.every((name) => names.includes(name))
    ? undefined
    : "Tool choice not found in 'tools' parameter.";
}

function messagesRefusal(messages: readonly Body[]): string | undefined {
  let open = new Set<unknown>();
  for (const message of messages) {
    if (message['role'] === 'tool') {
      if (!open.delete(message['tool_call_id'])) {
        return "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      }
    } else if (open.size > 0) return unanswered;
    const refusal = messageRefusal(message);
    if (refusal !== undefined) return refusal;
    if (message['role'] === 'assistant') {
      open = new Set(listOf(message['tool_calls']).map((call) => call['id']));
    }
  }
  return open.size > 0 ? unanswered : undefined;
}

const unanswered =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each.";

/** Types of parts that each role may hold. */
const partTypes: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  tool: ['text'],
  assistant: ['text', 'refusal'],
  user: ['text', 'image_url', 'input_audio', 'file'],
};

function messageRefusal(message: Body): string | undefined {
  const types = partTypes[textOf(message, 'role')];
  if (types === undefined) return `Invalid value: '${textOf(message, 'role')}'.`;
  const { content } = message;
  if (Array.isArray(content)) {
    if (content.length === 0) return "Invalid 'content': empty array.";
    const wrong = listOf(content).find(
      (part) => !types.includes(textOf(part, 'type')) && !isNew(part),
    );
    if (wrong !== undefined) return `Invalid value: '${textOf(wrong, 'type')}'.`;
    if (listOf(content).some(hasBadUrl)) return 'Expected a valid URL.';
  } else if (
    typeof content !== 'string' &&
    !(message['role'] === 'assistant' && hasCalls(message))
  ) {
    return "Invalid value for 'content': expected a string, got null.";
  }
  if (message['name'] !== undefined && !/^[^\s<|\\/>]+$/.test(textOf(message, 'name')))
    return "Invalid 'name'";
  return Array.isArray(message['tool_calls']) ? callsRefusal(message['tool_calls']) : undefined;
}

function hasCalls(message: Body): boolean {
  return listOf(message['tool_calls']).length > 0;
}

function hasBadUrl({ image_url: image }: Body): boolean {
  return image !== undefined && !(isBody(image) && /^(https?|data):/.test(textOf(image, 'url')));
}

function callsRefusal(calls: readonly unknown[]): string | undefined {
  if (calls.length === 0) return "[] is too short - 'tool_calls'";
  for (const call of listOf(calls)) {
    const { id, type } = call;
    if (typeof id !== 'string' || id === '') return "Missing required parameter: 'tool_calls[].id'";
    if (id.length > idCharactersMax)
      return `Invalid 'id': string too long (maximum ${idCharactersMax})`;
    if (type !== 'function' && type !== 'custom') return "Missing required parameter: 'type'";
    if (!nameForm.test(nameOf(call))) return "Invalid 'tool_calls[].function.name'";
    const { function: called, custom } = call;
    const input = isBody(called)
      ? called['arguments']
      : isBody(custom)
        ? custom['input']
        : undefined;
    if (typeof input !== 'string') return "Missing required parameter: 'arguments'";
  }
  return undefined;
}

function formatRefusal(body: Body): string | undefined {
  const format = body['response_format'];
  if (!isBody(format) || format['type'] !== 'json_object') return undefined;
  return /json/i.test(JSON.stringify(body['messages']))
    ? undefined
    : "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
}

function nameOf({ function: called, custom }: Body): string {
  const form = isBody(called) ? called : isBody(custom) ? custom : {};
  return textOf(form, 'name');
}
