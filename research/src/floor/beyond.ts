import type { SinkFloor } from './task-floor.ts';

/**
 * What may spare a question that no labelling spares, if a policy allows it: fetching an address
 * without reading it, a value of a type with bounds, a result's field that does not depend on what
 * is said, or a link that no renderer follows.
 */
export type Beyond = 'dereferencing' | 'typed values' | 'dependsOn' | 'inert links';

/** The mechanism that would spare this call's question, if one alone does. */
export function beyondCall(call: SinkFloor): Beyond | undefined {
  if (!call.asks.roles || call.isLeftToStrangers || call.data.length > 0) return undefined;
  if (call.follows) return 'dependsOn';
  const { byStrangers, control, forms } = call;
  if (byStrangers.length === 0 || byStrangers.length < control.length) return undefined;
  const found = new Set(byStrangers.map((name) => forms[name]));
  if (found.size !== 1) return undefined;
  if (found.has('address')) return 'dereferencing';
  return found.has('typed') ? 'typed values' : undefined;
}

/** The kind of an argument's value: an address, one that a type can bound, or any other. */
export type Form = 'address' | 'typed' | 'other';

const address = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?$/i;
const dateOrTime = /^(?:\d{4}-\d{2}-\d{2})?[T ]?(?:\d{1,2}:\d{2}(?::\d{2})?)?$/;

/** Generous: whatever looks like an address, a number, a date or a time counts as one. */
export function formOf(value: unknown): Form {
  if (typeof value === 'number' || typeof value === 'boolean') return 'typed';
  if (typeof value !== 'string' || value === '') return 'other';
  if (dateOrTime.test(value) || /^-?\d+(?:\.\d+)?$/.test(value)) return 'typed';
  return address.test(value) ? 'address' : 'other';
}
