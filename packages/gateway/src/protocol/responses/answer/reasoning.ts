import { isRecord } from '../../shared/fields.ts';
import { isCitation, searchItem, shifted } from '../search.ts';

/**
 * The reasoning of one response with the places where it stood, as it is stored: the response's
 * items in their order, of which only reasoning is kept, the others being places for the text and
 * the calls of the message.
 */
export interface StoredReasoning {
  readonly items: readonly StoredItem[];
  /** Some of the reasoning cannot be sent again, so nothing is: the client alone is shown it. */
  readonly shownOnly?: boolean;
}

export type StoredItem =
  | { readonly kind: 'reasoning'; readonly item: Readonly<Record<string, unknown>> }
  /** A search by the provider. */
  | { readonly kind: 'search'; readonly item: Readonly<Record<string, unknown>> }
  /** `characters`: how much of the message's text stood here. */
  | {
      readonly kind: 'text';
      readonly characters: number;
      readonly phase?: string;
      readonly citations?: readonly Readonly<Record<string, unknown>>[];
    }
  | { readonly kind: 'call' };

/**
 * A reasoning item as the provider wants it back, or `undefined` for one that it could not read:
 * it keeps nothing for us, so the item must hold its content. `status` is for responses alone.
 */
export function replayable(
  wire: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const { type, id, summary, content, encrypted_content: encrypted } = wire;
  const isEncrypted = typeof encrypted === 'string' && encrypted !== '';
  const isOpen = Array.isArray(content) && content.length > 0;
  if (type !== 'reasoning' || !(isEncrypted || isOpen)) return undefined;
  return {
    type,
    ...(typeof id === 'string' && { id }),
    summary: Array.isArray(summary) ? summary : [],
    ...(isOpen && { content }),
    ...(isEncrypted && { encrypted_content: encrypted }),
  };
}

/** Stored reasoning read back, or `undefined` for anything else: then nothing is replayed. */
function storedReasoning(value: unknown): StoredReasoning | undefined {
  if (!isRecord(value) || !Array.isArray(value['items'])) return undefined;
  const items = value['items'].map(storedItem);
  const shownOnly = value['shownOnly'] === true;
  return items.every((item) => item !== undefined)
    ? { items, ...(shownOnly && { shownOnly }) }
    : undefined;
}

/** The items that a client may see: reasoning and searches. */
export function reasoningItems(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items = storedReasoning(value)?.items ?? [];
  return items.flatMap((stored) => ('item' in stored ? [stored.item] : []));
}

/** Where a text was taken from, as far as it is the text that this was stored with. */
export function citationsOf(
  value: unknown,
  text: string,
): readonly Readonly<Record<string, unknown>>[] {
  const said = (storedReasoning(value)?.items ?? []).filter((item) => item.kind === 'text');
  const found: Readonly<Record<string, unknown>>[] = [];
  let before = 0;
  for (const { characters, citations = [] } of said) {
    for (const citation of citations) found.push(shifted(citation, before));
    before += characters;
  }
  return before === text.length ? found : [];
}

/**
 * The items of a message with its reasoning in place, or `undefined` where the pairing rule does
 * not hold: each run of reasoning is followed by the item that it led to, and the places are those
 * of this very message. Then the whole block is to be left out.
 */
export function withReasoning<Wire>(
  reasoning: unknown,
  message: {
    readonly text: string;
    readonly renderText: (text: string, phase: string | undefined) => Wire;
    readonly calls: readonly Wire[];
  },
): readonly (Wire | Readonly<Record<string, unknown>>)[] | undefined {
  const known = storedReasoning(reasoning);
  const stored = known?.shownOnly === true ? undefined : known?.items;
  if (stored === undefined || (stored.at(-1)?.kind ?? 'reasoning') === 'reasoning') {
    return undefined;
  }
  let text = message.text;
  const calls = [...message.calls];
  const items: (Wire | Readonly<Record<string, unknown>>)[] = [];
  for (const place of stored) {
    if (place.kind === 'reasoning' || place.kind === 'search') {
      items.push(place.item);
    } else if (place.kind === 'text') {
      if (text.length < place.characters) return undefined;
      items.push(message.renderText(text.slice(0, place.characters), place.phase));
      text = text.slice(place.characters);
    } else {
      const call = calls.shift();
      if (call === undefined) return undefined;
      items.push(call);
    }
  }
  return text === '' && calls.length === 0 ? items : undefined;
}

function storedItem(value: unknown): StoredItem | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, item, characters, phase, citations } = value;
  if (kind === 'search' && isRecord(item)) {
    const searched = searchItem(item);
    return searched && { kind, item: searched };
  }
  if (kind === 'reasoning' && isRecord(item)) {
    const replayed = replayable(item);
    return replayed && { kind, item: replayed };
  }
  if (kind === 'text' && typeof characters === 'number' && characters >= 0) {
    const cited = Array.isArray(citations) ? citations.filter(isCitation) : [];
    return {
      kind,
      characters,
      ...(typeof phase === 'string' && { phase }),
      ...(cited.length > 0 && { citations: cited }),
    };
  }
  return kind === 'call' ? { kind } : undefined;
}
