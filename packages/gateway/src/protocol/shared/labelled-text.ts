import type { PlainPart } from '@sluice/core';
import { optionalString, type Fields } from './fields.ts';

/** The field of a text part by which a client says what label it carries at least. */
export const labelField = 'sluice_label';

/** A text part; a label that its client gave it can only restrict it. */
export function textPart(fields: Fields, text: string): PlainPart {
  const least = optionalString(fields, labelField);
  return least === undefined ? { kind: 'text', text } : { kind: 'text', text, least };
}
