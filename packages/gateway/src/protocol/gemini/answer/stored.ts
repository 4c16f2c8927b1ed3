import { isRecord } from '../../shared/fields.ts';
import { textParts, type Part } from '../parts.ts';

/**
 * What a reply had besides text and calls, as it is stored: its parts in their order, and where
 * its text was taken from. A signature belongs to its part, whatever that holds.
 */
export interface Stored {
  readonly parts: readonly StoredPart[];
  readonly found?: Found;
}

export type StoredPart =
  /** So much of the text. */
  | { readonly kind: 'text'; readonly characters: number; readonly signature?: string }
  /** The next call. */
  | { readonly kind: 'call'; readonly signature?: string }
  /** A thought, or what a tool of the provider's did: sent back as it came. */
  | { readonly kind: 'own'; readonly part: Part };

/** Fields of a candidate that say where it was taken from, for the client alone. */
export type Found = Readonly<Record<string, unknown>>;

interface Said {
  readonly text: string;
  readonly calls: readonly Part[];
}

/**
 * The parts of a reply where they stood, with their signatures; `undefined` where what is stored is
 * not of this text and these calls: then none of it may be sent.
 */
export function placedParts(stored: unknown, { text, calls }: Said): readonly Part[] | undefined {
  const parsed = parseStored(stored);
  if (parsed === undefined) return undefined;
  const parts: Part[] = [];
  let read = 0;
  let called = 0;
  for (const part of parsed.parts) {
    if (part.kind === 'own') parts.push(part.part);
    else if (part.kind === 'call') {
      parts.push({ ...calls[called], ...signedBy(part) });
      called += 1;
    } else {
      const said = text.slice(read, read + part.characters);
      read += part.characters;
      parts.push({ text: said, ...signedBy(part) });
    }
  }
  return read === text.length && called === calls.length ? parts : undefined;
}

/** The parts that a client reads; thoughts come first where the text is another. */
export function clientParts(stored: unknown, said: Said): readonly Part[] {
  const apart = [...ownParts(stored), ...textParts(said.text), ...said.calls];
  return placedParts(stored, said) ?? apart;
}

/** The parts that are neither text nor calls. */
export function ownParts(stored: unknown): readonly Part[] {
  return (parseStored(stored)?.parts ?? []).flatMap((part) =>
    part.kind === 'own' ? [part.part] : [],
  );
}

/** Where a text was taken from, where it is the one that this was stored with. */
export function foundFor(stored: unknown, text: string): Found {
  const parsed = parseStored(stored);
  const characters = (parsed?.parts ?? []).reduce((sum, part) => sum + charactersIn(part), 0);
  return characters === text.length ? (parsed?.found ?? {}) : {};
}

function charactersIn(part: StoredPart): number {
  return part.kind === 'text' ? part.characters : 0;
}

function signedBy({ signature }: { readonly signature?: string }): Part {
  return signature === undefined ? {} : { thoughtSignature: signature };
}

function parseStored(value: unknown): Stored | undefined {
  if (!isRecord(value) || !Array.isArray(value['parts'])) return undefined;
  const parts = value['parts'].map(parsePart);
  const known = parts.filter((part) => part !== undefined);
  const { found } = value;
  if (known.length < parts.length) return undefined;
  return { parts: known, ...(isRecord(found) && { found }) };
}

function parsePart(value: unknown): StoredPart | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, characters, part, signature } = value;
  const signed = typeof signature === 'string' ? { signature } : {};
  if (kind === 'own') return isRecord(part) ? { kind, part } : undefined;
  if (kind === 'call') return { kind, ...signed };
  const isCount = Number.isSafeInteger(characters) && Number(characters) >= 0;
  return kind === 'text' && isCount
    ? { kind, characters: Number(characters), ...signed }
    : undefined;
}
