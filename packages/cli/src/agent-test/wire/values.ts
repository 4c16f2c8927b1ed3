import type { PlainTool } from '@sluice/core';
import { fieldsOf } from '../../json.ts';

/** The items of a list; of anything else, none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text of a value as a model reads it: parts of a message one after the other. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).join('\n');
  const { text, content, output } = fieldsOf(value);
  return [text, content, output]
    .filter((part) => part !== undefined)
    .map(textIn)
    .join('');
}

/** The tools of a request, as Chat Completions and Responses declare them. */
export function declaredIn(tools: unknown): readonly PlainTool[] {
  return itemsOf(tools).flatMap((entry) => {
    const outer = fieldsOf(entry);
    const { name, description, parameters } =
      'function' in outer ? fieldsOf(outer['function']) : outer;
    if (typeof name !== 'string') return [];
    return [{ name, description: textIn(description ?? ''), parameters: fieldsOf(parameters) }];
  });
}
