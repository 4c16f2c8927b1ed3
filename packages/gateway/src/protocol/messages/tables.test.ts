import type Anthropic from '@anthropic-ai/sdk';
import type {
  BetaMessageParam,
  BetaOutputConfig,
  BetaThinkingConfigParam,
  BetaToolComputerUse20251124,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { expect, test } from 'vitest';
import type { FieldTable } from '../shared/fields.ts';
import * as tables from './tables.ts';

type FieldsOf<Type> = Readonly<Record<Type extends unknown ? keyof Type : never, true>>;

const text: FieldsOf<Anthropic.TextBlockParam> = {
  type: true,
  text: true,
  cache_control: true,
  citations: true,
};
const image: FieldsOf<Anthropic.ImageBlockParam> = {
  type: true,
  source: true,
  cache_control: true,
  transformations: true,
};
const document: FieldsOf<Anthropic.DocumentBlockParam> = {
  type: true,
  source: true,
  cache_control: true,
  citations: true,
  context: true,
  title: true,
};
const searchResult: FieldsOf<Anthropic.SearchResultBlockParam> = {
  type: true,
  content: true,
  source: true,
  title: true,
  cache_control: true,
  citations: true,
};
const source: FieldsOf<
  Anthropic.ImageBlockParam['source'] | Anthropic.DocumentBlockParam['source']
> = { type: true, data: true, media_type: true, url: true, file_id: true, content: true };
const call: FieldsOf<Anthropic.ToolUseBlockParam> = {
  type: true,
  id: true,
  input: true,
  name: true,
  cache_control: true,
  caller: true,
  toolset_name: true,
};
const result: FieldsOf<Anthropic.ToolResultBlockParam> = {
  type: true,
  tool_use_id: true,
  cache_control: true,
  content: true,
  is_error: true,
  toolset_name: true,
};
const reasoning: FieldsOf<Anthropic.ThinkingBlockParam | Anthropic.RedactedThinkingBlockParam> = {
  type: true,
  thinking: true,
  signature: true,
  data: true,
};
const tool: FieldsOf<Anthropic.Tool> = {
  type: true,
  name: true,
  description: true,
  input_schema: true,
  cache_control: true,
  allowed_callers: true,
  defer_loading: true,
  eager_input_streaming: true,
  input_examples: true,
  strict: true,
};
const builtIn: FieldsOf<Anthropic.ToolTextEditor20250728 | BetaToolComputerUse20251124> = {
  type: true,
  name: true,
  cache_control: true,
  allowed_callers: true,
  defer_loading: true,
  input_examples: true,
  strict: true,
  max_characters: true,
  display_height_px: true,
  display_width_px: true,
  display_number: true,
  enable_zoom: true,
};
const message: FieldsOf<BetaMessageParam> = {
  role: true,
  content: true,
  clear_at: true,
  output_config: true,
};
const marker: FieldsOf<Anthropic.CacheControlEphemeral> = { type: true, ttl: true };
const metadata: FieldsOf<Anthropic.Metadata> = { user_id: true };
const thinking: FieldsOf<BetaThinkingConfigParam> = {
  type: true,
  budget_tokens: true,
  display: true,
  block_binding: true,
};
const choice: FieldsOf<Anthropic.ToolChoice> = {
  type: true,
  name: true,
  disable_parallel_tool_use: true,
};
const output: FieldsOf<BetaOutputConfig> = { effort: true, format: true, task_budget: true };
const format: FieldsOf<Anthropic.JSONOutputFormat> = { type: true, schema: true };

const allSources = Object.assign({}, ...tables.sourceFields.values()) as FieldTable;

/** The objects above do not compile where the SDK has a field that is not in them. */
test.each<[string, object, FieldTable | undefined]>([
  ['text', text, tables.textFields],
  ['image', image, tables.imageFields],
  ['document', document, tables.documentFields],
  ['search result', searchResult, tables.searchResultFields],
  ['source', source, allSources],
  ['call', call, tables.callFields],
  ['result', result, tables.resultFields],
  ['reasoning', reasoning, tables.reasoningFields],
  ['custom tool', tool, tables.customToolFields],
  ['built-in tool', builtIn, tables.builtInToolFields],
  ['message', message, tables.messageFields],
  ['marker', marker, tables.markerFields],
  ['metadata', metadata, tables.inertObjects['metadata']],
  ['thinking', thinking, tables.inertObjects['thinking']],
  ['tool choice', choice, tables.inertObjects['tool_choice']],
  ['output config', output, tables.inertObjects['output_config']],
  ['output format', format, tables.inertObjects['output_format']],
])('every field of a %s has a rule, and none else', (_, fields, table) => {
  expect(Object.keys(table ?? {}).toSorted()).toEqual(Object.keys(fields).toSorted());
});
