import {
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
  context_management: refused('shorten the history in the client', []),
  conversation: refused('use `previous_response_id`, or send the whole conversation as `input`'),
  moderation: refused('call the moderation endpoint of the provider by itself'),
  prompt: refused('send the text of the template as `instructions` and `input`'),
  top_logprobs: refused('leave it out: log-probabilities of an answer are not passed on', 0),
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
  comparison_response_id: refused("leave it out: ids of responses are ours, not the provider's"),
  prewarm: refused('leave it out: every request is answered', false),
};

/** The tables by which the items of `input` are read. */

const direct = refused('tools that call tools are not guarded: call them one by one', {
  type: 'direct',
});
const namespace = refused('give each tool a name of its own, without a namespace');
const waited = refused('wait for the result of a call before the next request', false);

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
  namespace,
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
  namespace,
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
  namespace,
  caller: direct,
};

export const searchCallFields: FieldTable = {
  type: read,
  id: read,
  status: leftOut,
  action: leftOut,
  created_by: leftOut,
};

const hosted =
  'tools that the provider or its environment runs act before a call can be checked: ' +
  'give the model a function tool in their place, and leave such items out';

const unresolved =
  'send the item itself (many clients do with `store: false`): the store of this gateway does ' +
  'not hold the response that it is part of';

const compacted = 'send the messages themselves: what a compacted item says has no labels';

/** Items that no table reads, with what to do instead. */
export const refusedItems: ReadonlyMap<string, string> = new Map([
  ['additional_tools', 'declare all tools in `tools`'],
  ['apply_patch_call', hosted],
  ['apply_patch_call_output', hosted],
  ['code_interpreter_call', hosted],
  ['compaction', compacted],
  ['compaction_trigger', compacted],
  ['computer_call', hosted],
  ['computer_call_output', hosted],
  ['configuration_update', 'state the configuration in the request itself'],
  ['file_search_call', hosted],
  ['image_generation_call', hosted],
  ['item_reference', unresolved],
  ['local_shell_call', hosted],
  ['local_shell_call_output', hosted],
  ['mcp_approval_request', hosted],
  ['mcp_approval_response', hosted],
  ['mcp_call', hosted],
  ['mcp_list_tools', hosted],
  ['program', hosted],
  ['program_output', hosted],
  ['shell_call', hosted],
  ['shell_call_output', hosted],
  ['tool_search_call', hosted],
  ['tool_search_output', hosted],
]);
