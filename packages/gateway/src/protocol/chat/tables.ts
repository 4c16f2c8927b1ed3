import type OpenAI from 'openai';
import { inert, leftOut, read, refused, type Covers, type FieldTable } from '../shared/fields.ts';

/** What becomes of every field of a Chat Completions request, as the SDK's types name them. */

type Prompt =
  | OpenAI.ChatCompletionSystemMessageParam
  | OpenAI.ChatCompletionDeveloperMessageParam
  | OpenAI.ChatCompletionUserMessageParam;

/** What clients send back of a whole response, besides what the type of a request allows. */
type Echoed = 'annotations' | 'parsed' | 'reasoning' | 'reasoning_content' | 'reasoning_details';

const noFunctions = 'use `tools` and `tool_choice`, which replace it';
const noAudio = 'ask for text: audio that the model speaks cannot be checked before it is heard';
const noLogprobs =
  'leave it out: an answer may come from several generations, whose probabilities do not add up';

export const bodyTable: FieldTable = {
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
  logprobs: refused(noLogprobs, false),
  top_logprobs: refused(noLogprobs, 0),
  moderation: refused('call the moderation endpoint yourself, on the answer that you receive'),
  web_search_options: refused(
    'give the model a search tool of your own: what the provider finds would carry no label',
  ),
} satisfies Covers<OpenAI.ChatCompletionCreateParams>;

export const streamOptionsTable: FieldTable = {
  include_usage: inert('boolean'),
  include_obfuscation: inert('boolean'),
} satisfies Covers<OpenAI.ChatCompletionStreamOptions>;

/** Where a breakpoint stood is lost in a view, so the provider places it (`mode: implicit`). */
export const cacheOptionsTable: FieldTable = {
  ttl: inert('string'),
  mode: leftOut,
} satisfies Covers<OpenAI.ChatCompletionCreateParams.PromptCacheOptions>;

export const promptTable: FieldTable = {
  role: read,
  content: read,
  name: read,
} satisfies Covers<Prompt>;

export const assistantTable: FieldTable = {
  role: read,
  content: read,
  refusal: read,
  tool_calls: read,
  // Who spoke is the client's bookkeeping: the model did not write it.
  name: leftOut,
  audio: refused('send its transcript as `content`: the provider keeps nothing for us'),
  function_call: refused('send it as `tool_calls`'),
  // Reasoning is replayed from our own store alone.
  annotations: leftOut,
  parsed: leftOut,
  reasoning: leftOut,
  reasoning_content: leftOut,
  reasoning_details: leftOut,
} satisfies Covers<OpenAI.ChatCompletionAssistantMessageParam, Echoed>;

export const toolMessageTable: FieldTable = {
  role: read,
  content: read,
  tool_call_id: read,
  name: leftOut, // the call says which tool it was
} satisfies Covers<OpenAI.ChatCompletionToolMessageParam, 'name'>;

/** `index` is what clients leave in that put a stream together themselves. */
const callTable = { id: read, type: read, index: leftOut };
export const functionCallTable: FieldTable = { ...callTable, function: read } satisfies Covers<
  OpenAI.ChatCompletionMessageFunctionToolCall,
  'index'
>;
export const customCallTable: FieldTable = { ...callTable, custom: read } satisfies Covers<
  OpenAI.ChatCompletionMessageCustomToolCall,
  'index'
>;
export const calledFunctionTable: FieldTable = {
  name: read,
  arguments: read,
  parsed_arguments: leftOut,
} satisfies Covers<OpenAI.ChatCompletionMessageFunctionToolCall.Function, 'parsed_arguments'>;
export const calledCustomTable: FieldTable = {
  name: read,
  input: read,
} satisfies Covers<OpenAI.ChatCompletionMessageCustomToolCall.Custom>;

/** Cache markers are left out of parts: what a view holds is not what the client marked. */
const part = { type: read, prompt_cache_breakpoint: leftOut };
export const textPartTable: FieldTable = {
  ...part,
  text: read,
} satisfies Covers<OpenAI.ChatCompletionContentPartText>;
export const refusalPartTable: FieldTable = {
  type: read,
  refusal: read,
} satisfies Covers<OpenAI.ChatCompletionContentPartRefusal>;
export const imagePartTable: FieldTable = {
  ...part,
  image_url: read,
} satisfies Covers<OpenAI.ChatCompletionContentPartImage>;
export const audioPartTable: FieldTable = {
  ...part,
  input_audio: read,
} satisfies Covers<OpenAI.ChatCompletionContentPartInputAudio>;
export const filePartTable: FieldTable = {
  ...part,
  file: read,
} satisfies Covers<OpenAI.ChatCompletionContentPart.File>;
export const imageTable: FieldTable = {
  url: read,
  detail: inert('string'),
} satisfies Covers<OpenAI.ChatCompletionContentPartImage.ImageURL>;
export const audioTable: FieldTable = {
  data: read,
  format: read,
} satisfies Covers<OpenAI.ChatCompletionContentPartInputAudio.InputAudio>;
export const fileTable: FieldTable = {
  file_data: read,
  filename: inert('string'),
  file_id: refused('send the file itself as `file_data`: what the provider stores has no label'),
} satisfies Covers<OpenAI.ChatCompletionContentPart.File.File>;

export const functionToolTable: FieldTable = {
  type: read,
  function: read,
} satisfies Covers<OpenAI.ChatCompletionFunctionTool>;
export const functionTable: FieldTable = {
  name: read,
  description: read,
  parameters: read,
  strict: read,
} satisfies Covers<OpenAI.FunctionDefinition>;
export const customToolTable: FieldTable = {
  type: read,
  custom: read,
} satisfies Covers<OpenAI.ChatCompletionCustomTool>;
export const customTable: FieldTable = {
  name: read,
  description: read,
  format: read,
} satisfies Covers<OpenAI.ChatCompletionCustomTool.Custom>;
