import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import { isBody, isNew, listOf, textOf, type Body } from './dialect.ts';

/** Why OpenAI refuses a Responses request, nearly in its own words. */
export function responsesRefusal(body: Body): string | undefined {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`;
  if (typeof body['model'] !== 'string') return "Missing required parameter: 'model'.";
  const { previous_response_id: previous, input } = body;
  if (typeof previous === 'string') return `Previous response with id '${previous}' not found.`;
  if (body['stream_options'] !== undefined && body['stream'] !== true) {
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  }
  if (typeof input !== 'string' && listOf(input).length === 0) {
    return "Missing required parameter: 'input'.";
  }
  return toolsRefusal(body) ?? inputRefusal(listOf(input)) ?? formatRefusal(body);
}

/** Independent of the gateway's own table: each field of the SDK's type, and none else. */
const known: Readonly<Record<keyof ResponseCreateParams, true>> = {
  access_programs: true,
  background: true,
  context_management: true,
  conversation: true,
  image: true,
  include: true,
  input: true,
  instructions: true,
  max_output_tokens: true,
  max_tool_calls: true,
  metadata: true,
  model: true,
  moderation: true,
  parallel_tool_calls: true,
  previous_response_id: true,
  prompt: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning: true,
  safety_identifier: true,
  service_tier: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  text: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  truncation: true,
  user: true,
};

const nameForm = /^[a-zA-Z0-9_-]{1,64}$/;
const idCharactersMax = 64;

/** True if the provider's own search is among the tools. */
export function canSearch({ tools }: Body): boolean {
  return listOf(tools).some(isSearch);
}

function isSearch({ type }: Body): boolean {
  return type === 'web_search';
}

/** The provider has a schema for it, and the client runs it. */
function isClients({ type, execution }: Body): boolean {
  const isSearched = type === 'tool_search' && execution === 'client';
  return type === 'shell' || type === 'apply_patch' || isSearched;
}

function toolsRefusal(body: Body): string | undefined {
  const tools = listOf(body['tools']).filter((tool) => !isSearch(tool) && !isClients(tool));
  const names = tools.map((tool) => textOf(tool, 'name'));
  if (names.some((name) => !nameForm.test(name))) return "Invalid 'tools[0].name'.";
  if (new Set(names).size < names.length) return 'Tool names must be unique.';
  const loose = tools.some(
    ({ strict, parameters }) =>
      strict === true && !(isBody(parameters) && parameters['additionalProperties'] === false),
  );
  if (loose) return "In context=(), 'additionalProperties' is required to be false.";
  const choice = body['tool_choice'];
  if (!isBody(choice)) {
    return choice === 'required' && names.length === 0 && !canSearch(body)
      ? "Tool choice 'required' must be specified with 'tools' parameter."
      : undefined;
  }
  const chosen = Array.isArray(choice['tools']) ? listOf(choice['tools']) : [choice];
  return chosen.every((tool) =>
    isSearch(tool) ? canSearch(body) : names.includes(textOf(tool, 'name')),
  )
    ? undefined
    : "Tool choice not found in 'tools' parameter.";
}

const results: Readonly<Record<string, string>> = {
  function_call_output: 'function_call',
  custom_tool_call_output: 'custom_tool_call',
  shell_call_output: 'shell_call',
  apply_patch_call_output: 'apply_patch_call',
  tool_search_output: 'tool_search_call',
};

/** Calls and results are pairs, each of one kind, and reasoning stands before what it led to. */
function inputRefusal(items: readonly Body[]): string | undefined {
  const calls = new Map<string, string>();
  const open = new Set<string>();
  for (const [index, item] of items.entries()) {
    const type = textOf(item, 'type') || 'message';
    const refusal = itemRefusal(item, type) ?? reasoningRefusal(item, items[index + 1]);
    if (refusal !== undefined) return refusal;
    const id = textOf(item, 'call_id');
    const answered = results[type];
    if (answered !== undefined) {
      if (calls.get(id) !== answered) return `No tool call found for output with call_id ${id}.`;
      open.delete(id);
    } else if (id !== '') {
      if (calls.has(id)) return `Duplicate call_id ${id}.`;
      calls.set(id, type);
      open.add(id);
    }
  }
  const [left] = open;
  return left === undefined ? undefined : `No tool output found for function call ${left}.`;
}

const followers: ReadonlySet<string> = new Set([
  'message',
  'function_call',
  'custom_tool_call',
  'reasoning',
  'web_search_call',
]);

function reasoningRefusal(item: Body, next: Body | undefined): string | undefined {
  if (item['type'] !== 'reasoning') return undefined;
  const id = textOf(item, 'id');
  if (typeof item['encrypted_content'] !== 'string') {
    return `Item with id '${id}' not found: items are not persisted when \`store\` is false.`;
  }
  if (item['status'] !== undefined) return "Unknown parameter: 'input[0].status'.";
  const follows =
    next !== undefined &&
    followers.has(textOf(next, 'type')) &&
    (next['type'] !== 'message' || next['role'] === 'assistant');
  return follows
    ? undefined
    : `Item '${id}' of type 'reasoning' was provided without its required following item.`;
}

