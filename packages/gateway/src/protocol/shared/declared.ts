import type { PlainTool } from '@sluice/core';
import type { ClientRequest } from '../protocol.ts';
import { isRecord } from './fields.ts';

type Params = Readonly<Record<string, unknown>>;

/** Fields that are the form of the answer, and fields that hold it as their `format`. */
const whole = ['response_format', 'output_format'] as const;
const holding = ['text', 'output_config'] as const;

/**
 * The form that a client wants of the answer, as something that it declares: the names and
 * descriptions in a schema are text that the model reads. Nothing where there are none.
 */
export function formOf(params: Params): readonly PlainTool[] {
  const forms = [
    ...whole.map((name) => params[name]),
    ...holding.map((name) => formatIn(params[name])),
  ].filter((form) => isRecord(form) && Object.keys(form).length > 1);
  if (forms.length === 0) return [];
  return [{ name: 'answer form', description: '', parameters: { forms }, isForm: true }];
}

/** The same fields without it, for a view that it must not stand in. */
export function withoutForm(params: Params): Params {
  const kept = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
    if (whole.some((each) => each === name)) return [];
    if (!holding.some((each) => each === name) || !isRecord(value)) return [[name, value]];
    const { format: _, ...rest } = value;
    return Object.keys(rest).length > 0 ? [[name, rest]] : [];
  });
  return Object.fromEntries(kept);
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
