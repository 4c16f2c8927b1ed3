import type { PlainTool } from '@sluice/core';
import type { AnswerForm, ClientRequest } from '../protocol.ts';
import { isRecord } from './fields.ts';
import type { Place } from './place.ts';

type Params = Readonly<Record<string, unknown>>;

/** A form that is the value of a field, or stands in one as its `format`. */
export function formAt({
  fields,
  formats,
}: {
  readonly fields: readonly string[];
  readonly formats: readonly string[];
}): AnswerForm {
  return {
    of: (params) => [
      ...fields.map((name) => params[name]),
      ...formats.map((name) => formatIn(params[name])),
    ],
    without: (params) => {
      const kept = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
        if (fields.includes(name)) return [];
        if (!formats.includes(name) || !isRecord(value)) return [[name, value]];
        const { format: _, ...rest } = value;
        return Object.keys(rest).length > 0 ? [[name, rest]] : [];
      });
      return Object.fromEntries(kept);
    },
  };
}

/**
 * The form that a client wants of the answer, as something that it declares: the names and
 * descriptions in a schema are text that the model reads. Nothing where there are none.
 */
export function declaredForm(form: AnswerForm, params: Params): readonly PlainTool[] {
  const forms = form.of(params).filter((each) => isRecord(each) && !isBare(each));
  if (forms.length === 0) return [];
  return [{ name: 'answer form', description: '', parameters: { forms }, isForm: true }];
}

/** `{ type: 'json_object' }`: a word of the protocol's, and nothing else. */
function isBare(form: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(form).every(([name, value]) => name === 'type' && !isRecord(value));
}

/**
 * How a tool was declared that is no function. It stands in the schema
 * that we know it by, so that it is labelled and pinned with it.
 */
export const declaredAs = 'x-declared-as';

/** A client's schema of a tool, without a mark in it that only we write. */
export function clientSchema(
  schema: Readonly<Record<string, unknown>>,
  at: Place,
): Readonly<Record<string, unknown>> {
  if (!Object.hasOwn(schema, declaredAs)) return schema;
  const { [declaredAs]: _, ...rest } = schema;
  at.field(declaredAs).drop();
  return rest;
}

function formatIn(value: unknown): unknown {
  return isRecord(value) ? value['format'] : undefined;
}

/** Those of the provider's tools that it may run, as the client declared them. */
export function hostedTools(
  { hosted }: Pick<ClientRequest, 'hosted'>,
  offered: readonly string[],
): readonly Readonly<Record<string, unknown>>[] {
  return offered.flatMap((name) => {
    const tool = hosted?.get(name);
    return tool === undefined ? [] : [tool];
  });
}
