import {
  fieldsOf,
  type FieldTable,
  invalidField,
  isRecord,
  type Item,
  listField,
  optionalString,
  read,
  stringField,
  wordOf,
} from '../../shared/fields.ts';
import { Place } from '../../shared/place.ts';
import { nameOf } from '../names.ts';
import { isSearch, webSearch } from '../search.ts';

const modes: ReadonlySet<unknown> = new Set(['none', 'auto', 'required']);
const namedFields: FieldTable = { type: read, name: read, namespace: read };
const allowedFields: FieldTable = { type: read, mode: read, tools: read };

/** A choice; one of a type that is left out of the tools is left out, too. */
export function knownChoice(item: Item): Item {
  const type = isRecord(item.value) ? wordOf(item, 'type') : undefined;
  if (!isRecord(item.value) || type === 'allowed_tools' || isDeclarable(type)) return item;
  item.at.drop(type);
  return { ...item, value: undefined };
}

function isDeclarable(type: string | undefined): boolean {
  return type === 'function' || type === 'custom' || isSearch(type);
}

/** Checks a choice against the declared tools. Throws `RequestError`; returns nothing new. */
export function checkToolChoice(choice: Item, declared: ReadonlySet<string>): void {
  if (choice.value === undefined || modes.has(choice.value)) return;
  for (const tool of toolsIn(choice)) {
    const name = nameIn(tool);
    if (name === undefined || declared.has(name)) continue;
    throw invalidField(tool.at, 'names a tool that is not declared', 'add it to `tools`');
  }
}

/** The names of the tools that a checked choice lets a model call; `undefined`: of all declared. */
export function callableBy(choice: Item): ReadonlySet<string> | undefined {
  if (choice.value === 'none') return new Set();
  return isRecord(choice.value)
    ? new Set(toolsIn(choice).flatMap((tool) => nameIn(tool) ?? []))
    : undefined;
}

/**
 * The choice as far as a view's tools allow it, for the provider refuses the name of a tool that it
 * is not given. `undefined`: no choice is sent. A choice of hidden tools alone is `none`.
 */
export function choiceAmong(choice: unknown, shown: ReadonlySet<string>): unknown {
  if (shown.size === 0) return undefined;
  if (!isRecord(choice)) return choice;
  const named = toolsIn({ value: choice, at: Place.body() });
  const left = named.filter((tool) => shown.has(nameIn(tool) ?? ''));
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
    throw invalidField(choice.at.field('mode'), 'is no mode', 'use `auto` or `required`');
  }
  return listField(fields, 'tools');
}

/** How a choice of a tool of the provider's is told from one of the client's of that name. */
export function hostedChoice(name: string): string {
  return `hosted ${name}`;
}

/** `undefined` for a tool of a type that is left out. */
function nameIn(tool: Item): string | undefined {
  const type = wordOf(tool, 'type');
  if (isSearch(type)) return hostedChoice(webSearch);
  if (!isDeclarable(type)) return tool.at.drop(type);
  const fields = fieldsOf(tool.value, namedFields, tool.at);
  return nameOf(optionalString(fields, 'namespace'), stringField(fields, 'name'));
}
