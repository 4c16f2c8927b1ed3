import { dropped, inert, leftOut, read, refused, type FieldTable } from '../shared/fields.ts';

/**
 * The rule for each field of a Messages request. State that the provider keeps and tools that it
 * runs are refused: neither can be labelled. Rules by which it would edit the conversation are
 * dropped: the model is shown what the client sends.
 */

const hosted = 'leave it out: what the provider runs or keeps on its own cannot be labelled';

export const bodyFields: FieldTable = {
  model: read,
  messages: read,
  system: read,
  tools: read,
  stream: read,
  cache_control: read,
  max_tokens: inert('number'),
  temperature: inert('number'),
  top_p: inert('number'),
  top_k: inert('number'),
  stop_sequences: inert('array'),
  service_tier: inert('string'),
  inference_geo: inert('string'),
  speed: inert('string'),
  metadata: read,
  thinking: read,
  tool_choice: read,
  output_config: read,
  output_format: read,
  container: refused(hosted),
  mcp_servers: refused(hosted, []),
  context_management: dropped(),
  compaction: dropped(),
  thread: refused('send the whole conversation in `messages`'),
  diagnostics: dropped({}),
  fallbacks: dropped([]),
};

/** Fields of inert objects. They pass as they stand, and only these. */
export const inertObjects: Readonly<Record<string, FieldTable>> = {
  metadata: { user_id: inert('string') },
  thinking: {
    type: inert('string'),
    budget_tokens: inert('number'),
    display: inert('string'),
    block_binding: inert('object'),
  },
  tool_choice: {
    type: inert('string'),
    name: inert('string'),
    disable_parallel_tool_use: inert('boolean'),
  },
  output_config: {
    effort: inert('string'),
    format: inert('object'),
    task_budget: inert('object'),
  },
  output_format: {
    type: inert('string'),
    schema: inert('object'),
  },
};

export const markerFields: FieldTable = {
  type: read,
  ttl: read,
};

export const messageFields: FieldTable = {
  role: read,
  content: read,
  clear_at: dropped('never'),
  output_config: dropped(),
};

const citations = { citations: dropped([], {}, { enabled: false }) };
const fileId = refused('send the file itself, as base64 or as a URL');

export const textFields: FieldTable = {
  type: read,
  text: read,
  cache_control: read,
  ...citations,
};

/**
 * The fields of the assistant's blocks: the gateway replays only those that it stored,
 * citations too.
 */
export const saidFields: FieldTable = { ...textFields, citations: leftOut };

const directly = { type: 'direct' };

/** The fields of the provider's searches and their results. */
export const searchBlockFields: FieldTable = {
  type: read,
  id: leftOut,
  name: read,
  input: leftOut,
  tool_use_id: leftOut,
  content: leftOut,
  cache_control: read,
  caller: dropped(directly),
};

export const imageFields: FieldTable = {
  type: read,
  source: read,
  cache_control: read,
  transformations: dropped(),
};

export const documentFields: FieldTable = {
  type: read,
  source: read,
  title: read,
  context: read,
  cache_control: read,
  ...citations,
};

export const toolReferenceFields: FieldTable = {
  type: read,
  tool_name: read,
  cache_control: leftOut,
};

export const searchResultFields: FieldTable = {
  type: read,
  source: read,
  title: read,
  content: read,
  cache_control: read,
  ...citations,
};

const bytesFields: FieldTable = { type: read, media_type: read, data: read, file_id: fileId };

/** The fields of a source by its type: what else stands in one would pass unread. */
export const sourceFields: ReadonlyMap<string, FieldTable> = new Map([
  ['base64', bytesFields],
  ['text', bytesFields],
  ['url', { type: read, url: read, file_id: fileId }],
  ['content', { type: read, content: read, file_id: fileId }],
]);

export const otherSourceFields: FieldTable = { type: read, file_id: fileId };

export const callFields: FieldTable = {
  type: read,
  id: read,
  name: read,
  input: read,
  cache_control: read,
  caller: dropped(directly),
  toolset_name: dropped(),
};

export const resultFields: FieldTable = {
  type: read,
  tool_use_id: read,
  content: read,
  is_error: read,
  cache_control: read,
  toolset_name: dropped(),
};

/** Only what we stored is replayed, so what the client holds of reasoning is not passed on. */
export const reasoningFields: FieldTable = {
  type: read,
  thinking: leftOut,
  signature: leftOut,
  data: leftOut,
};

/** The fields of every tool that the client executes. */
const toolFields = {
  type: read,
  name: read,
  cache_control: read,
  strict: inert('boolean'),
  // Every tool is declared from the start, and called by the model alone.
  defer_loading: dropped(false),
  allowed_callers: dropped(['direct'], []),
  input_examples: dropped([]),
};

export const customToolFields: FieldTable = {
  ...toolFields,
  description: read,
  input_schema: read,
  eager_input_streaming: inert('boolean'),
};

/**
 * Tools that the provider has a schema for and the client executes, by `type`, with their names.
 * Their declaration holds no text of the client's.
 */
export const builtInTools: ReadonlyMap<string, string> = new Map([
  ['bash_20241022', 'bash'],
  ['bash_20250124', 'bash'],
  ['text_editor_20241022', 'str_replace_editor'],
  ['text_editor_20250124', 'str_replace_editor'],
  ['text_editor_20250429', 'str_replace_based_edit_tool'],
  ['text_editor_20250728', 'str_replace_based_edit_tool'],
  ['memory_20250818', 'memory'],
  ['computer_20241022', 'computer'],
  ['computer_20250124', 'computer'],
  ['computer_20251124', 'computer'],
]);

/** A search that the provider runs. What the client says of it is about where to look. */
export const searchTool = { type: 'web_search_20250305', name: 'web_search' } as const;

export const searchToolFields: FieldTable = {
  ...toolFields,
  allowed_domains: inert('array'),
  blocked_domains: inert('array'),
  max_uses: inert('number'),
  user_location: inert('object'),
};

export const builtInToolFields: FieldTable = {
  ...toolFields,
  max_characters: inert('number'),
  display_width_px: inert('number'),
  display_height_px: inert('number'),
  display_number: inert('number'),
  enable_zoom: inert('boolean'),
};
