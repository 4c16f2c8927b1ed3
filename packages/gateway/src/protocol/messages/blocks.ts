import type { Marker } from './request/carried.ts';

/** A content block on its way to the provider or to the client. */
export type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** A message on its way to the provider. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly Block[];
}

/** The provider refuses text without a letter in it. */
export function textBlocks(text: string): readonly Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

export function isReasoning({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

export function isResult({ type }: Block): boolean {
  return type === 'tool_result';
}

/** The same list with a marker on its last item; the same list if there is none to mark. */
export function markLast<Item extends object>(
  items: readonly Item[],
  marker: Marker | undefined,
): readonly Item[] {
  const last = items.at(-1);
  if (marker === undefined || last === undefined) return items;
  return [...items.slice(0, -1), { ...last, cache_control: marker }];
}
