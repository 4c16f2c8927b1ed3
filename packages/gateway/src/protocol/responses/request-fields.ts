import {
  inert,
  leftOut,
  read,
  refused,
  type FieldRule,
  type FieldTable,
} from '../shared/fields.ts';

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
 * What becomes of each field of a request. `truncation: auto` is inert: what the provider drops, it
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
