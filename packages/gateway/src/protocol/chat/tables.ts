import {
  dropped,
  inert,
  leftOut,
  read,
  refused,
  type FieldTable,
  labelField,
} from '../shared/fields.ts';
import { compatibleFields } from './compatible.ts';

/** The rule for every field of a Chat Completions request, as the SDK's types name them. */

const noFunctions = 'use `tools` and `tool_choice`, which replace it';
const noAudio = 'ask for text: audio that the model speaks cannot be checked before it is heard';

export const bodyTable = {
  messages: read,
  model: read,
  tools: read,
  tool_choice: read,
  response_format: read,
  stream: read,
  stream_options: read,
  prompt_cache_options: read,

  frequency_penalty: inert('number'),
  logit_bias: inert('object'),
  max_completion_tokens: inert('number'),
  max_tokens: inert('number'),
  parallel_tool_calls: inert('boolean'),
  presence_penalty: inert('number'),
  prompt_cache_key: inert('string'),
  prompt_cache_retention: inert('string'),
  reasoning_effort: inert('string'),
  safety_identifier: inert('string'),
  seed: inert('number'),
  service_tier: inert('string'),
  stop: inert('string', 'array'),
  temperature: inert('number'),
  top_p: inert('number'),
  user: inert('string'),
  verbosity: inert('string'),

  // The provider keeps nothing: `render` says `store: false`, and it takes metadata with it alone.
  store: leftOut,
  metadata: leftOut,
  // It is content without a label (often a file that a tool returned), and only a speed-up.
  prediction: leftOut,

  n: refused('ask for one choice at a time: each answer is checked, and waits, by itself', 1),
  functions: refused(noFunctions),
  function_call: refused(noFunctions),
  audio: refused(noAudio),
  modalities: refused(noAudio, ['text']),

  // An answer may come from several generations, whose probabilities do not add up.
  logprobs: dropped(false),
  top_logprobs: dropped(0),
  moderation: dropped(),
  // What the provider finds would carry no label.
  web_search_options: dropped(),

  ...compatibleFields,
} satisfies FieldTable;

export const streamOptionsTable = {
  include_usage: inert('boolean'),
  include_obfuscation: inert('boolean'),
} satisfies FieldTable;

/** Where a breakpoint stood is lost in a view, so the provider places it (`mode: implicit`). */
export const cacheOptionsTable = {
  ttl: inert('string'),
  mode: leftOut,
} satisfies FieldTable;

export const promptTable = {
  role: read,
  content: read,
  name: read,
  cache_control: leftOut,
} satisfies FieldTable;

export const assistantTable = {
  role: read,
  content: read,
  refusal: read,
  tool_calls: read,
  // The speaker's name is the client's bookkeeping: the model did not write it.
  name: leftOut,
  audio: refused('send its transcript as `content`: the provider keeps nothing for us'),
  function_call: refused('send it as `tool_calls`'),
  // Reasoning is replayed from our own store alone.
  annotations: leftOut,
  parsed: leftOut,
  reasoning: leftOut,
  reasoning_content: leftOut,
  reasoning_details: leftOut,
  cache_control: leftOut,
} satisfies FieldTable;

export const toolMessageTable = {
  role: read,
  content: read,
  tool_call_id: read,
  name: leftOut, // the call says which tool it was
  cache_control: leftOut,
} satisfies FieldTable;

/** `index` is what clients leave in that put a stream together themselves. */
const callTable = { id: read, type: read, index: leftOut, extra_content: leftOut };
export const functionCallTable = { ...callTable, function: read } satisfies FieldTable;
export const customCallTable = { ...callTable, custom: read } satisfies FieldTable;
export const calledFunctionTable = {
  name: read,
  arguments: read,
  parsed_arguments: leftOut,
} satisfies FieldTable;
export const calledCustomTable = {
  name: read,
  input: read,
} satisfies FieldTable;

/** Cache markers are left out of parts: what a view holds is not what the client marked. */
const part = { type: read, prompt_cache_breakpoint: leftOut, cache_control: leftOut };
export const textPartTable = {
  [labelField]: read, // ours, not the provider’s
  ...part,
  text: read,
} satisfies FieldTable;
export const refusalPartTable = {
  type: read,
  refusal: read,
} satisfies FieldTable;

/** The OpenAI Agents SDK writes the rest of a whole message into the part that it was. */
const echoed = {
  role: leftOut,
  annotations: leftOut,
  tool_calls: leftOut, // they stand in the message as well
  parsed: leftOut,
  reasoning: leftOut,
  reasoning_content: leftOut,
  reasoning_details: leftOut,
};
export const spokenTextTable = { ...textPartTable, ...echoed } satisfies FieldTable;
export const spokenRefusalTable = { ...refusalPartTable, ...echoed } satisfies FieldTable;
export const imagePartTable = {
  ...part,
  image_url: read,
} satisfies FieldTable;
export const audioPartTable = {
  ...part,
  input_audio: read,
} satisfies FieldTable;
export const filePartTable = {
  ...part,
  file: read,
} satisfies FieldTable;
export const imageTable = {
  url: read,
  detail: inert('string'),
} satisfies FieldTable;
export const audioTable = {
  data: read,
  format: read,
} satisfies FieldTable;
export const fileTable = {
  file_data: read,
  filename: inert('string'),
  file_id: refused('send the file itself as `file_data`: what the provider stores has no label'),
} satisfies FieldTable;

export const functionToolTable = {
  type: read,
  function: read,
  cache_control: leftOut,
} satisfies FieldTable;
export const functionTable = {
  name: read,
  description: read,
  parameters: read,
  strict: read,
  cache_control: leftOut,
} satisfies FieldTable;
export const customToolTable = {
  type: read,
  custom: read,
  cache_control: leftOut,
} satisfies FieldTable;
export const customTable = {
  name: read,
  description: read,
  format: read,
} satisfies FieldTable;

/** Those of `tool_choice`. */
export const chosenNameTable = {
  name: read,
} satisfies FieldTable;
export const chosenFunctionTable = {
  type: read,
  function: read,
} satisfies FieldTable;
export const chosenCustomTable = {
  type: read,
  custom: read,
} satisfies FieldTable;
export const allowedToolsTable = {
  type: read,
  allowed_tools: read,
} satisfies FieldTable;
export const allowedListTable = {
  mode: read,
  tools: read,
} satisfies FieldTable;
