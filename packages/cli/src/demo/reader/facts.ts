import { laterIn, placeholder, textOf, type PlainMessage, type View } from '@sluice/core';
import { parse } from 'yaml';

/** A call that stands in the view, with what the view shows of it. */
export interface SeenCall {
  readonly tool: string;
  /** `undefined` where the view hides them. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** Those that the view does not hide. */
  readonly shown: Readonly<Record<string, unknown>>;
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
  /** The arguments that the view asks to write later, by tool. */
  readonly later: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads a view. The request is the last user turn, calls are those made since. */
export function readView(view: View): Facts {
  const start = view.messages.findLastIndex((message) => message.role === 'user');
  const request = view.messages[start];
  return {
    request: request?.role === 'user' ? textOf(request.parts) : '',
    calls: seenCalls(view.messages.slice(start + 1), requiredOf(view.tools)),
    tools: new Set(view.tools.map((tool) => tool.name)),
    later: laterIn(view),
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

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === placeholder;
}

type Required = ReadonlyMap<string, readonly unknown[]>;

function seenCalls(messages: readonly PlainMessage[], required: Required): readonly SeenCall[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.callId, textOf(message.parts)] as const] : [],
    ),
  );
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.calls.map(({ id, tool, args }) => {
          const result = results.get(id);
          const text = isHidden(result) ? undefined : result;
          return {
            tool,
            args: argsOf(args, required.get(tool) ?? []),
            shown: fieldsOf(parseText(args)),
            text,
            value: parseText(text),
          };
        })
      : [],
  );
}

/** The arguments, unless a part of them is hidden or left out of the view. */
function argsOf(json: string, required: readonly unknown[]): SeenCall['args'] {
  const value = parseText(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const args = fieldsOf(value);
  const whole = Object.keys(args).length === Object.keys(value).length;
  return whole && required.every((name) => String(name) in args) ? args : undefined;
}

function requiredOf(tools: View['tools']): Required {
  return new Map(
    tools.map(({ name, parameters }) => {
      const required = parameters['required'];
      return [name, Array.isArray(required) ? required : []];
    }),
  );
}

function parseText(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parse(text) as unknown;
  } catch {
    return text;
  }
}
