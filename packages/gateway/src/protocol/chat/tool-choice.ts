import {
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  listField,
  read,
  stringField,
  wordOf,
  type FieldTable,
  type Item,
} from '../shared/fields.ts';

const modes: ReadonlySet<unknown> = new Set(['none', 'auto', 'required']);
export const named = {
  name: read,
} satisfies FieldTable;
export const functionTable = {
  type: read,
  function: read,
} satisfies FieldTable;
export const customTable = {
  type: read,
  custom: read,
} satisfies FieldTable;
export const allowedTable = {
  type: read,
  allowed_tools: read,
} satisfies FieldTable;
export const listTable = {
  mode: read,
  tools: read,
} satisfies FieldTable;

/** Checks a choice against the declared tools. Throws `RequestError`; returns nothing new. */
export function checkToolChoice(item: Item, declared: ReadonlySet<string>): void {
  if (item.value === undefined || modes.has(item.value)) return;
  for (const name of namesIn(item)) {
    if (declared.has(name)) continue;
    throw invalidField(item.at, 'names a tool that is not declared', 'add it to `tools`');
  }
}

/** The names of the tools that a checked choice lets a model call; `undefined`: of all declared. */
export function callableBy(choice: Item): ReadonlySet<string> | undefined {
  if (choice.value === 'none') return new Set();
  return isRecord(choice.value) ? new Set(namesIn(choice)) : undefined;
}

/**
 * The choice as far as a view's tools allow it, for a provider refuses the name of a tool that it
 * is not given. `undefined`: no choice is sent. A choice of hidden tools alone is `none`.
 */
export function choiceAmong(choice: unknown, shown: ReadonlySet<string>): unknown {
  if (shown.size === 0) return undefined;
  if (!isRecord(choice)) return choice;
  const names = namesIn({ value: choice, at: 'tool_choice' });
  const left = names.filter((name) => shown.has(name));
  if (left.length === names.length) return choice;
  const allowed = choice['allowed_tools'];
  if (left.length === 0 || !isRecord(allowed)) return 'none';
  const tools = listField(fieldsOf(allowed, listTable, ''), 'tools');
  const kept = tools.filter((tool) => shown.has(nameIn(tool))).map(({ value }) => value);
  return { ...choice, allowed_tools: { ...allowed, tools: kept } };
}

/** The names of the tools that a choice speaks of. */
function namesIn(item: Item): readonly string[] {
  if (wordOf(item, 'type') !== 'allowed_tools') return [nameIn(item)];
  const { value, at } = itemField(fieldsOf(item.value, allowedTable, item.at), 'allowed_tools');
  const allowed = fieldsOf(value, listTable, at);
  const mode = stringField(allowed, 'mode');
  if (mode !== 'auto' && mode !== 'required') {
    throw invalidField(`${at}.mode`, 'is no mode', 'use `auto` or `required`');
  }
  return listField(allowed, 'tools').map(nameIn);
}

function nameIn(item: Item): string {
  const type = wordOf(item, 'type');
  if (type !== 'function' && type !== 'custom') {
    const hint = 'use `none`, `auto`, `required`, or an object of type `function`, `custom`';
    throw invalidField(item.at, 'is no choice of a tool', hint);
  }
  const outer = fieldsOf(item.value, type === 'custom' ? customTable : functionTable, item.at);
  const { value, at } = itemField(outer, type);
  return stringField(fieldsOf(value, named, at), 'name');
}
