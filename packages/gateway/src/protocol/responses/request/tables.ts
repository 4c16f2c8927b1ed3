import {
  dropped,
  type FieldRule,
  type FieldTable,
  inert,
  leftOut,
  read,
  refused,
} from '../../shared/fields.ts';

type RequestField =
  | 'access_programs'
  | 'background'
  | 'context_management'
  | 'conversation'
  | 'image'
  | 'include'
  | 'input'
  | 'instructions'
  | 'max_output_tokens'
  | 'max_tool_calls'
  | 'metadata'
  | 'model'
  | 'moderation'
  | 'parallel_tool_calls'
  | 'previous_response_id'
  | 'prompt'
  | 'prompt_cache_key'
  | 'prompt_cache_options'
  | 'prompt_cache_retention'
  | 'reasoning'
  | 'safety_identifier'
  | 'service_tier'
  | 'store'
  | 'stream'
  | 'stream_options'
  | 'temperature'
  | 'text'
  | 'tool_choice'
  | 'tools'
  | 'top_logprobs'
  | 'top_p'
  | 'truncation'
  | 'user';

/**
 * The rule for each field of a request. `truncation: auto` is inert: what the provider drops, it
 * drops from what the model may see anyhow. `store` is about our store; upstream gets `false`.
 */
export const requestFields: Readonly<Record<RequestField, FieldRule>> = {
  model: read,
  input: read,
  instructions: read,
  tools: read,
  tool_choice: read,
  stream: read,
  previous_response_id: read,
  include: read,
  text: read,
  prompt_cache_options: read,
  stream_options: leftOut,
  access_programs: inert('object'),
  image: inert('object'),
  max_output_tokens: inert('number'),
  max_tool_calls: inert('number'),
  metadata: inert('object'),
  parallel_tool_calls: inert('boolean'),
  prompt_cache_key: inert('string'),
  prompt_cache_retention: inert('string'),
  reasoning: inert('object'),
  safety_identifier: inert('string'),
  service_tier: inert('string'),
  store: inert('boolean'),
  temperature: inert('number'),
  top_p: inert('number'),
  truncation: inert('string'),
  user: inert('string'),
  background: refused('call without `background`, and keep the connection open', false),
  context_management: dropped([]),
  conversation: refused('use `previous_response_id`, or send the whole conversation as `input`'),
  moderation: dropped(),
  prompt: refused('send the text of the template as `instructions` and `input`'),
  top_logprobs: dropped(0),
};

export const textFields: FieldTable = { format: read, verbosity: inert('string') };

export const formatFields: FieldTable = {
  type: read,
  name: inert('string'),
  description: inert('string'),
  schema: inert('object'),
  strict: inert('boolean'),
};

/** Where a breakpoint stood is lost in a view, so the provider places it (`mode: implicit`). */
export const cacheFields: FieldTable = {
  mode: leftOut,
  ttl: inert('string'),
  prewarm: dropped(false),
};

/** The tables by which the items of `input` are read. */

const direct = dropped({ type: 'direct' });
const waited = dropped(false);

export const messageFields: FieldTable = {
  type: read,
  role: read,
  content: read,
  id: read,
  status: leftOut,
  phase: leftOut,
  created_by: leftOut,
};

export const functionCallFields: FieldTable = {
  type: read,
  call_id: read,
  name: read,
  arguments: read,
  id: read,
  status: leftOut,
  created_by: leftOut,
  parsed_arguments: leftOut,
  namespace: read,
  caller: direct,
  async: waited,
};

export const customCallFields: FieldTable = {
  type: read,
  call_id: read,
  name: read,
  input: read,
  id: read,
  status: leftOut,
  created_by: leftOut,
  namespace: read,
  caller: direct,
  async: waited,
};

export const callOutputFields: FieldTable = {
  type: read,
  call_id: read,
  output: read,
  id: leftOut,
  status: read,
  created_by: leftOut,
  name: leftOut,
  namespace: read,
  caller: direct,
};

export const searchCallFields: FieldTable = {
  type: read,
  id: read,
  status: leftOut,
  action: leftOut,
  created_by: leftOut,
};

const unresolved =
  'send the item itself (many clients do with `store: false`): the store of this gateway does ' +
  'not hold the response that it is part of';

/** Tools that are declared behind the beginning of a conversation, or found by a search. */
export const additionalToolsFields: FieldTable = {
  type: read,
  id: leftOut,
  role: leftOut,
  tools: read,
  call_id: leftOut,
  execution: leftOut,
  status: leftOut,
};

/** Items that declare tools. One that went as it stands could have the provider run some. */
export const declaringItems: ReadonlySet<string> = new Set([
  'additional_tools',
  'tool_search_output',
]);

/**
 * Items that are refused, with what to do instead: they name state of the provider's, allow it to
 * act, or change the request from inside. Any other that no table reads is kept unread.
 */
export const refusedItems: ReadonlyMap<string, string> = new Map([
  ['compaction_trigger', 'compact the conversation in the client, or begin a new one'],
  ['item_reference', unresolved],
  ['mcp_approval_response', 'have the client run the tool: the provider would act on this'],
]);
