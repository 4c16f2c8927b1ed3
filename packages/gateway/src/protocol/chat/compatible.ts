import {
  dropped,
  type Fields,
  fieldsOf,
  type FieldTable,
  inert,
  isRecord,
  type Item,
  itemField,
  leftOut,
  read,
} from '../shared/fields.ts';
import { numberOf } from '../shared/json.ts';

/**
 * Fields that servers take which speak Chat Completions besides OpenAI: vLLM, llama.cpp, Ollama,
 * OpenRouter, DeepSeek, Qwen. The client wrote them for its provider, and knows which takes what.
 */
export const compatibleFields = {
  top_k: inert('number'),
  top_a: inert('number'),
  min_p: inert('number'),
  repetition_penalty: inert('number'),
  length_penalty: inert('number'),
  include_reasoning: inert('boolean'),
  enable_thinking: inert('boolean'),
  thinking_budget: inert('number'),
  reasoning: read,
  thinking: read,
  provider: read,
  usage: read,
  options: read,
  chat_template_kwargs: read,
  keep_alive: read,
  cache_control: leftOut,
  // Another model may be one that the policy clears for less.
  models: dropped(),
  route: dropped(),
  // The provider would search, or cut out of the conversation, before the model reads it.
  plugins: dropped([]),
  transforms: dropped([]),
} satisfies FieldTable;

const objects: Readonly<Record<string, FieldTable>> = {
  reasoning: {
    effort: inert('string'),
    max_tokens: inert('number'),
    exclude: inert('boolean'),
    enabled: inert('boolean'),
  },
  thinking: { type: inert('string'), budget_tokens: inert('number') },
  usage: { include: inert('boolean') },
  // Which servers run the model that was asked for.
  provider: {
    order: inert('array'),
    only: inert('array'),
    ignore: inert('array'),
    quantizations: inert('array'),
    sort: inert('string'),
    data_collection: inert('string'),
    allow_fallbacks: inert('boolean'),
    require_parameters: inert('boolean'),
    zdr: inert('boolean'),
    max_price: inert('object'),
  },
};

/** Of these fields what says how to answer; the rest of them is left out and reported. */
export function compatibleParams(fields: Fields): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, table] of Object.entries(objects)) {
    const item = itemField(fields, name);
    if (isRecord(item.value)) found[name] = fieldsOf(item.value, table, item.at).inert;
    else if (typeof item.value === 'boolean') found[name] = item.value;
    else if (item.value !== undefined) item.at.drop();
  }
  for (const [name, isPlain] of [
    ['options', isSwitch],
    ['chat_template_kwargs', isWordOrSwitch],
  ] as const) {
    const item = itemField(fields, name);
    if (item.value !== undefined) found[name] = plainFields(item, isPlain);
  }
  const alive = itemField(fields, 'keep_alive');
  if (isDuration(alive.value)) found['keep_alive'] = alive.value;
  else if (alive.value !== undefined) alive.at.drop();
  return found;
}

/** Whatever its names are: a value that can be any text would be one that the model reads. */
function plainFields(
  { value, at }: Item,
  isPlain: (value: unknown) => boolean,
): Readonly<Record<string, unknown>> {
  const all = isRecord(value) ? Object.entries(value) : [];
  if (!isRecord(value)) at.drop();
  const kept = all.filter(([name, each]) => /^[\w.-]{1,64}$/.test(name) && isPlain(each));
  const names = new Set(kept.map(([name]) => name));
  for (const [name] of all) if (!names.has(name)) at.field(name).drop();
  return Object.fromEntries(kept);
}

function isSwitch(value: unknown): boolean {
  return typeof value === 'boolean' || numberOf(value) !== undefined;
}

/** How much a template lets a model think. */
const words: ReadonlySet<unknown> = new Set([
  'none',
  'off',
  'on',
  'auto',
  'minimal',
  'low',
  'medium',
  'high',
  'default',
]);

/** A server puts these values into the text of the prompt. */
function isWordOrSwitch(value: unknown): boolean {
  return isSwitch(value) || words.has(value);
}

function isDuration(value: unknown): boolean {
  return numberOf(value) !== undefined || /^-?\d{1,9}(?:ms|s|m|h)?$/.test(String(value));
}
