import {
  fieldsOf,
  invalidField,
  isRecord,
  listField,
  read,
  stringField,
  wordOf,
  type FieldTable,
  type Item,
} from '../shared/fields.ts';
import { isSearch, webSearch } from './search.ts';

const modes: ReadonlySet<unknown> = new Set(['none', 'auto', 'required']);
const namedFields: FieldTable = { type: read, name: read };
const allowedFields: FieldTable = { type: read, mode: read, tools: read };

/** Checks a choice against the declared tools. Throws `RequestError`; returns nothing new. */
export function checkToolChoice(choice: Item, declared: ReadonlySet<string>): void {
  if (choice.value === undefined || modes.has(choice.value)) return;
  for (const tool of toolsIn(choice)) {
    if (declared.has(nameIn(tool))) continue;
    throw invalidField(tool.at, 'names a tool that is not declared', 'add it to `tools`');
  }
}

/** The names of the tools that a checked choice lets a model call; `undefined`: of all declared. */
export function callableBy(choice: Item): ReadonlySet<string> | undefined {
  if (choice.value === 'none') return new Set();
  return isRecord(choice.value) ? new Set(toolsIn(choice).map(nameIn)) : undefined;
}

/**
 * The choice as far as a view's tools allow it, for the provider refuses the name of a tool that it
 * is not given. `undefined`: no choice is sent. A choice of hidden tools alone is `none`.
 */
export function choiceAmong(choice: unknown, shown: ReadonlySet<string>): unknown {
  if (shown.size === 0) return undefined;
  if (!isRecord(choice)) return choice;
  const named = toolsIn({ value: choice, at: 'tool_choice' });
  const left = named.filter((tool) => shown.has(nameIn(tool)));
  if (left.length === named.length) return choice;
  if (left.length === 0) return 'none';
  return { ...choice, tools: left.map(({ value }) => value) };
}

/** The tools that a choice speaks of. */
function toolsIn(choice: Item): readonly Item[] {
  if (wordOf(choice, 'type') !== 'allowed_tools') return [choice];
  const fields = fieldsOf(choice.value, allowedFields, choice.at);
  const mode = stringField(fields, 'mode');
  if (mode !== 'auto' && mode !== 'required') {
    throw invalidField(`${choice.at}.mode`, 'is no mode', 'use `auto` or `required`');
  }
  return listField(fields, 'tools');
}

/** How a choice of a tool of the provider's is told from one of the client's of that name. */
export function hostedChoice(name: string): string {
  return `hosted ${name}`;
}

function nameIn(tool: Item): string {
  const type = wordOf(tool, 'type');
  if (isSearch(type)) return hostedChoice(webSearch);
  if (type !== 'function' && type !== 'custom') {
    const hint = 'use `none`, `auto`, `required`, or an object of type `function` or `custom`';
    throw invalidField(tool.at, 'is no choice of a tool', hint);
  }
  return stringField(fieldsOf(tool.value, namedFields, tool.at), 'name');
}
