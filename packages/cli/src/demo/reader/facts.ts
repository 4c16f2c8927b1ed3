import { placeholder, textOf, type PlainMessage, type View } from '@sluice/core';
import { parse } from 'yaml';

/** A call that stands in the view, with what the view shows of it. */
export interface SeenCall {
  readonly tool: string;
  /** `undefined` where the view hides them. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** The result's text, `undefined` where there is none or it is hidden. */
  readonly text: string | undefined;
  /** The result as JSON, YAML or, failing both, its text. */
  readonly value: unknown;
}

/** Everything that the reader knows: the view and nothing else. */
export interface Facts {
  readonly request: string;
  readonly calls: readonly SeenCall[];
  readonly tools: ReadonlySet<string>;
}

/** Reads a view. The request is the last user turn, calls are those made since. */
export function readView(view: View): Facts {
  const start = view.messages.findLastIndex((message) => message.role === 'user');
  const request = view.messages[start];
  return {
    request: request?.role === 'user' ? textOf(request.parts) : '',
    calls: seenCalls(view.messages.slice(start + 1)),
    tools: new Set(view.tools.map((tool) => tool.name)),
  };
}

/** The strings inside a value that are not hidden. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isHidden(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** The items of a list that are records, each without its hidden fields. */
export function rowsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value)
    ? value.map(fieldsOf).filter((row) => Object.keys(row).length > 0)
    : [];
}

/** The fields of a record that are not hidden. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isHidden(field)));
}

export function isHidden(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === placeholder;
}

function seenCalls(messages: readonly PlainMessage[]): readonly SeenCall[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.callId, textOf(message.parts)] as const] : [],
    ),
  );
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.calls.map((call) => {
          const result = results.get(call.id);
          const text = result === undefined || isHidden(parseText(result)) ? undefined : result;
          return { tool: call.tool, args: argsOf(call.args), text, value: parseText(text ?? '') };
        })
      : [],
  );
}

function argsOf(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseText(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const args = fieldsOf(value);
  return Object.keys(args).length === Object.keys(value).length ? args : undefined;
}

function parseText(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    return text;
  }
}
