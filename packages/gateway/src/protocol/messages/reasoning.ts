import { isRecord } from '../shared/fields.ts';
import { textBlocks, type Block } from './blocks.ts';

/**
 * Reasoning as it is stored: the provider's blocks, and between them how much of the text and how
 * many of the calls came before the next one. Where all reasoning came first it is the blocks
 * alone.
 */
export type StoredReasoning = readonly StoredBlock[];

type StoredBlock = ReasoningBlock | Gap;
export type ReasoningBlock = ThinkingBlock | RedactedBlock;

export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  /** Binds the block to all that the provider was sent before it. */
  readonly signature: string;
}

export interface RedactedBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

/** What came between two blocks of reasoning. */
export type Gap =
  | { readonly type: 'text'; readonly characters: number }
  | { readonly type: 'calls'; readonly count: number };

/** The blocks alone, for the client; empty if `stored` is not what we stored. */
export function reasoningBlocks(stored: unknown): readonly ReasoningBlock[] {
  return (parseStored(stored) ?? []).flatMap((block) =>
    block.type === 'thinking' || block.type === 'redacted_thinking' ? [block] : [],
  );
}

/**
 * The content of an assistant's message with its reasoning where it stood, or `undefined` if the
 * two do not belong together: then none of the reasoning may be sent.
 */
export function withReasoning(
  stored: unknown,
  { text, calls }: { readonly text: string; readonly calls: readonly Block[] },
): readonly Block[] | undefined {
  const parsed = parseStored(stored);
  if (parsed === undefined || parsed.length === 0) return undefined;
  const content: Block[] = [];
  let read = 0;
  let called = 0;
  for (const block of parsed) {
    if (block.type === 'text') {
      content.push(...textBlocks(text.slice(read, read + block.characters)));
      read += block.characters;
    } else if (block.type === 'calls') {
      content.push(...calls.slice(called, called + block.count));
      called += block.count;
    } else content.push({ ...block });
  }
  if (read > text.length || called > calls.length) return undefined;
  return [...content, ...textBlocks(text.slice(read)), ...calls.slice(called)];
}

function parseStored(stored: unknown): StoredReasoning | undefined {
  if (!Array.isArray(stored)) return undefined;
  const blocks = stored.map(parseBlock);
  return blocks.some((block) => block === undefined)
    ? undefined
    : blocks.filter((block) => block !== undefined);
}

function parseBlock(value: unknown): StoredBlock | undefined {
  if (!isRecord(value)) return undefined;
  const { type, characters, count } = value;
  if (type === 'text') return isCount(characters) ? { type, characters } : undefined;
  if (type === 'calls') return isCount(count) ? { type, count } : undefined;
  return parseReasoning(value);
}

/** A block of reasoning as the provider sends it, or `undefined`. */
export function parseReasoning(
  value: Readonly<Record<string, unknown>>,
): ReasoningBlock | undefined {
  const { type, thinking, signature, data } = value;
  if (type === 'thinking') {
    if (typeof thinking !== 'string' || typeof signature !== 'string') return undefined;
    return { type, thinking, signature };
  }
  return type === 'redacted_thinking' && typeof data === 'string' ? { type, data } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