const partTypes: Readonly<Record<string, readonly string[]>> = {
  system: ['input_text', 'input_image', 'input_file'],
  developer: ['input_text', 'input_image', 'input_file'],
  user: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
};

const agentPartTypes = ['input_text', 'encrypted_content'];

/** Ids that this provider mints: a client may send a whole item back as it came. */
const ownId = /^[a-z]+_[0-9]{24}$/;

function itemRefusal(item: Body, type: string): string | undefined {
  // Codex names those that its agents send each other.
  if (type === 'agent_message') return contentRefusal(item['content'], agentPartTypes);
  const id = item['id'];
  if (typeof id === 'string' && type !== 'reasoning' && !ownId.test(id)) {
    return `Item with id '${id}' not found.`;
  }
  switch (type) {
    case 'reasoning':
      return undefined;
    case 'message':
      return contentRefusal(item['content'], partTypes[textOf(item, 'role')]);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return contentRefusal(item['output'], partTypes['user']) ?? callIdRefusal(item);
    case 'shell_call_output':
      return Array.isArray(item['output']) ? callIdRefusal(item) : "Missing parameter: 'output'.";
    case 'apply_patch_call_output':
      return callIdRefusal(item);
    case 'tool_search_output':
      return Array.isArray(item['tools']) ? callIdRefusal(item) : "Missing parameter: 'tools'.";
    case 'tool_search_call':
      return isBody(item['arguments']) ? callIdRefusal(item) : "Missing parameter: 'arguments'.";
    case 'apply_patch_call':
      return isBody(item['operation']) ? callIdRefusal(item) : "Missing parameter: 'operation'.";
    case 'shell_call':
    case 'web_search_call':
      return isBody(item['action']) ? undefined : "Missing required parameter: 'action'.";
    case 'function_call':
      if (typeof item['arguments'] !== 'string') return "Missing parameter: 'arguments'.";
      return nameForm.test(textOf(item, 'name')) ? callIdRefusal(item) : "Invalid 'name'.";
    case 'custom_tool_call':
      if (typeof item['input'] !== 'string') return "Missing required parameter: 'input'.";
      return nameForm.test(textOf(item, 'name')) ? callIdRefusal(item) : "Invalid 'name'.";
  }
  return isNew(item) ? undefined : `Invalid value: '${type}'.`;
}

function callIdRefusal(item: Body): string | undefined {
  const id = textOf(item, 'call_id');
  if (id === '') return "Missing required parameter: 'call_id'.";
  return id.length > idCharactersMax ? "Invalid 'call_id': string too long." : undefined;
}

function contentRefusal(
  content: unknown,
  types: readonly string[] | undefined,
): string | undefined {
  if (types === undefined) return "Invalid value for 'role'.";
  if (typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return "Missing required parameter: 'content'.";
  const wrong = listOf(content).find(
    (part) => !types.includes(textOf(part, 'type')) && !isNew(part),
  );
  return wrong && `Invalid value: '${textOf(wrong, 'type')}'.`;
}

function formatRefusal(body: Body): string | undefined {
  const { text } = body;
  const format = isBody(text) ? text['format'] : undefined;
  if (!isBody(format) || format['type'] !== 'json_object') return undefined;
  return /json/i.test(JSON.stringify(body['input']))
    ? undefined
    : "Response input messages must contain the word 'json' in some form.";
}
