import { isRecord } from '../shared/fields.ts';

/** One part of a content on its way to the provider or to the client. */
export type Part = Readonly<Record<string, unknown>>;

/** What one side says. */
export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

/** The provider refuses a text that is empty. */
export function textParts(text: string): readonly Part[] {
  return text === '' ? [] : [{ text }];
}

export function isCall(part: Part): boolean {
  return isRecord(part['functionCall']);
}
